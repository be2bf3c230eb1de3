/**
 * The events of chats, for browsers that hold a stream open. An event with an id is a stored message, and the id is its
 * number: a reader that was cut off names the last one it saw and gets what it has missed. Whoever comes in the middle of an
 * answer gets its words so far, which take the place of the pieces it may have. One timer serves all streams.
 */
import type { ChatMessage } from '@tandem/contract/web-channel'
import type { Live, LiveEvent } from '../../conversations/live.ts'
import type { Spoken } from '../../conversations/send-to-user.ts'
import {
  type ConversationRow,
  findConversation,
  type MessageRow,
  messagesAfter,
  messagesBefore,
} from '../../conversations/store.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/handle.ts'
import type { EventStream } from '../../platform/http/route.ts'
import type { Progress } from '../turns/progress.ts'
import { deletedOf, lastNumbers } from './store.ts'

const PING_MS = 10_000
/** Streams are pinged in this many groups, one after the other: thousands at once would hold up everybody else. */
const PING_GROUPS = 40
const PAGE = 100
const LOOK_AT_ONCE = 500
/** No answer takes longer, and of more at once the oldest come whole. */
const TURN_MS = 300_000
const TURNS_FOLLOWED = 4
/** A reader that does not read: what waits for it is dropped with the stream, and it resumes by its last id. */
const MOST_WAITING = 1000

interface Open {
  readonly conversationId: string
  readonly agentId: string
  lastSeq: number
  waiting: LiveEvent[]
  wake: (() => void) | undefined
  isPinged: boolean
  isOverrun: boolean
  /** The agent was deleted: nothing more comes. */
  isOver: boolean
  /** Turns that another process may run, each with what ends its following; made when there is one, since most streams are quiet. */
  turns: Map<string, () => void> | undefined
}

export type ChatEvents = ReturnType<typeof createChatEvents>

export function createChatEvents(deps: {
  database: Database
  clock: Clock
  live: Live
  progress: Pick<Progress, 'soFarIn' | 'follow'>
}) {
  const { database, clock, live, progress } = deps
  const groups = Array.from({ length: PING_GROUPS }, () => new Set<Open>())
  const perChat = new Map<string, number>()
  let joined = 0
  let turn = 0
  let cancelTimer = () => {}

  function wakeUp(one: Open): void {
    const { wake } = one
    one.wake = undefined
    wake?.()
  }

  function onEvent(one: Open, event: LiveEvent): void {
    const last = one.waiting.at(-1)
    // Stored messages are read by number, so one word about the newest is enough.
    if (event.kind === 'stored' && last?.kind === 'stored') {
      if (event.seq > last.seq) one.waiting[one.waiting.length - 1] = event
    } else if (one.waiting.length >= MOST_WAITING) one.isOverrun = true
    else one.waiting.push(event)
    wakeUp(one)
  }

  async function tick(): Promise<void> {
    turn = (turn + 1) % PING_GROUPS
    const group = groups[turn] as Set<Open>
    for (const one of group) {
      one.isPinged = true
      wakeUp(one)
    }
    if (group.size === 0) return
    // Words between processes may be lost; on the embedded engine there are none.
    if (database.engine === 'postgres') await lookForMissed([...group])
    await endDeleted(group)
  }

  async function endDeleted(group: ReadonlySet<Open>): Promise<void> {
    const deleted = await deletedOf(database, [...new Set([...group].map(({ agentId }) => agentId))])
    for (const one of group) {
      if (!deleted.has(one.agentId)) continue
      one.isOver = true
      wakeUp(one)
    }
  }

  async function lookForMissed(all: readonly Open[]): Promise<void> {
    for (let first = 0; first < all.length; first += LOOK_AT_ONCE) {
      const some = all.slice(first, first + LOOK_AT_ONCE)
      const ids = [...new Set(some.map(({ conversationId }) => conversationId))]
      const last = new Map((await lastNumbers(database, ids)).map(({ id, last }) => [id, last]))
      for (const one of some) {
        const seq = last.get(one.conversationId) ?? 0
        if (seq > one.lastSeq) onEvent(one, { kind: 'stored', seq })
      }
    }
  }

  function schedule(): void {
    cancelTimer = clock.after(
      PING_MS / PING_GROUPS,
      () =>
        void tick()
          .catch(() => {})
          .finally(schedule),
    )
  }

  /** Follows a chat until the reader leaves, the service stops, or the agent is deleted. */
  async function follow(
    stream: EventStream,
    { id: conversationId, agent_id: agentId }: Pick<ConversationRow, 'id' | 'agent_id'>,
    afterSeq: number,
  ): Promise<void> {
    const one: Open = {
      conversationId,
      agentId,
      lastSeq: afterSeq,
      waiting: [],
      wake: undefined,
      isPinged: false,
      isOverrun: false,
      isOver: false,
      turns: undefined,
    }
    const unwatch = live.watch(conversationId, (event) => onEvent(one, event))
    stream.onEnd(() => wakeUp(one))
    const group = groups[++joined % PING_GROUPS] as Set<Open>
    group.add(one)
    perChat.set(conversationId, (perChat.get(conversationId) ?? 0) + 1)
    try {
      const floor = await floorOf(conversationId)
      await stream.send(`retry: 1000\nevent: floor\ndata: ${JSON.stringify(floor)}\n\n`)
      await catchUp(stream, one)
      if (floor.owner === 'ai') await followLast(one)
      await tellSoFar(stream, one, floor.owner)
      while (!stream.isEnded() && !one.isOverrun) {
        const event = one.waiting.shift()
        if (event) await pass(stream, one, event)
        else if (one.isOver) return await takeLeave(stream, one)
        else if (one.isPinged) {
          one.isPinged = false
          if (!(await stream.send(': ping\n\n'))) return
        } else
          await new Promise<void>((resolve) => {
            one.wake = resolve
          })
      }
      if (stream.isStopping()) await stream.send('event: stopping\ndata: {}\n\n')
    } finally {
      group.delete(one)
      const left = (perChat.get(conversationId) ?? 1) - 1
      if (left > 0) perChat.set(conversationId, left)
      else perChat.delete(conversationId)
      unfollowAll(one)
      unwatch()
    }
  }

  /** Whoever comes in the middle of an answer has seen its question already. */
  async function followLast(one: Open): Promise<void> {
    if (database.engine !== 'postgres' || one.turns?.size) return
    const [last] = await messagesBefore(database, one.conversationId, Number.MAX_SAFE_INTEGER, 1)
    if (last) noteTurn(one, last)
  }

  /** Begins to follow the turn of a message, or ends following the one that is answered. */
  function noteTurn(one: Open, row: MessageRow): void {
    if (row.parent_id !== null) unfollow(one, row.parent_id)
    const mayRun = row.role === 'user' && row.handoff_id === null && clock.now() - row.created_at < TURN_MS
    one.turns ??= new Map()
    const { turns } = one
    if (!mayRun || turns.has(row.id)) return
    turns.set(row.id, progress.follow(row))
    const [oldest] = turns.keys()
    if (turns.size > TURNS_FOLLOWED) unfollow(one, oldest as string)
  }

  function unfollow(one: Open, turnId: string): void {
    one.turns?.get(turnId)?.()
    one.turns?.delete(turnId)
  }

  function unfollowAll(one: Open): void {
    for (const turnId of [...(one.turns?.keys() ?? [])]) unfollow(one, turnId)
  }

  /** What was said last reaches the reader, who then need not come back. */
  async function takeLeave(stream: EventStream, one: Open): Promise<void> {
    await catchUp(stream, one)
    await stream.send('event: gone\ndata: {}\n\n')
  }

  async function floorOf(conversationId: string): Promise<{ owner: 'ai' | 'human'; state: string }> {
    const handoff = (await findConversation(database, conversationId))?.handoff_id ?? null
    return handoff === null ? { owner: 'ai', state: 'AI' } : { owner: 'human', state: 'OPEN' }
  }

  /**
   * In one instant the words so far are taken and the pieces forgotten that have come since the reader joined: they are part of
   * those words, or of an answer that is stored. Pieces that come later wait behind it.
   */
  async function tellSoFar(stream: EventStream, one: Open, owner: 'ai' | 'human'): Promise<void> {
    const soFar = owner === 'ai' ? progress.soFarIn(one.conversationId) : []
    one.waiting = one.waiting.filter(({ kind }) => kind !== 'piece')
    for (const each of soFar) await stream.send(`event: so_far\ndata: ${JSON.stringify(each)}\n\n`)
  }

  async function pass(stream: EventStream, one: Open, event: LiveEvent): Promise<void> {
    if (event.kind === 'stored') {
      if (event.seq > one.lastSeq) await catchUp(stream, one, event.seq)
    } else if (event.kind === 'piece') {
      const { turnId, text, isAnew } = event
      const name = isAnew ? 'so_far' : 'piece'
      await stream.send(`event: ${name}\ndata: ${JSON.stringify({ turnId, text })}\n\n`)
    } else {
      if (event.kind === 'turnOver') unfollow(one, event.turnId)
      else if (event.owner === 'human') unfollowAll(one)
      const { kind, ...data } = event.kind === 'floor' ? withoutEpoch(event) : event
      await stream.send(`event: ${wireName[kind]}\ndata: ${JSON.stringify(data)}\n\n`)
    }
  }

  /** No further than asked: an answer that is stored already must not overtake its pieces, which still wait. */
  async function catchUp(stream: EventStream, one: Open, upTo = Number.POSITIVE_INFINITY): Promise<void> {
    for (;;) {
      const rows = await messagesAfter(database, one.conversationId, one.lastSeq, PAGE)
      for (const row of rows) {
        if (row.seq > upTo) return
        const text = `id: ${row.seq}\nevent: message\ndata: ${JSON.stringify(chatMessageView(row))}\n\n`
        if (!(await stream.send(text))) return
        one.lastSeq = row.seq
        if (database.engine === 'postgres') noteTurn(one, row)
      }
      if (rows.length < PAGE) return
    }
  }

  return {
    follow,
    open: () => groups.reduce((sum, group) => sum + group.size, 0),
    /** Streams of one chat that are open in this process. */
    openOf: (conversationId: string) => perChat.get(conversationId) ?? 0,
    start: schedule,
    stop: () => cancelTimer(),
  }
}

/** The number is our own. */
const withoutEpoch = ({ kind, owner, state }: Extract<LiveEvent, { kind: 'floor' }>) => ({
  kind,
  owner,
  state,
})

const wireName = { turnOver: 'turn_over', floor: 'floor' } as const

/** A stored message as a chat page shows it. */
export function chatMessageView(row: MessageRow): ChatMessage {
  const { id, seq, role, text, parent_id, created_at } = row
  const spoken = role === 'user' ? [] : (JSON.parse(row.content) as Spoken[])
  return {
    id,
    sequence: seq,
    role,
    name: spoken[0]?.component ?? null,
    text,
    audio: spoken.flatMap(({ audio = [] }) => [...audio]),
    parent_id,
    created_at,
  }
}
