/**
 * Asks every question of a set, finds the rank of the expected pair, and compares with the run before. All phrasings of the
 * entry of the pair count: a hit counts when its document and its answer are those of the pair. The pair is identified by its
 * id, whatever its question is now, or else by the question that was stored with it.
 */
import {
  keptRuns,
  type QuestionSetRun,
  type RunOutcome,
  type SetQuestion,
} from '@tandem/contract/admin-question-sets'
import type { Core } from '../../platform/core.ts'
import { newId } from '../../platform/ids.ts'
import { mapConcurrently } from '../../platform/time-slices.ts'
import type { Hit, Search } from '../search/search-result.ts'
import { findQuestionSet, insertRun, lastRunOf, type QuestionSetRow, questionOfPair } from './store.ts'

export interface RunDeps extends Pick<Core, 'clock' | 'database'> {
  readonly search: Search
}

type Result = QuestionSetRun['results'][number]

/** The number of hits among which the expected pair is looked for. */
const LOOKED_AT = 10
const AT_ONCE = 4
const SHOWN_CHARS = 300

/** Undefined when the set was deleted meanwhile. */
export async function runSet(
  deps: RunDeps,
  set: QuestionSetRow,
  draft: string | undefined,
): Promise<QuestionSetRun | undefined> {
  const { database, clock } = deps
  const startedAt = clock.now()
  const results = await askAll(deps, set, draft)
  return database.transaction('question-sets: run', async (tx) => {
    if (!(await findQuestionSet(tx, set.agent_id, set.id))) return undefined
    const last = await lastRunOf(tx, set.id)
    const before = last && { id: last.id, ...(JSON.parse(last.results) as Pick<QuestionSetRun, 'results'>) }
    const run = runOf(set, draft, startedAt, clock.now(), results, before)
    const { results: _results, changes, ...summary } = run
    const row = { id: run.id, set_id: set.id, agent_id: set.agent_id, created_at: startedAt }
    const stored = { summary: JSON.stringify(summary), results: JSON.stringify({ results, changes }) }
    await insertRun(tx, { ...row, ...stored }, keptRuns)
    return run
  })
}

/** Compares the results of a set with and without a draft. Nothing is stored. */
export async function tryDraft(deps: RunDeps, set: QuestionSetRow, draft: string): Promise<QuestionSetRun> {
  const { clock } = deps
  const startedAt = clock.now()
  const before = { id: null, results: await askAll(deps, set, undefined) }
  const results = await askAll(deps, set, draft)
  return runOf(set, draft, startedAt, clock.now(), results, before)
}

function runOf(
  set: QuestionSetRow,
  draft: string | undefined,
  startedAt: number,
  endedAt: number,
  results: Result[],
  before: { readonly id: string | null; readonly results: readonly Result[] } | undefined,
): QuestionSetRun {
  const changes = before ? changesSince(before.results, results) : []
  return {
    id: newId(startedAt),
    set_id: set.id,
    draft: draft ?? null,
    at: startedAt,
    took_ms: endedAt - startedAt,
    ...countsOf(results),
    previous_run_id: before?.id ?? null,
    changed: changes.length,
    results,
    changes,
  }
}

const askAll = (deps: RunDeps, { agent_id, questions }: QuestionSetRow, draft: string | undefined) =>
  mapConcurrently(JSON.parse(questions) as SetQuestion[], AT_ONCE, (question) =>
    ask(deps, agent_id, question, draft),
  )

async function ask(
  { database, search }: RunDeps,
  agentId: string,
  { question, expected_pair_id, expected_question }: SetQuestion,
  draft: string | undefined,
): Promise<Result> {
  const { hits } = await search(agentId, { text: question, limit: LOOKED_AT, draft })
  const now =
    expected_pair_id === null ? undefined : await questionOfPair(database, agentId, expected_pair_id)
  const wordings = [...new Set([now, expected_question])].filter((each) => typeof each === 'string')
  let wanted: Hit | undefined
  for (const wording of wordings) wanted ??= await expectedIn(search, agentId, wording, draft)
  const at = wanted ? hits.findIndex((hit) => hit.docId === wanted.docId && hit.answer === wanted.answer) : -1
  const [best] = hits
  return {
    question,
    expected_question: wanted?.question ?? wordings[0] ?? null,
    expected: wordings.length === 0 ? 'none' : wanted ? 'there' : 'missing',
    rank: at === -1 ? null : at + 1,
    band: best?.band ?? 'none',
    top: best
      ? { doc_id: best.docId, question: beginning(best.question), answer: beginning(best.answer) }
      : null,
  }
}

/** Finds the pair by its own question. */
async function expectedIn(
  search: Search,
  agentId: string,
  question: string,
  draft: string | undefined,
): Promise<Hit | undefined> {
  const { hits } = await search(agentId, { text: question, limit: LOOKED_AT, draft })
  return hits.find((hit) => hit.question.trim() === question.trim())
}

const beginning = (text: string) =>
  text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS).toWellFormed()}…` : text

function countsOf(results: readonly Result[]) {
  const expecting = results.filter(({ expected }) => expected !== 'none')
  const recall = (within: number) =>
    expecting.length === 0
      ? null
      : expecting.filter(({ rank }) => rank !== null && rank <= within).length / expecting.length
  const inBand = (band: Result['band']) => results.filter((result) => result.band === band).length
  return {
    questions: results.length,
    expected: expecting.length,
    recall_at_1: recall(1),
    recall_at_5: recall(5),
    bands: { answer: inBand('answer'), offer: inBand('offer'), none: inBand('none') },
  }
}

/** Questions that both runs asked. */
function changesSince(before: readonly Result[], after: readonly Result[]): QuestionSetRun['changes'] {
  const known = new Map(before.map((result) => [result.question, result]))
  return after.flatMap((result) => {
    const old = known.get(result.question)
    if (!old || isSame(old, result)) return []
    return [{ question: result.question, before: outcomeOf(old), after: outcomeOf(result) }]
  })
}

const outcomeOf = ({ rank, band, top }: Result): RunOutcome => ({ rank, band, top })

/** The part of a result that users notice: a hit that is too far off reaches nobody. */
const noticed = ({ rank, band, top }: Result) => JSON.stringify([rank, band, band === 'none' ? null : top])
const isSame = (a: Result, b: Result) => noticed(a) === noticed(b)
