/** The topics of the channel in `announcements.ts`, each with the shape of its announcements, and the parser of announcements. */
import { feedEvent, feedKinds } from '@tandem/contract/admin-events'
import { z } from 'zod'

const inGate = z.object({ gate: z.string() })

const topics = {
  /** Lanes behind a gate may be due. */
  laneDue: inGate,
  gateClosed: inGate.extend({ state: z.enum(['parked', 'disabled', 'paused']) }),
  /** `trial` names the lanes that are tried first when the gate opens on trial. */
  gateOpened: inGate.extend({ trial: z.array(z.string()).optional() }),
  /** An account changed, or sessions of it ended. */
  account: z.object({ accountId: z.string() }),
  /** An item of a lane was added, tried or settled. Announced in this process alone. */
  laneItem: z.object({
    kind: z.string(),
    tenant: z.string(),
    subject: z.string().nullable(),
    id: z.string(),
    state: z.enum(['pending', 'done', 'dead']),
  }),
  /** Something that screens may show has changed. Announced in this process alone; `feed/` passes it on. */
  happened: feedEvent.omit({ at: true }).extend({ kind: z.enum(feedKinds) }),
  /** The same for readers in other processes; null when there were too many events to send. */
  feed: z.object({ event: feedEvent.extend({ kind: z.enum(feedKinds) }).nullable() }),
  /** An agent's settings were saved, or its human services changed. */
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
  /** A reader in another process follows this turn and has the first `has` characters of its run. */
  wordsWanted: z.object({ turnId: z.string(), run: z.string(), has: z.number() }),
  /** A part of the answer of a turn, from the character `at` on. */
  words: z.object({ turnId: z.string(), run: z.string(), at: z.number(), text: z.string() }),
}
export type Topic = keyof typeof topics
export type Announced<T extends Topic> = z.output<(typeof topics)[T]>

const names = Object.keys(topics) as [Topic, ...Topic[]]
const envelope = z.tuple([z.string(), z.enum(names), z.unknown()])

/** Ignores announcements with an unknown topic or shape: another version of the service may have sent them. */
export function readAnnouncement(text: string) {
  try {
    const [sender, topic, value] = envelope.parse(JSON.parse(text))
    return { sender, topic, value: topics[topic].parse(value) }
  } catch {
    return undefined
  }
}
