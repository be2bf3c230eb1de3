/** The contract of the desk: the queue of users, claims on users, their conversations, and replies to them. */
import { z } from 'zod'
import { adminConversationQuery, adminMessage } from './admin-conversations.ts'
import { handoffRowStates, timeline } from './admin-handoffs.ts'
import {
  base64,
  count,
  id,
  optional,
  optionalOrEmpty,
  queryNumber,
  text,
  textOrNull,
  timeOf,
  timeOrNull,
  wholeNumber,
} from './fields.ts'
import { withNeeded } from './needed.ts'

const presenceStates = ['here', 'away', 'off'] as const
export type PresenceState = (typeof presenceStates)[number]
export const queueStates = ['waiting', 'mine', 'others'] as const

const deskPersonName = z
  .object({ id: z.string().describe('Id of the account'), name: z.string().describe('Name of the person') })
  .meta({ id: 'DeskPersonName', description: 'A person who works at the desk' })

const personOrNull = (what: string) => deskPersonName.nullable().describe(`${what}; null for nobody`)

const deskUser = z
  .object({
    id: z.string().describe('Your id of the user, or the anonymous id if none is bound'),
    name: textOrNull('Name of the user; null if unknown'),
    email: textOrNull('Email address of the user; null if unknown'),
    phone: textOrNull('Phone number of the user; null if unknown'),
  })
  .meta({ id: 'DeskUser', description: 'A user at the desk' })

export const deskQueueQuery = z.object({
  agent_id: optional(id()).describe('Only users of this agent'),
  state: optional(z.enum(queueStates)).describe('Only users in this state'),
  limit: queryNumber(1, 1_000, 200).describe('Maximum number of entries of each state'),
})

const deskItem = z
  .object({
    id: z.string().describe('Id of the handoff'),
    agent_id: z.string().describe('Id of the agent'),
    agent_name: z.string().describe('Name of the agent'),
    conversation_id: z.string().describe('Id of the conversation'),
    state: z
      .enum(queueStates)
      .describe('waiting: nobody has the user. mine: you have the user. others: somebody else has the user'),
    owner: personOrNull('The person who has the user'),
    claim: z.int().nullable().describe('Number of your claim; null if you do not have the user'),
    offered_to: personOrNull('The colleague to whom the user is offered'),
    handoff_state: z.enum(handoffRowStates).describe('State of the handoff'),
    end_reason: textOrNull('How the handoff ended; null while it is open'),
    user: deskUser.describe('The user'),
    language: z.string().describe('Language of the user'),
    reason: z.string().describe('Why the handoff began'),
    requested_at: timeOf('When the handoff began'),
    waiting_since: timeOf(
      'Since when the user has been waiting: since the handoff began, or since the user last changed hands',
    ),
    deadline_at: timeOrNull('When the handoff ends unless somebody replies'),
    last_message: textOrNull('Beginning of the last message of the user or a person; null if there is none'),
    last_message_role: textOrNull('Author of that message'),
    last_message_at: timeOrNull('Time of that message'),
    unread: count('Number of messages that the owner has not read'),
  })
  .meta({ id: 'DeskItem', description: 'A user who is waiting for a person or talking to one' })

export const deskQueue = z
  .object({
    items: z.array(deskItem).describe('Users, earliest deadline first'),
    waiting: count('Total number of users whom nobody has'),
  })
  .meta({ id: 'DeskQueue', description: 'The users who are waiting for a person or talking to one' })

export const deskNote = z
  .object({
    id: z.string().describe('Id of the note'),
    author: deskPersonName.describe('Author of the note'),
    text: z.string().describe('Text of the note'),
    created_at: timeOf('When the note was written'),
  })
  .meta({ id: 'DeskNote', description: 'A note for colleagues, which the user never sees' })

const wayStates = ['stored', 'seen', 'pending', 'delivered', 'dead'] as const
const deskWay = z
  .object({
    state: z
      .enum(wayStates)
      .describe(
        'stored: available on the chat page. seen: shown to the user on the chat page. pending, delivered, dead: state of the delivery to your server',
      ),
    ms: z.int().nullable().describe('Duration of the delivery in milliseconds; null until it has arrived'),
    error: textOrNull('Why it has not arrived; null if nothing failed'),
  })
  .meta({ id: 'DeskWay', description: 'Delivery status of a reply to the user' })
const deskMessage = adminMessage
  .extend({ way: deskWay.nullable().describe('Reply of a person: its delivery status. Otherwise null') })
  .meta({ id: 'DeskMessage', description: 'A message at the desk' })

export const deskCase = deskItem
  .extend({
    talk: z
      .array(deskMessage)
      .describe('The last 200 messages of the conversation, fewer if they are long, oldest first'),
    timeline,
    notes: z.array(deskNote).describe('Notes, oldest first'),
    earlier: z
      .array(
        z.object({
          conversation_id: z.string().describe('Id of the conversation'),
          subject: textOrNull('Beginning of the first message of the user'),
          at: timeOf('Time of the last message'),
        }),
      )
      .describe('Earlier conversations of the same user, newest first'),
  })
  .meta({ id: 'DeskCase', description: 'A handoff with its messages, events and notes' })

const claimNumber = () =>
  wholeNumber(1, Number.MAX_SAFE_INTEGER).describe(
    'Number of your claim, which you got when you took the user',
  )

export const deskClaim = z
  .object({ claim: z.int().min(1).describe('Number of your claim, required by later requests') })
  .meta({ id: 'DeskClaim', description: 'You have the user' })
export const deskClaimRequest = z
  .object({ claim: claimNumber() })
  .meta({ id: 'DeskClaimRequest', description: 'The claim under which the request is made' })
export const deskTransferRequest = z
  .object({
    claim: claimNumber(),
    to: id().nullable().describe('Id of the account of the colleague; null withdraws the offer'),
  })
  .meta({ id: 'DeskTransferRequest', description: 'Offer the user to a colleague, who accepts or declines' })
export const deskAssignRequest = z
  .object({
    to: id()
      .nullable()
      .describe('Id of the account that gets the user; null puts the user back into the queue'),
  })
  .meta({
    id: 'DeskAssignRequest',
    description: 'Give a user to a person, even if somebody else has the user',
  })

const maxReplyChars = 20_000
const wordsOrFiles = z.superRefine<{ text?: string | undefined; files?: readonly unknown[] | undefined }>(
  ({ text, files }, ctx) => {
    if (text === undefined && files === undefined)
      ctx.addIssue({ code: 'custom', path: ['text'], params: { needed: 'words, or files' } })
  },
)
const maxReplyFiles = 5
export const deskReplyRequest = z
  .object({
    text: optionalOrEmpty(text(maxReplyChars)).describe(
      'Text of the reply; may be omitted if there are files',
    ),
    claim: claimNumber(),
    files: optional(
      withNeeded(
        z
          .array(
            z.object({
              name: text(200).describe('Name of the file'),
              base64_content: base64().describe('Content of the file, at most 10 MB'),
            }),
          )
          .min(1)
          .max(maxReplyFiles),
        `a list of 1 to ${maxReplyFiles} files`,
      ),
    ).describe('Files; the user gets their addresses, which are valid for a week'),
  })
  .check(wordsOrFiles)
  .meta({ id: 'DeskReplyRequest', description: 'A reply to the user' })
export const deskReplyHeaders = z.object({
  'Idempotency-Key': optional(text(200)).describe(
    'Repeats of a reply with the same key reach the user only once',
  ),
})
export type DeskReplyFile = NonNullable<z.output<typeof deskReplyRequest>['files']>[number]
export const deskReplied = z
  .object({ message_id: z.string().describe('Id of the message to the user') })
  .meta({ id: 'DeskReplied', description: 'The reply is on its way to the user' })
export const deskReadRequest = z
  .object({
    claim: claimNumber(),
    sequence: wholeNumber(0, 999_999_999).describe('Number of the last message that you have read'),
  })
  .meta({ id: 'DeskReadRequest', description: 'How far you have read the conversation' })

export const presenceRequest = z
  .object({
    state: z
      .enum(presenceStates)
      .describe(
        'here: at work. away: absent for a moment. off: not at work, which puts your users back into the queue',
      ),
  })
  .meta({
    id: 'PresenceRequest',
    description: 'Whether you are at the desk; `here` must be sent again every heartbeat_s seconds',
  })
const deskPerson = deskPersonName
  .extend({
    role: z.string().describe('Role of the account'),
    agents: z
      .union([z.literal('all'), z.array(z.string())])
      .describe('Ids of those of your agents whose users the person sees, or all'),
    state: z
      .enum(presenceStates)
      .describe('Whether the person is at the desk; also `away` if the person has sent no sign of presence'),
    seen_at: timeOrNull('Last sign of presence'),
    open: count('Number of users of your agents whom the person has now'),
  })
  .meta({ id: 'DeskPerson', description: 'A person at the desk' })
export const deskPresence = z
  .object({
    me: deskPerson.describe('You'),
    people: z.array(deskPerson).describe('Everybody who may work at the desk for your agents, including you'),
    agents: z
      .array(
        z.object({
          id: z.string().describe('Id of the agent'),
          name: z.string().describe('Name of the agent'),
          away_after_s: z
            .int()
            .describe('Seconds without a sign of your presence after which your users go back to the queue'),
          max_per_person: z
            .int()
            .describe('Maximum number of its users that one person may have; 0: no limit'),
        }),
      )
      .describe('Your agents that use the desk'),
    heartbeat_s: z.int().describe('Seconds after which `here` must be sent again'),
  })
  .meta({ id: 'DeskPresence', description: 'Who is at the desk' })

/** The query of the list of conversations that people at the desk may read and take over. */
export const deskConversationQuery = adminConversationQuery.pick({
  agent_id: true,
  user_id: true,
  q: true,
  owner: true,
  page: true,
  page_size: true,
})

export const deskNextRequest = z
  .object({ agent_id: optional(id()).describe('Only users of this agent') })
  .meta({ id: 'DeskNextRequest', description: 'Take the next user' })
export const deskTakeover = deskClaim
  .extend({ handoff_id: z.string().describe('Id of the handoff') })
  .meta({ id: 'DeskTakeover', description: 'You have the user' })
export const deskNext = z
  .object({ taken: deskTakeover.nullable().describe('The user you have now; null if nobody is waiting') })
  .meta({ id: 'DeskNext', description: 'The user you have now, if anybody was waiting' })

export type DeskItem = z.infer<typeof deskItem>
export type DeskCase = z.infer<typeof deskCase>
export type DeskWay = z.infer<typeof deskWay>
export type DeskNext = z.infer<typeof deskNext>
export type DeskNote = z.infer<typeof deskNote>
export type DeskPerson = z.infer<typeof deskPerson>
export type DeskPresence = z.infer<typeof deskPresence>
