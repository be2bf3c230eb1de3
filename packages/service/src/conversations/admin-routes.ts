/** HTTP of conversations for the people who run the agent: lists, single conversations with all details, and usage. */
import {
  type AdminConversation,
  type AdminConversationQuery,
  type AdminMessage,
  adminConversationExportQuery,
  adminConversationQuery,
  adminMessageQuery,
  usageQuery,
} from '@tandem/contract/admin-conversations'
import { requireAgent } from '../agents/manage-agents.ts'
import { roundCredits } from '../delivery/usage.ts'
import type { Knowledge } from '../knowledge/revisions.ts'
import { DAY_MS } from '../platform/clock.ts'
import type { Reader } from '../platform/database/handle.ts'
import { parse } from '../platform/http/parse.ts'
import type { Call, RouteResponse } from '../platform/http/route.ts'
import { columnsOf, pagesOf, streamRows } from '../platform/http/stream-rows.ts'
import { entryOf, filesOf, type LinkTo } from './history-routes.ts'
import { conversationInPath } from './open-conversation.ts'
import {
  type ConversationFilter,
  conversationsAfter,
  conversationsContaining,
  pageConversations,
  timeOfNthNewest,
} from './page-store.ts'
import { keptUsageByDay, type UsageRow, usageByDay } from './quality-store.ts'
import { pageOfMessages } from './read-messages.ts'
import { type ConversationRow, type MessageRow, userOf } from './store.ts'

const USAGE_DAYS = 30
const EXPORT_PAGE = 200

export function adminConversationHandlers(knowledge: Knowledge, linkTo: LinkTo) {
  const { database, clock } = knowledge
  const { scanReader } = database

  const view = async (row: ConversationRow) => conversationView(row, await userOf(database, row))

  return {
    async list(call: Call): Promise<RouteResponse> {
      const { page, page_size, ...query } = parse(adminConversationQuery, call.query)
      await requireAgent(database, query.agent_id)
      const { filter, searchedFrom } = await filterOf(scanReader, query)
      const { list, total } = await pageConversations(scanReader, filter, page_size, (page - 1) * page_size)
      return { json: { items: await Promise.all(list.map(view)), total, searched_from: searchedFrom } }
    },

    async export(call: Call): Promise<RouteResponse> {
      const { format = 'csv', ...query } = parse(adminConversationExportQuery, call.query)
      await requireAgent(database, query.agent_id)
      const { filter } = await filterOf(scanReader, query)
      const pages = pagesOf(async (after: ConversationRow | undefined) => {
        const rows = await conversationsAfter(scanReader, filter, after, EXPORT_PAGE)
        return { items: await Promise.all(rows.map(view)), next: rows.at(-1) }
      })
      return streamRows({ format, name: 'conversations', columns, pages })
    },

    async get(call: Call): Promise<RouteResponse> {
      const range = parse(adminMessageQuery, call.query)
      const row = await conversationInPath(database, call)
      const page = await pageOfMessages(database, row.id, range, (message) => messageView(message, linkTo))
      return { json: { conversation: await view(row), ...page } }
    },

    async usage(call: Call): Promise<RouteResponse> {
      const { agent_id, conversation_id, from, until = clock.now() } = parse(usageQuery, call.query)
      await requireAgent(database, agent_id)
      const span = { agentId: agent_id, from: from ?? until - USAGE_DAYS * DAY_MS, until }
      const present = await usageByDay(scanReader, { ...span, conversationId: conversation_id })
      const kept = conversation_id === undefined ? await keptUsageByDay(scanReader, span) : []
      const rows = byDay([...present, ...kept])
      return { json: { total: consumedView(addUp(rows)), days: rows.map(dayView) } }
    },
  }
}

const columns = columnsOf<AdminConversation>()(
  'conversation_id',
  'user_id',
  'anonymous_id',
  'email',
  'conversation_type',
  'subject',
  'language',
  'owner',
  'outcome',
  'message_count',
  'cost_credit',
  'created_at',
  'recent_chat_time',
)

function conversationView(row: ConversationRow, userId: string | null): AdminConversation {
  return {
    ...entryOf(row, userId),
    email: row.email,
    language: row.language,
    owner: row.handoff_id === null ? 'ai' : 'human',
    outcome: row.outcome,
    handoff_id: row.handoff_id,
    created_at: row.created_at,
  }
}

export function messageView(row: MessageRow, linkTo: LinkTo): AdminMessage {
  const { id, seq, role, mode, text, parent_id, handoff_id, feedback, quality, created_at } = row
  const usage = row.usage === null ? null : JSON.parse(row.usage)
  const detail = row.detail === null ? null : JSON.parse(row.detail)
  const said = { id, sequence: seq, role, mode, text, parent_id, handoff_id, created_at }
  return { ...said, files: filesOf(row, linkTo), usage, detail, feedback, quality }
}

type Consumed = Omit<UsageRow, 'day'>

function byDay(rows: readonly UsageRow[]): UsageRow[] {
  const days = [...Map.groupBy(rows, ({ day }) => day)].sort(([a], [b]) => a - b)
  return days.map(([day, of]) => ({ day, ...addUp(of) }))
}

function addUp(rows: readonly UsageRow[]): Consumed {
  const total = { turns: 0, prompt_tokens: 0, completion_tokens: 0, credits: 0 }
  for (const row of rows) {
    total.turns += row.turns
    total.prompt_tokens += row.prompt_tokens
    total.completion_tokens += row.completion_tokens
    total.credits += row.credits
  }
  return total
}

function consumedView({ turns, prompt_tokens, completion_tokens, credits }: Consumed) {
  const total_tokens = prompt_tokens + completion_tokens
  return { turns, prompt_tokens, completion_tokens, total_tokens, credits: roundCredits(credits) }
}

function dayView(row: UsageRow) {
  return { day: new Date(row.day * DAY_MS).toISOString().slice(0, 10), ...consumedView(row) }
}

const MESSAGES_SEARCHED = 20_000
const MOST_FOUND = 1000

/**
 * The filter of a list of conversations. Text is searched first, in a bounded number of the newest messages; the other
 * conditions are columns of the conversation. `searchedFrom` is the time of the oldest searched message; null when the whole
 * requested time was searched.
 */
async function filterOf(
  db: Reader,
  query: Omit<AdminConversationQuery, 'page' | 'page_size'>,
): Promise<{ filter: ConversationFilter; searchedFrom: number | null }> {
  const { agent_id: agentId, user_id: userId, type, owner, outcome, feedback, language, q } = query
  const span = { agentId, from: query.from ?? 0, until: query.until ?? Number.MAX_SAFE_INTEGER }
  const filter = { ...span, channel: type ?? null, userId, owner, outcome, feedback, language }
  if (q === undefined) return { filter, searchedFrom: null }
  const searchedFrom = (await timeOfNthNewest(db, span, MESSAGES_SEARCHED)) ?? null
  const limits = { newest: MESSAGES_SEARCHED, most: MOST_FOUND }
  const ids = await conversationsContaining(db, { ...span, text: q, ...limits })
  return { filter: { ...filter, ids }, searchedFrom }
}
