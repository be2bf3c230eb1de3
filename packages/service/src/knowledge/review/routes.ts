/** HTTP of review: the draft of a document, the plan of what would change, and apply. */
import {
  applyRequest,
  type DraftPair,
  type DraftPassage,
  type DraftSummary,
  draftDecision,
  draftListQuery,
  draftPairChange,
  draftPairsQuery,
  planEnvelope,
  planQuery,
} from '@tandem/contract/admin-review'
import { qaPairSchema } from '@tandem/contract/knowledge'
import type { Limits } from '@tandem/contract/limits'
import { agentInPath } from '../../agents/manage-agents.ts'
import type { Reader } from '../../platform/database/handle.ts'
import { Fault, parameterFault } from '../../platform/fault.ts'
import { parse, parseEach } from '../../platform/http/parse.ts'
import { type Call, callerName, pathParam, type RouteResponse } from '../../platform/http/route.ts'
import type { Place } from '../convert/model/plan-parts.ts'
import { askedPlaces, chunkBody } from '../convert/run-store.ts'
import { originOf } from '../edit-pairs.ts'
import { documentInPath } from '../find-document.ts'
import type { Knowledge } from '../revisions.ts'
import { applyDraft, discardDraft } from './apply-draft.ts'
import { decidePairs, editDraftPair } from './decide-pairs.ts'
import { type DraftRow, draftsOfAgent } from './draft-store.ts'
import { planDraft, planList, planRollback } from './plan-change.ts'
import { countDraft, pageReviewed, type ReviewedPair, readReviewed, requireDraft } from './read-draft.ts'

export function reviewHandlers({
  knowledge,
  limits,
}: {
  readonly knowledge: Knowledge
  readonly limits: Limits
}) {
  const { database } = knowledge
  const pairChange = draftPairChange(limits)
  const planRequest = planEnvelope(limits)
  const pair = qaPairSchema(limits)

  async function summaryOf(draft: DraftRow, name: string): Promise<DraftSummary> {
    return {
      doc_id: draft.document_id,
      doc_name: name,
      format: draft.format,
      counts: await countDraft(database, draft),
      created_at: draft.created_at,
      updated_at: draft.updated_at,
    }
  }

  return {
    async drafts(call: Call): Promise<RouteResponse> {
      const { limit, cursor } = parse(draftListQuery, call.query)
      const agentId = await agentInPath(database, call)
      const rows = await draftsOfAgent(database, agentId, cursor, limit + 1)
      const items: DraftSummary[] = []
      for (const { name, ...draft } of rows.slice(0, limit)) items.push(await summaryOf(draft, name))
      return { json: { items, next_cursor: rows.length > limit ? (items.at(-1)?.doc_id ?? null) : null } }
    },

    async draft(call: Call): Promise<RouteResponse> {
      const { agent_id, id, name } = await documentInPath(database, call)
      return { json: await summaryOf(await requireDraft(database, agent_id, id), name) }
    },

    async draftPairs(call: Call): Promise<RouteResponse> {
      const document = await documentInPath(database, call)
      const { state, from, limit } = parse(draftPairsQuery, call.query)
      const draft = await requireDraft(database, document.agent_id, document.id)
      const { items, nextFrom } = await pageReviewed(database, draft, state, from, limit)
      const counts = await countDraft(database, draft)
      return { json: { items: items.map(pairView), counts, next_from: nextFrom } }
    },

    async editPair(call: Call): Promise<RouteResponse> {
      const { agent_id, id } = await documentInPath(database, call, 'living')
      const change = parse(pairChange, call.body)
      if (change.question === undefined && change.answer === undefined)
        throw parameterFault('question', 'neither question nor answer', 'one of them')
      return { json: pairView(await editDraftPair(knowledge, agent_id, id, ordinalOf(call), change)) }
    },

    async passage(call: Call): Promise<RouteResponse> {
      const { agent_id, id } = await documentInPath(database, call)
      const draft = await requireDraft(database, agent_id, id)
      const ordinal = ordinalOf(call)
      const passage = await readPassage(database, draft, ordinal)
      if (passage === undefined) throw noPair(String(ordinal))
      return { json: { passage } satisfies DraftPassage }
    },

    async decide(call: Call): Promise<RouteResponse> {
      const { agent_id, id } = await documentInPath(database, call, 'living')
      const { decision, ordinals, all } = parse(draftDecision, call.body)
      if ((ordinals !== undefined) === (all === true))
        throw parameterFault(
          'ordinals',
          all ? 'both ordinals and all' : 'neither ordinals nor all',
          'one of them',
        )
      return { json: await decidePairs(knowledge, agent_id, id, decision, ordinals ?? 'all') }
    },

    async discard(call: Call): Promise<RouteResponse> {
      const { agent_id, id } = await documentInPath(database, call, 'living')
      await discardDraft(knowledge, agent_id, id)
      return { status: 204 }
    },

    async plan(call: Call): Promise<RouteResponse> {
      const document = await documentInPath(database, call)
      const { to, list = 'changed', from, limit } = parse(planQuery, call.query)
      const plan = to === 'previous' ? planRollback : planDraft
      return { json: await plan(database, document, { list, from, limit }) }
    },

    async planList(call: Call): Promise<RouteResponse> {
      const document = await documentInPath(database, call)
      const { list = 'changed', from, limit } = parse(planQuery, call.query)
      const { qaList } = parse(planRequest, call.body)
      const pairs = await parseEach(pair, 'qaList', qaList)
      return { json: await planList(database, document, pairs, { list, from, limit }) }
    },

    async apply(call: Call): Promise<RouteResponse> {
      const { agent_id, id } = await documentInPath(database, call, 'living')
      const { version } = parse(applyRequest, call.body)
      const { pairs } = await applyDraft(knowledge, agent_id, id, { version, by: callerName(call) })
      return { json: { doc_id: id, pairs } }
    },
  }
}

const noPair = (ordinal: string) => new Fault('notFound', `The draft has no pair ${ordinal.slice(0, 20)}.`)

function ordinalOf(call: Call): number {
  const ordinal = pathParam(call, 'ordinal')
  if (!/^\d{1,9}$/.test(ordinal)) throw noPair(ordinal)
  return Number(ordinal)
}

function pairView(pair: ReviewedPair): DraftPair {
  const { ordinal, state, question, answer, original } = pair
  return { ordinal, state, question, answer, original, origin: originOf(pair) }
}

/**
 * The passage of the file that a model made a pair from, for an editor to compare. Undefined when there is no such pair; null
 * when no model made it: then its words are those of the file.
 */
async function readPassage(db: Reader, draft: DraftRow, ordinal: number): Promise<string | null | undefined> {
  const [pair] = await readReviewed(db, draft, ordinal, 1)
  if (pair?.ordinal !== ordinal) return undefined
  const origin = originOf(pair)
  if (origin?.how !== 'model') return null
  const chunk = (await askedPlaces(db, draft.run_id)).find(({ place }) => {
    const { start, end } = JSON.parse(place) as Place
    return start <= origin.start && origin.end <= end
  })
  return (chunk && (await chunkBody(db, draft.run_id, chunk.ordinal))) ?? null
}
