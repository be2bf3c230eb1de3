/**
 * The live feed: events for screens that hold a stream open. Events of the slices are gathered for up to 50 ms, of events about
 * the same thing only the last is kept, and they go to the readers in this and other processes. A reader that is away or too slow
 * misses events: it gets `reset`, and reads again what it shows.
 */
import { deliveryKinds } from '@tandem/contract/admin-deliveries'
import type { FeedKind } from '@tandem/contract/admin-events'
import { endpointOf } from '../agents/endpoints.ts'
import { findHumanServiceById } from '../agents/store.ts'
import { turnKind } from '../answering/turns/turn-item.ts'
import { deliveryStates } from '../delivery/store.ts'
import type { Core } from '../platform/core.ts'
import type { Announced } from '../platform/database/announced.ts'
import { createTickQueue } from '../platform/tick-queue.ts'

export type FeedItem = NonNullable<Announced<'feed'>['event']>

export interface FeedReader {
  readonly wants: (event: FeedItem) => boolean
  /** The frames that wait to be written, by `keyOf`; undefined once there were too many. */
  waiting: Map<string, string> | undefined
  /** Called when a frame waits. */
  wake: () => void
}

export type Feed = ReturnType<typeof createFeed>

const GATHER_MS = 50
/** A reader that is woken writes to its connection, so many at once would delay everything else. */
const WOKEN_PER_TICK = 20
/** When more events than this wait, readers get `reset` instead. */
export const MOST_WAITING = 500

const isDelivery = (kind: string) => (deliveryKinds as readonly string[]).includes(kind)

export function createFeed({ database, clock }: Pick<Core, 'clock' | 'database'>) {
  const { announcements } = database
  const readers = new Set<FeedReader>()
  const gathered = new Map<string, FeedItem>()
  let isGathering = false
  const toWake = createTickQueue({ jobsPerTick: WOKEN_PER_TICK })
  const woken = new Set<FeedReader>()

  function gather(event: Announced<'happened'>): void {
    const item = { ...event, at: clock.now() }
    if (gathered.size < MOST_WAITING) gathered.set(keyOf(item), item)
    if (isGathering) return
    isGathering = true
    clock.after(GATHER_MS, passOn)
  }

  function passOn(): void {
    isGathering = false
    const items = gathered.size < MOST_WAITING ? [...gathered.values()] : [null]
    gathered.clear()
    for (const event of items) {
      passToReaders(event)
      announcements.notify('feed', { event })
    }
  }

  /** Null stands for too many events. The frame is made once for all readers. */
  function passToReaders(event: FeedItem | null): void {
    if (readers.size === 0) return
    const key = event && keyOf(event)
    const text = event && frameOf(event)
    for (const reader of readers) {
      if (event === null || key === null || text === null) reader.waiting = undefined
      else if (!reader.wants(event)) continue
      else if (reader.waiting && reader.waiting.size < MOST_WAITING) reader.waiting.set(key, text)
      else reader.waiting = undefined
      wakeSoon(reader)
    }
  }

  function wakeSoon(reader: FeedReader): void {
    if (woken.has(reader)) return
    woken.add(reader)
    toWake.add('', () => {
      woken.delete(reader)
      reader.wake()
    })
  }

  /** Every process is notified of gates, so the event need not be announced. */
  async function passGate(gate: string, state: string): Promise<void> {
    if (readers.size === 0) return
    const { type, id = '' } = endpointOf(gate) ?? {}
    const at = clock.now()
    if (type === 'message') passToReaders({ kind: 'endpoint', agent_id: id, state, at })
    if (type !== 'human_service') return
    const service = await findHumanServiceById(database, id)
    if (service) passToReaders({ kind: 'endpoint', agent_id: service.agent_id, component_id: id, state, at })
  }

  announcements.on('happened', gather)
  announcements.on('laneItem', ({ kind, tenant, subject, id, state }) => {
    const about = { agent_id: tenant, ...(subject === null ? {} : { conversation_id: subject }), state }
    if (kind === turnKind) gather({ kind: 'turn', ...about })
    else if (isDelivery(kind))
      gather({ kind: 'delivery', ...about, delivery_id: id, state: deliveryStates[state] })
  })
  announcements.on('feed', ({ event }, isOwn) => {
    if (!isOwn) passToReaders(event)
  })
  // A failed lookup loses only a hint; failures of the database are logged elsewhere.
  announcements.on('gateClosed', ({ gate, state }) => void passGate(gate, state).catch(() => {}))
  announcements.on('gateOpened', ({ gate }) => void passGate(gate, 'open').catch(() => {}))

  return {
    /** Adds a reader until the returned function is called. */
    join(reader: FeedReader): () => void {
      readers.add(reader)
      return () => void readers.delete(reader)
    },
  }
}

const frameOf = ({ kind, ...event }: FeedItem) => frame(kind, event)

/** The id only lets a reader that comes back show, with its Last-Event-ID, that it was away. */
export const frame = (name: string, data: { at: number }) =>
  `id: ${data.at}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** The thing that an event is about: a newer event replaces a waiting one with the same key. */
function keyOf({ kind, agent_id, conversation_id, ...ids }: FeedItem): string {
  const { message_id, handoff_id, delivery_id, component_id, doc_id, about, account_id } = ids
  const thing = [message_id, handoff_id, delivery_id, component_id, doc_id, about, account_id]
  return [kind, agent_id, conversation_id, ...thing].join(' ')
}

/** The kinds of events that operators see: those of the desk and of its conversations. */
export const deskKinds: readonly FeedKind[] = ['message', 'turn', 'handoff', 'delivery', 'desk']
