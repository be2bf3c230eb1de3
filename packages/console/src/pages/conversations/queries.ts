/** What the screens of conversations read, and how filters of the address become a question to the service. */
import type { AdminConversation, AdminMessage } from '@tandem/sdk/source'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { admin, live } from '../../api.ts'
import type { Filters } from '../../filters.ts'

export const filterNames = [
  'q',
  'owner',
  'outcome',
  'feedback',
  'language',
  'type',
  'user',
  'from',
  'until',
] as const
export type TalkFilters = Filters<(typeof filterNames)[number]>

const DAY_MS = 86_400_000
const PAGE = 100
/** Messages of one request. */
const SLICE = 200

type Params = Parameters<typeof admin.conversations.list>[0]

/** Days in the address are whole days where the reader is. */
const dayOf = (text: string | undefined) => {
  const at = text === undefined ? Number.NaN : new Date(`${text}T00:00:00`).getTime()
  return Number.isNaN(at) ? undefined : at
}

export function paramsOf(agentId: string, filters: TalkFilters): Params {
  const { q, owner, outcome, feedback, language, type, user, from, until } = filters
  const last = dayOf(until)
  return {
    agentId,
    q,
    language,
    userId: user,
    // The service says so if an address names something else.
    owner: owner as Params['owner'],
    outcome: outcome as Params['outcome'],
    feedback: feedback as Params['feedback'],
    type: type as Params['type'],
    from: dayOf(from),
    until: last === undefined ? undefined : last + DAY_MS - 1,
  }
}

/** The service counts pages; the number of the next one serves as the cursor. */
export async function readPage(params: Params, cursor: string | undefined, signal: AbortSignal) {
  const page = Number(cursor ?? 1)
  const answer = await admin.conversations.list({ ...params, page, pageSize: PAGE }, { signal }).page()
  return { ...answer, next_cursor: page * PAGE < answer.total ? String(page + 1) : null }
}

export interface TalkData {
  readonly conversation: AdminConversation
  readonly messages: readonly AdminMessage[]
}

/** The newest messages, at least `most` of them where there are so many. */
export const talkQuery = (conversationId: string, most: number) =>
  queryOptions({
    queryKey: ['conversation', conversationId, most],
    async queryFn({ signal }): Promise<TalkData> {
      const read = (after: number) =>
        admin.conversations.get({ conversationId, after, limit: SLICE }, { signal })
      const first = await read(0)
      if (!first.has_more) return first
      const messages: AdminMessage[] = []
      let after = Math.max(0, first.conversation.message_count - most)
      for (;;) {
        const slice = after === 0 ? first : await read(after)
        messages.push(...slice.messages)
        if (!slice.has_more) return { conversation: slice.conversation, messages }
        after = slice.messages.at(-1)?.sequence ?? after
      }
    },
    meta: live('message', 'turn', 'handoff'),
    // What is there stays while more of it is read.
    placeholderData: keepPreviousData,
  })

export const scoreQuery = (conversationId: string) =>
  queryOptions({
    queryKey: ['score', conversationId],
    queryFn: ({ signal }) => admin.conversations.score({ conversationId }, { signal }),
    meta: live('message', 'turn', 'handoff', 'delivery', 'endpoint'),
  })

/** What a user is called. */
export const nameOf = ({ user_id, email }: Pick<AdminConversation, 'user_id' | 'email'>) => user_id ?? email
