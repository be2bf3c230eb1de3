/** HTTP of unanswered questions: lists, groups, the questions that a pair would answer, and answering them. */
import {
  caughtRequest,
  mostUnanswered,
  type UnansweredGroups,
  unansweredAnswerRequest,
  unansweredGroupQuery,
  unansweredQuery,
} from '@tandem/contract/admin-unanswered'
import { groupAlike } from '@tandem/search/group-alike'
import { agentInPath } from '../agents/manage-agents.ts'
import type { Knowledge } from '../knowledge/revisions.ts'
import { cursorOf, pageOf, positionOfCursor } from '../platform/http/cursor.ts'
import { parse } from '../platform/http/parse.ts'
import { type Call, callerName, pathParam, type RouteResponse } from '../platform/http/route.ts'
import { startSlices } from '../platform/time-slices.ts'
import { findCaught } from './catch-unanswered.ts'
import { answerQuestion, dismissQuestion, questionView } from './collect-unanswered.ts'
import { listUnanswered, sortedBy, type UnansweredFilter, type UnansweredRow } from './quality-store.ts'

export function unansweredHandlers(knowledge: Knowledge) {
  const { database } = knowledge
  return {
    async list(call: Call): Promise<RouteResponse> {
      const { state = 'open', q: text, sort = 'asked', limit, cursor } = parse(unansweredQuery, call.query)
      const agentId = await agentInPath(database, call)
      const after = cursor === undefined ? undefined : positionOfCursor(cursor)
      const rows = await listUnanswered(database.scanReader, { agentId, state, text, sort }, limit + 1, after)
      const cursorAt = (row: UnansweredRow) => cursorOf({ at: row[sortedBy(sort)], id: row.id })
      return { json: pageOf(rows, limit, questionView, cursorAt) }
    },

    async groups(call: Call): Promise<RouteResponse> {
      const { state = 'open', q: text, sort = 'asked', limit, from } = parse(unansweredGroupQuery, call.query)
      const agentId = await agentInPath(database, call)
      const rows = await listUnanswered(database.scanReader, { agentId, state, text, sort }, mostUnanswered)
      const groups = await groupUnanswered(rows, sort)
      const json: UnansweredGroups = {
        items: groups.slice(from, from + limit),
        total: groups.length,
        looked_at: rows.length,
        next_from: from + limit < groups.length ? from + limit : null,
      }
      return { json }
    },

    async caught(call: Call): Promise<RouteResponse> {
      const pair = parse(caughtRequest, call.body)
      const agentId = await agentInPath(database, call)
      return { json: await findCaught(database.scanReader, agentId, pair) }
    },

    async answer(call: Call): Promise<RouteResponse> {
      const { answer, question, doc_id: docId, also: otherIds } = parse(unansweredAnswerRequest, call.body)
      const [agentId, id] = [pathParam(call, 'agentId'), pathParam(call, 'questionId')]
      const by = callerName(call)
      const done = await answerQuestion(knowledge, agentId, id, { answer, question, docId, otherIds, by })
      const caught = await findCaught(database.scanReader, agentId, done.pair)
      return { status: 201, json: { doc_id: done.docId, question: questionView(done.row), caught } }
    },

    async dismiss(call: Call): Promise<RouteResponse> {
      const row = await dismissQuestion(knowledge, pathParam(call, 'agentId'), pathParam(call, 'questionId'))
      return { json: questionView(row) }
    },
  }
}

type Group = UnansweredGroups['items'][number]

const SHOWN = 50

/** Groups similar questions, because one pair answers all of them; in the requested order. */
async function groupUnanswered(
  rows: readonly UnansweredRow[],
  sort: UnansweredFilter['sort'],
): Promise<Group[]> {
  // The question that was asked most names its group, in either order.
  const byAsked = rows.toSorted((a, b) => b.asked - a.asked || (a.id < b.id ? 1 : -1))
  const slices = startSlices()
  const leaders = await groupAlike(
    byAsked.map(({ question }) => question),
    async () => {
      if (slices.over()) await slices.pause()
    },
  )
  const groups = Map.groupBy(byAsked, (_, at) => leaders[at] as number)
  const shown = Array.from(groups.values(), groupView)
  return shown.sort((a, b) =>
    sort === 'asked'
      ? b.asked - a.asked || b.last_asked_at - a.last_asked_at
      : b.last_asked_at - a.last_asked_at || b.asked - a.asked,
  )
}

function groupView(rows: readonly UnansweredRow[]): Group {
  return {
    question: rows[0]?.question ?? '',
    asked: rows.reduce((sum, { asked }) => sum + asked, 0),
    question_count: rows.length,
    last_asked_at: rows.reduce((last, row) => Math.max(last, row.last_asked_at), 0),
    questions: rows.slice(0, SHOWN).map(questionView),
  }
}
