/** What the desk reads. The feed tells when it is stale; nothing polls. */

import type { AdminMessage, DeskCase, DeskItem, FeedEvent } from '@tandem/sdk/source'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { admin, live, liveOf, queryClient } from '../api.ts'

const MOST_WAITING = 500

/** What a user has on the screen changes nothing but the talk with them. */
const notSeen = { except: 'seen' } as const

export const queueQuery = () =>
  queryOptions({
    queryKey: ['desk', 'queue'],
    queryFn: ({ signal }) => admin.desk.queue({ limit: MOST_WAITING }, { signal }),
    meta: { ...live('desk', 'handoff', 'message'), ...notSeen },
  })

export const caseQuery = (handoffId: string) =>
  queryOptions({
    queryKey: ['desk', 'case', handoffId],
    queryFn: ({ signal }) => admin.desk.get({ handoffId }, { signal }),
    meta: liveOf(aboutOf(handoffId), 'desk', 'handoff', 'message', 'delivery'),
  })

/** Once the conversation is known, what happens in others is no news for it. */
function aboutOf(handoffId: string): Partial<FeedEvent> {
  const known = queryClient.getQueryData<DeskCase>(['desk', 'case', handoffId])
  return { handoff_id: handoffId, ...(known ? { conversation_id: known.conversation_id } : {}) }
}

export const presenceQuery = () =>
  queryOptions({
    queryKey: ['desk', 'presence'],
    queryFn: ({ signal }) => admin.desk.presence({ signal }),
    meta: { ...live('desk'), ...notSeen },
  })

/** For the last words of the user: a new message asks anew, and what was found stays until then. */
const LOOKED_FOR_CHARS = 500

export const suggestQuery = (handoffId: string, asked: AdminMessage | undefined) =>
  queryOptions({
    queryKey: ['desk', 'suggest', handoffId, asked?.id],
    queryFn: ({ signal }) =>
      admin.desk.suggest({ handoffId, q: asked?.text.slice(0, LOOKED_FOR_CHARS).toWellFormed() }, { signal }),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Those of all one's agents; with a handoff those of its agent, filled in for its user. */
export const snippetsQuery = (handoffId?: string) =>
  queryOptions({
    queryKey: ['desk', 'snippets', handoffId],
    queryFn: ({ signal }) => admin.desk.snippets.list({ handoffId }, { signal }),
    meta: liveOf({ about: 'snippets' }, 'desk'),
  })

/** After an act of one's own: at once, without waiting for the feed. */
export const deskChanged = () => queryClient.invalidateQueries({ queryKey: ['desk'] })

/** Ids that were made up for somebody unknown. */
const ANONYMOUS = /^\w{1,20}:[0-9a-f-]{36}$/

/** What a user is called: a name, the developer's own id for them, an email address, or what tells visitors apart. */
export function nameOf({ user }: Pick<DeskItem, 'user'>, visitor: (id: string) => string): string {
  const { name, id, email } = user
  return name ?? (ANONYMOUS.test(id) ? (email ?? visitor(id.slice(-4))) : id)
}

export const conversationsQuery = (agentId: string, q: string | undefined) =>
  queryOptions({
    queryKey: ['desk', 'conversations', agentId, q],
    queryFn: ({ signal }) => admin.desk.conversations({ agentId, q, pageSize: 100 }, { signal }).page(),
    placeholderData: keepPreviousData,
    meta: live('message', 'handoff'),
  })

export const conversationQuery = (conversationId: string) =>
  queryOptions({
    queryKey: ['desk', 'conversation', conversationId],
    queryFn: ({ signal }) => admin.desk.conversation({ conversationId, limit: 200 }, { signal }),
    meta: live('message', 'turn', 'handoff'),
  })
