/** The live feed of the admin contract: small hints that something changed, with ids and states; screens read what they show again. */
import { z } from 'zod'
import { id, optional, timeOf } from './fields.ts'
import { withNeeded } from './needed.ts'

export const feedKinds = ['message', 'turn', 'handoff', 'delivery', 'endpoint', 'document', 'desk'] as const
export type FeedKind = (typeof feedKinds)[number]

/** What an event of the desk is about. */
export const deskTopics = [
  'queue',
  'words',
  'claim',
  'away',
  'typing',
  'looking',
  'seen',
  'presence',
  'notes',
  'snippets',
] as const

const someId = (what: string) => z.string().optional().describe(what)

export const feedEvent = z
  .object({
    at: timeOf('When it happened'),
    agent_id: z.string().describe('The agent'),
    conversation_id: someId('The conversation; of requests to a desk, the id of the handoff'),
    message_id: someId('Of a message'),
    role: someId('Of a message: who said it; of typing: who types, user or human'),
    handoff_id: someId('Of a handoff'),
    delivery_id: someId('Of a delivery'),
    component_id: someId('Of an endpoint: the human service; absent for the message webhook'),
    doc_id: someId('Of a document'),
    state: someId('The state it has now'),
    about: z.enum(deskTopics).optional().describe('Of the desk: what it is about'),
    account_id: someId('Of the desk: the person it is about'),
  })
  .meta({ id: 'FeedEvent', description: 'A hint that something changed; the name of the event says what' })

const kindsFrom = (value: unknown) =>
  typeof value === 'string' ? value.split(',').flatMap((kind) => kind.trim() || []) : value

export const feedQuery = z.object({
  agent_id: optional(id()).describe('Only events of this agent'),
  kinds: z
    .preprocess(
      kindsFrom,
      withNeeded(
        z.array(z.enum(feedKinds)).max(feedKinds.length),
        `some of ${feedKinds.join(', ')}`,
      ).optional(),
    )
    .describe('Only these kinds, with commas between them'),
})
