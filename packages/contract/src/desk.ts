/** The contract of the desk: who waits for a person, who has whom, what was said, and what the person says. */
import { z } from 'zod'
import { adminConversationQuery, adminMessage } from './admin-conversations.ts'
import { handoffEvent, handoffRowStates } from './admin-handoffs.ts'
import { base64, id, optional, optionalOrEmpty, queryNumber, text, timeOf, wholeNumber } from './fields.ts'
import { withNeeded } from './needed.ts'

export const presenceStates = ['here', 'away', 'off'] as const
export type PresenceState = (typeof presenceStates)[number]
export const queueStates = ['waiting', 'mine', 'others'] as const

const timeOrNull = (what: string) => timeOf(what).nullable().describe(`${what}; null if not`)

export const deskPersonName = z
  .object({ id: z.string().describe('Id of the account'), name: z.string().describe('Name of the person') })
  .meta({ id: 'DeskPersonName', description: 'A person who works at the desk' })

const personOrNull = (what: string) => deskPersonName.nullable().describe(`${what}; null for nobody`)

export const deskUser = z
  .object({
    id: z.string().describe('Id of the user: the developer’s where it is known, else the anonymous one'),
    name: z.string().nullable().describe('Name of the user, where it is known'),
    email: z.string().nullable().describe('Email of the user'),
    phone: z.string().nullable().describe('Phone number of the user'),
  })
  .meta({ id: 'DeskUser', description: 'A user who talks to people' })

export const deskQueueQuery = z.object({
  agent_id: optional(id()).describe('Only users of this agent'),
  state: optional(z.enum(queueStates)).describe('Only users who wait, whom you have, or whom others have'),
  limit: queryNumber(1, 1_000, 200).describe('Most entries of each state to answer'),
})

export const deskItem = z
  .object({
    id: z.string().describe('Id of the handoff'),
    agent_id: z.string().describe('The agent'),
    agent_name: z.string().describe('Its name'),
    conversation_id: z.string().describe('The conversation'),
    state: z.enum(queueStates).describe('Whether nobody has taken it, you have it, or somebody else has'),
    owner: personOrNull('Who has it'),
    claim: z.int().nullable().describe('The number of your claim; null when it is not yours'),
    offered_to: personOrNull('The colleague who is asked to take it'),
    handoff_state: z.enum(handoffRowStates).describe('Where the handoff stands'),
    end_reason: z.string().nullable().describe('How it ended; null while it is open'),
    user: deskUser.describe('Who waits'),
    language: z.string().describe('Language of the user'),
    reason: z.string().describe('Why a person was asked for'),
    requested_at: timeOf('When a person was asked for'),
    waiting_since: timeOf('Since when the user waits: the request, or the last change of who has it'),
    deadline_at: timeOrNull('When the handoff ends unless somebody replies'),
    last_message: z.string().nullable().describe('What the user or a person said last; its beginning'),
    last_message_role: z.string().nullable().describe('Who said that'),
    last_message_at: timeOrNull('When that was said'),
    unread: z.int().min(0).describe('Messages of the user that whoever has it has not seen'),
  })
  .meta({ id: 'DeskItem', description: 'A user who waits for a person, or talks to one' })

export const deskQueue = z
  .object({
    items: z.array(deskItem).describe('Who waits and who is talked to, oldest deadline first'),
    waiting: z.int().min(0).describe('How many wait for somebody in all'),
  })
  .meta({ id: 'DeskQueue', description: 'Who waits, and who is talked to' })

export const deskNote = z
  .object({
    id: z.string().describe('Id of the note'),
    author: deskPersonName.describe('Who wrote it'),
    text: z.string().describe('What it says'),
    created_at: timeOf('When it was written'),
  })
  .meta({ id: 'DeskNote', description: 'What people note for each other; the user never sees it' })

export const wayStates = ['stored', 'seen', 'pending', 'delivered', 'dead'] as const
export const deskWay = z
  .object({
    state: z
      .enum(wayStates)
      .describe(
        'stored: the user will read it on the chat page; seen: it is on the user’s screen there; pending, delivered, dead: where the delivery to your server stands',
      ),
    ms: z.int().nullable().describe('How long the delivery took, in milliseconds; null until it is there'),
    error: z.string().nullable().describe('Why it has not arrived; null if nothing failed'),
  })
  .meta({ id: 'DeskWay', description: 'How far words of a person have come on their way to the user' })
export const deskMessage = adminMessage
  .extend({ way: deskWay.nullable().describe('Of words of a person: how far they have come; else null') })
  .meta({ id: 'DeskMessage', description: 'A message of a talk at the desk' })

export const deskCase = deskItem
  .extend({
    talk: z.array(deskMessage).describe('What was said in the conversation, oldest first; the last 200'),
    timeline: z.array(handoffEvent).describe('What happened in the handoff, oldest first'),
    notes: z.array(deskNote).describe('Notes of people, oldest first'),
    earlier: z
      .array(
        z.object({
          conversation_id: z.string().describe('The conversation'),
          subject: z.string().nullable().describe('What it was about'),
          at: timeOf('When something was last said in it'),
        }),
      )
      .describe('Earlier conversations of the same user, newest first'),
  })
  .meta({ id: 'DeskCase', description: 'A handoff with what was said and what happened' })

const claimNumber = () =>
  wholeNumber(1, Number.MAX_SAFE_INTEGER).describe('The number that taking the user gave you')

export const deskClaim = z
  .object({ claim: z.int().min(1).describe('The number of the claim; every later call names it') })
  .meta({ id: 'DeskClaim', description: 'You have the user' })
export const deskClaimRequest = z
  .object({ claim: claimNumber() })
  .meta({ id: 'DeskClaimRequest', description: 'Which claim it is done under' })
export const deskTransferRequest = z
  .object({
    claim: claimNumber(),
    to: id().nullable().describe('Id of the colleague’s account; null takes the offer back'),
  })
  .meta({ id: 'DeskTransferRequest', description: 'Offer the user to a colleague, who accepts or declines' })
export const deskAssignRequest = z
  .object({ to: id().nullable().describe('Id of the account that gets the user; null: nobody yet') })
  .meta({ id: 'DeskAssignRequest', description: 'Give a user to somebody, whoever has it now' })

export const maxReplyChars = 20_000
const wordsOrFiles = z.superRefine<{ text?: string | undefined; files?: readonly unknown[] | undefined }>(
  ({ text, files }, ctx) => {
    if (text === undefined && files === undefined)
      ctx.addIssue({ code: 'custom', path: ['text'], params: { needed: 'words, or files' } })
  },
)
export const maxReplyFiles = 5
export const deskReplyRequest = z
  .object({
    text: optionalOrEmpty(text(maxReplyChars)).describe(
      'What you say; may be left out where there are files',
    ),
    claim: claimNumber(),
    files: optional(
      withNeeded(
        z
          .array(
            z.object({
              name: text(200).describe('Name of the file'),
              base64_content: base64().describe('The file itself, at most 10 MB'),
            }),
          )
          .min(1)
          .max(maxReplyFiles),
        `a list of 1 to ${maxReplyFiles} files`,
      ),
    ).describe('Files; the user gets their addresses, which are good for a week'),
  })
  .check(wordsOrFiles)
  .meta({ id: 'DeskReplyRequest', description: 'Say something to the user' })
export const deskReplyHeaders = z.object({
  'Idempotency-Key': optional(text(200)).describe(
    'The same key with the same words is one reply, however often it arrives',
  ),
})
export type DeskReplyFile = NonNullable<z.output<typeof deskReplyRequest>['files']>[number]
export const deskReplied = z
  .object({ message_id: z.string().describe('Id of the message to the user') })
  .meta({ id: 'DeskReplied', description: 'The reply is on its way to the user' })
export const deskReadRequest = z
  .object({
    claim: claimNumber(),
    sequence: wholeNumber(0, 999_999_999).describe('Number of the last message that was seen'),
  })
  .meta({ id: 'DeskReadRequest', description: 'What you have seen of the talk' })

export const presenceRequest = z
  .object({
    state: z
      .enum(presenceStates)
      .describe(
        'here: working; away: for a moment; off: not working, which gives your users back to the queue',
      ),
  })
  .meta({ id: 'PresenceRequest', description: 'Whether you are at the desk; `here` needs to be said again' })
export const deskPerson = deskPersonName
  .extend({
    role: z.string().describe('Role of the account'),
    agents: z
      .union([z.literal('all'), z.array(z.string())])
      .describe('The agents whose users the person sees'),
    state: z
      .enum(presenceStates)
      .describe('Whether the person is at the desk; away also when nothing was heard of them'),
    seen_at: timeOrNull('When the person was last heard of'),
    open: z.int().min(0).describe('Users the person has now'),
  })
  .meta({ id: 'DeskPerson', description: 'A person at the desk' })
export const deskPresence = z
  .object({
    me: deskPerson.describe('You'),
    people: z.array(deskPerson).describe('Everybody who may work at the desk for agents of yours, you too'),
    agents: z
      .array(
        z.object({
          id: z.string().describe('Id of the agent'),
          name: z.string().describe('Its name'),
          away_after_s: z
            .int()
            .describe('Seconds without a sign of you until its users go back to the queue'),
          max_per_person: z.int().describe('Most users of it that one person has; 0 for no limit'),
        }),
      )
      .describe('Your agents that are connected to the desk'),
    heartbeat_s: z.int().describe('Say `here` again so often'),
  })
  .meta({ id: 'DeskPresence', description: 'Who is at the desk' })

/** The list of conversations that somebody at the desk may look into, and take over. */
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
  .meta({ id: 'DeskNextRequest', description: 'Whom to take from' })
export const deskTakeover = deskClaim
  .extend({ handoff_id: z.string().describe('Id of the handoff') })
  .meta({ id: 'DeskTakeover', description: 'You have the user' })
export const deskNext = z
  .object({ taken: deskTakeover.nullable().describe('The user you have now; null when nobody waits') })
  .meta({ id: 'DeskNext', description: 'The user you have now, if anybody waited' })

export type DeskItem = z.infer<typeof deskItem>
export type DeskCase = z.infer<typeof deskCase>
export type DeskMessage = z.infer<typeof deskMessage>
export type DeskWay = z.infer<typeof deskWay>
export type DeskNext = z.infer<typeof deskNext>
export type DeskNote = z.infer<typeof deskNote>
export type DeskPerson = z.infer<typeof deskPerson>
export type DeskPersonName = z.infer<typeof deskPersonName>
export type DeskPresence = z.infer<typeof deskPresence>
