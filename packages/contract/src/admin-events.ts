/** The live feed of the admin contract: events that say what has changed, by id and state, so that screens can reload it. */
import { z } from 'zod'
import { id, optional, timeOf } from './fields.ts'
import { withNeeded } from './needed.ts'

export const feedKinds = ['message', 'turn', 'handoff', 'delivery', 'endpoint', 'document', 'desk'] as const
export type FeedKind = (typeof feedKinds)[number]

/** The topics of desk events. */
const deskTopics = [
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

const optionalText = (what: string) => z.string().optional().describe(what)

export const feedEvent = z
  .object({
    at: timeOf('Time of the change'),
    agent_id: z.string().describe('Id of the agent'),
    conversation_id: optionalText('Id of the conversation; for requests to a desk, id of the handoff'),
    message_id: optionalText('Id of the message'),
    role: optionalText('Author of the message; for typing: who is typing, user or human'),
    handoff_id: optionalText('Id of the handoff'),
    delivery_id: optionalText('Id of the delivery'),
    component_id: optionalText('Id of the human service component; absent for the message webhook'),
    doc_id: optionalText('Id of the document'),
    state: optionalText('New state'),
    about: z.enum(deskTopics).optional().describe('Desk events: topic of the event'),
    account_id: optionalText('Desk events: id of the account of the person concerned'),
  })
  .meta({
    id: 'FeedEvent',
    description: 'Something has changed; the name of the event says what kind of thing it is',
  })

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
    .describe('Only events of these kinds, separated by commas'),
})
