/** HTTP of question sets and their runs. */
import {
  mostQuestionSets,
  type QuestionSet,
  type QuestionSetRun,
  questionSetChange,
  questionSetRunQuery,
  questionSetRunRequest,
  type RunSummary,
  type SetQuestion,
} from '@tandem/contract/admin-question-sets'
import type { z } from 'zod'
import { agentInPath, lockLivingAgent, requireLivingAgent } from '../../agents/manage-agents.ts'
import { conflict, found, parameterFault } from '../../platform/fault.ts'
import { parse } from '../../platform/http/parse.ts'
import { type Call, pathParam, type RouteResponse } from '../../platform/http/route.ts'
import { newId } from '../../platform/ids.ts'
import { startSlices } from '../../platform/time-slices.ts'
import { requireDraft } from '../review/read-draft.ts'
import { type RunDeps, runSet, tryDraft } from './run-set.ts'
import {
  changeQuestionSet,
  deleteQuestionSet,
  findQuestionSet,
  findQuestionSetNamed,
  findRun,
  insertQuestionSet,
  type QuestionSetRow,
  questionOfPair,
  questionSetsOf,
  runsOfSet,
} from './store.ts'

type GivenQuestion = z.output<typeof questionSetChange>['questions'][number]

export function questionSetHandlers(deps: RunDeps) {
  const { database, clock } = deps
  /** Agents with a run under way in this process. */
  const running = new Set<string>()

  async function setInPath(call: Call): Promise<QuestionSetRow> {
    const agentId = await agentInPath(database, call)
    const id = pathParam(call, 'setId')
    return found(await findQuestionSet(database, agentId, id), noSet(id))
  }

  async function summaryOf(set: Omit<QuestionSetRow, 'agent_id' | 'questions'>) {
    const { id, name, question_count, created_at, updated_at } = set
    const [last] = await runsOfSet(database, id, 1)
    const last_run = last ? (JSON.parse(last.summary) as RunSummary) : null
    return { id, name, question_count, last_run, created_at, updated_at }
  }

  /** Adds the question of the expected pair, which identifies the pair once its id is gone. */
  async function storedQuestion(agentId: string, given: GivenQuestion, at: number): Promise<SetQuestion> {
    const { question, expected_pair_id: pairId = null, note = null } = given
    const now = pairId === null ? undefined : await questionOfPair(database, agentId, pairId)
    const expected = now ?? given.expected_question ?? null
    if (pairId !== null && expected === null) {
      const needed = 'the id of a pair of the agent, or its question as expected_question'
      throw parameterFault(`questions[${at}].expected_pair_id`, JSON.stringify(pairId), needed)
    }
    return { question, expected_pair_id: pairId, expected_question: expected, note }
  }

  const view = async (set: QuestionSetRow): Promise<QuestionSet> => ({
    ...(await summaryOf(set)),
    questions: JSON.parse(set.questions) as SetQuestion[],
  })

  return {
    async list(call: Call): Promise<RouteResponse> {
      const agentId = await agentInPath(database, call)
      const sets = await questionSetsOf(database, agentId)
      return { json: { items: await Promise.all(sets.map(summaryOf)) } }
    },

    async get(call: Call): Promise<RouteResponse> {
      return { json: await view(await setInPath(call)) }
    },

    async put(call: Call): Promise<RouteResponse> {
      const { id, name, questions: given, if_updated_at: seenAt } = parse(questionSetChange, call.body)
      const agentId = await agentInPath(database, call, 'living')
      const questions: SetQuestion[] = []
      const slices = startSlices()
      for (const [at, each] of given.entries()) {
        questions.push(await storedQuestion(agentId, each, at))
        if (slices.over()) await slices.pause()
      }
      const set = await database.transaction('question-sets: put', async (tx) => {
        // Two requests that make a set of one name at once must not both find none.
        await lockLivingAgent(tx, agentId)
        const now = clock.now()
        const named = await findQuestionSetNamed(tx, agentId, name)
        const old = id === undefined ? named : await findQuestionSet(tx, agentId, id)
        if (id !== undefined) found(old, noSet(id))
        if (old && named && named.id !== old.id)
          throw conflict(`Another set has the name ${JSON.stringify(name)}. Take another name.`)
        if (old && seenAt !== undefined && old.updated_at !== seenAt)
          throw conflict(
            'Somebody else has changed the set since it was opened. Copy what you need, cancel, and open it again.',
          )
        const content = {
          name,
          questions: JSON.stringify(questions),
          question_count: questions.length,
          updated_at: now,
        }
        if (old) {
          await changeQuestionSet(tx, old.id, content)
          return { ...old, ...content }
        }
        if ((await questionSetsOf(tx, agentId)).length >= mostQuestionSets)
          throw conflict(`The agent has ${mostQuestionSets} question sets, which is the most. Delete one.`)
        const row = { ...content, id: newId(now), agent_id: agentId, created_at: now }
        await insertQuestionSet(tx, row)
        return row
      })
      return { json: await view(set) }
    },

    async remove(call: Call): Promise<RouteResponse> {
      const { id } = await setInPath(call)
      await database.transaction('question-sets: remove', (tx) => deleteQuestionSet(tx, id))
      return { status: 204 }
    },

    async run(call: Call): Promise<RouteResponse> {
      const set = await setInPath(call)
      const { draft, trial = false } = parse(questionSetRunRequest, call.body)
      if (trial && draft === undefined)
        throw parameterFault('draft', 'nothing beside trial', 'the id of a document with a draft')
      await requireLivingAgent(database, set.agent_id)
      if (draft !== undefined) await requireDraft(database, set.agent_id, draft)
      if (running.has(set.agent_id))
        throw conflict('A question set of the agent is being run. Wait until that has ended.')
      running.add(set.agent_id)
      try {
        if (trial && draft !== undefined) return { status: 201, json: await tryDraft(deps, set, draft) }
        return { status: 201, json: found(await runSet(deps, set, draft), noSet(set.id)) }
      } finally {
        running.delete(set.agent_id)
      }
    },

    async runs(call: Call): Promise<RouteResponse> {
      const { limit } = parse(questionSetRunQuery, call.query)
      const rows = await runsOfSet(database, (await setInPath(call)).id, limit)
      return { json: { items: rows.map(({ summary }) => JSON.parse(summary) as RunSummary) } }
    },

    async getRun(call: Call): Promise<RouteResponse> {
      const set = await setInPath(call)
      const id = pathParam(call, 'runId')
      const words = `The set has no run with the id ${id.slice(0, 60)}.`
      const row = found(await findRun(database, set.id, id), words)
      const { results, changes } = JSON.parse(row.results) as Pick<QuestionSetRun, 'results' | 'changes'>
      return { json: { ...(JSON.parse(row.summary) as RunSummary), results, changes } }
    },
  }
}

const noSet = (id: string) => `The agent has no question set with the id ${id.slice(0, 60)}.`
