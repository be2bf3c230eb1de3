/**
 * The one channel on which parts of the service tell each other what has happened, in this process and in the others that
 * share the database. Listeners in this process are called at once, those in other processes soon. Announcements between
 * processes may be lost, repeated or reordered, so correctness must not depend on one.
 */
import { feedEvent, feedKinds } from '@tandem/contract/admin-events'
import { z } from 'zod'
import { newId } from '../ids.ts'

const inGate = z.object({ gate: z.string() })

/** Every topic with the shape of its announcements. */
const topics = {
  /** Lanes behind a gate may be due. */
  laneDue: inGate,
  gateClosed: inGate.extend({ state: z.enum(['parked', 'disabled', 'paused']) }),
  /** `trial` names the lanes that are tried first, where the gate is on trial. */
  gateOpened: inGate.extend({ trial: z.array(z.string()).optional() }),
  /** An account changed, or sessions of it ended. */
  account: z.object({ accountId: z.string() }),
  /** An item of a lane was added, tried or settled. Told in this process alone. */
  laneItem: z.object({
    kind: z.string(),
    tenant: z.string(),
    subject: z.string().nullable(),
    id: z.string(),
    state: z.enum(['pending', 'done', 'dead']),
  }),
  /** Something that screens may show has changed. Told in this process alone; `feed/` passes it on. */
  happened: feedEvent.omit({ at: true }).extend({ kind: z.enum(feedKinds) }),
  /** The same for readers in other processes; null: there was too much of it. */
  feed: z.object({ event: feedEvent.extend({ kind: z.enum(feedKinds) }).nullable() }),
  /** An agent's settings were saved. */
  settings: z.object({ agentId: z.string() }),
  /** Newer content replaced the document that this run converts. */
  conversionDropped: z.object({ runId: z.string() }),
  /** Vectors of a knowledge base were stored. */
  embedded: z.object({ baseId: z.string() }),
  /** Something happened in a conversation; `conversations/live.ts` says what each event means. */
  live: z.object({
    conversationId: z.string(),
    event: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('stored'), seq: z.number() }),
      z.object({ kind: z.literal('turnOver'), turnId: z.string(), dropped: z.literal(true).optional() }),
      z.object({
        kind: z.literal('floor'),
        owner: z.enum(['ai', 'human']),
        state: z.string(),
        epoch: z.number(),
      }),
      z.object({ kind: z.literal('typing'), name: z.string() }),
    ]),
  }),
  /** A reader in another process follows this turn, and has the first `has` characters of its run. */
  wordsWanted: z.object({ turnId: z.string(), run: z.string(), has: z.number() }),
  /** A part of the answer of a turn, from the character `at` on. */
  words: z.object({ turnId: z.string(), run: z.string(), at: z.number(), text: z.string() }),
}
export type Topic = keyof typeof topics
export type Announced<T extends Topic> = z.output<(typeof topics)[T]>

export interface Announcements {
  notify<T extends Topic>(topic: T, value: Announced<T>): void
  /** Calls the listeners of this process alone. */
  tell<T extends Topic>(topic: T, value: Announced<T>): void
  /** Calls `fn` for each announcement of the topic. `isOwn` says that it comes from this process. */
  on<T extends Topic>(topic: T, fn: (value: Announced<T>, isOwn: boolean) => void): void
}

/** Carries texts between the processes of one database; each process also receives its own. */
export interface Channel {
  publish(text: string): void
  subscribe(fn: (text: string) => void): void
}

const envelope = z.tuple([z.string(), z.string(), z.unknown()])

/** Without a channel, as on the embedded engine, there is no other process. */
export function createAnnouncements(channel?: Channel): Announcements {
  const listeners = new Map<string, ((value: never, isOwn: boolean) => void)[]>()
  const sender = newId()
  let isSubscribed = false

  function deliver(topic: string, value: unknown, isOwn: boolean): void {
    for (const fn of listeners.get(topic) ?? []) fn(value as never, isOwn)
  }

  /** A text of another version of the service may have an unknown topic or another shape: it is ignored. */
  function receive(text: string): void {
    const [from, topic, value] = envelope.safeParse(parsedJson(text)).data ?? []
    if (topic === undefined || from === sender || !Object.hasOwn(topics, topic)) return
    const checked = topics[topic as Topic].safeParse(value)
    if (checked.success) deliver(topic, checked.data, false)
  }

  return {
    notify(topic, value) {
      deliver(topic, value, true)
      channel?.publish(JSON.stringify([sender, topic, value]))
    },
    tell: (topic, value) => deliver(topic, value, true),
    on(topic, fn) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), fn])
      if (isSubscribed) return
      isSubscribed = true
      channel?.subscribe(receive)
    },
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
