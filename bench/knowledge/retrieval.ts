/**
 * How often the right entry is found, and found first, on public questions, and how well the service knows that nothing fits;
 * by words alone, and with the local model where `tandem model install` has put it into the data folder (`TANDEM_DATA`).
 *
 * The weights are chosen on the questions of even number, and the others (the odd half) are reported. That half is not unseen:
 * it was looked at three times on the way, with work going on afterwards where a target was missed; then for a plain sum of
 * cosine and match by words, as a yardstick, before the ranking with vectors was chosen anew on the even half; once after that;
 * and beside the even half while phrasings were first counted together, which was chosen on the even halves of this and other
 * sets. Of xquad_zh both halves were in sight when the numbers of the answer's BM25 and the Chinese stop words were settled.
 *
 * The thresholds of confidence, by which an answer is sure or offered, were chosen in sight of both halves of all these sets,
 * and of HWU64 and XQuAD in German, Russian and English: the shares of sure answers that are right are not measured on unseen
 * questions. Both halves were in sight too when it was settled how many lists and phrasings the first round of a search reads.
 * So expect a little less from new questions.
 */

import { type Band, judgePairs } from '@tandem/search/confidence'
import { rank } from '@tandem/search/rank'
import { openLocalModel, type QueryVectors, withVectors } from '../local-model.ts'
import type { Bench, Figure } from '../measure.ts'
import { type RetrievalSet, readSet } from '../retrieval-sets.ts'

const RANKS = 10
const TARGETS = [
  { set: 'banking77_5', recall: 0.6, mrr: 0.71 },
  { set: 'hint3_curekart', recall: 0.81, mrr: 0.88 },
  { set: 'xquad_zh', recall: 0.92, mrr: 0.95 },
] as const
const MODEL_TARGETS = [
  { set: 'banking77_5', recall: 0.77 },
  { set: 'hint3_curekart', recall: 0.87 },
] as const
const OUT_OF_SCOPE = { set: 'hint3_curekart', auroc: 0.85 } as const
/** So many of the answers given as sure must be right, of all questions and of those of a harder variant. */
const SURE_RIGHT = 0.9
/** The harder variants: with so many phrasings of each entry. */
const FEWER_PHRASINGS = [1, 3]

const HALVES =
  'ranking tuned on the even one, the odd one looked at several times on the way; confidence chosen in sight of both'

/** Both halves of this set were in sight when its numbers were settled. */
const seen = (set: string) => (set === 'xquad_zh' ? ', tuned in sight of it' : '')

interface Outcome {
  /** From 1; undefined when none of the first ten is right. */
  readonly rank: number | undefined
  readonly answerable: boolean
  readonly confidence: number
  readonly band: Band
}

export const bench: Bench = {
  name: 'banking77_5, Recall@1, odd half',
  target: `at least ${TARGETS[0].recall}`,
  async run() {
    const sets = TARGETS.map((target) => ({ ...target, outcomes: outcomesOf(readSet(target.set)) }))
    const figures = sets.flatMap(({ set, recall, mrr, outcomes }) => {
      const { held } = outcomes
      return [
        least(`${set}, Recall@1, odd half${seen(set)}`, recallOf(held), recall),
        least(`${set}, MRR@10, odd half${seen(set)}`, mrrOf(held), mrr),
      ]
    })
    for (const { set, outcomes } of sets)
      figures.push(...sureAnswers(set, [...outcomes.tuned, ...outcomes.held]))
    for (const phrasings of FEWER_PHRASINGS) {
      const { tuned, held } = outcomesOf(readSet('banking77_5', { phrasings }))
      figures.push(...sureAnswers(`banking77_5 with ${phrasings} of 5 phrasings`, [...tuned, ...held]))
    }
    const outcomes = sets.find(({ set }) => set === OUT_OF_SCOPE.set)?.outcomes.held ?? []
    figures.push(outOfScope(outcomes, ''))
    const model = await withModel()
    figures.push(...model.figures)
    const [first, ...also] = figures as [Figure, ...Figure[]]
    const tuned = sets.map(({ set, outcomes: { tuned } }) => [
      `${set}, even half, which it was tuned on`,
      `Recall@1 ${recallOf(tuned)}, MRR@10 ${mrrOf(tuned)}`,
    ])
    return {
      value: first.value,
      unit: first.unit,
      met: first.met === true,
      details: {
        'how the halves were used': HALVES,
        ...Object.fromEntries(tuned),
        ...model.details,
      },
      also,
    }
  },
}

/** The same with the local model, or one line that says it is not there. */
async function withModel(): Promise<{ figures: Figure[]; details: Record<string, string> }> {
  const embedder = openLocalModel()
  if (!embedder)
    return { figures: [], details: { 'with the local model': 'not measured: it is not installed' } }
  const figures: Figure[] = []
  const details: Record<string, string> = {}
  for (const { set, recall } of MODEL_TARGETS) {
    const read = readSet(set, { withVectors: true })
    const { vectors, msPerText } = await withVectors(embedder, read)
    const { held, tuned } = outcomesOf(read, vectors)
    figures.push(least(`${set} with the local model, Recall@1, odd half`, recallOf(held), recall))
    figures.push({ name: `${set} with the local model, MRR@10, odd half`, value: mrrOf(held), unit: '' })
    details[`${set} with the local model, even half, which it was tuned on`] =
      `Recall@1 ${recallOf(tuned)}, MRR@10 ${mrrOf(tuned)}; ${msPerText} ms a text in batches`
    figures.push(...sureAnswers(`${set} with the local model`, [...tuned, ...held]))
    if (set === OUT_OF_SCOPE.set) figures.push(outOfScope(held, ', with the local model'))
  }
  await embedder.close()
  return { figures, details }
}

function outcomesOf(
  { index, phrasings, answers, questions }: RetrievalSet,
  vectors?: QueryVectors,
): { tuned: Outcome[]; held: Outcome[] } {
  const all = questions.map(({ text, right }) => {
    const { found } = rank(index, text, { limit: RANKS, vector: vectors?.get(text) })
    const pairs = found.map((each) => ({
      question: phrasings[each.phrasing] as string,
      // Some sets have no answers; the entries stand for them.
      answer: (answers[each.phrasing] as string) || each.docId,
      found: each,
    }))
    const { confidence = 0, band = 'none' } = judgePairs(text, pairs)[0] ?? {}
    const place = found.findIndex(({ docId }) => right.has(docId))
    return {
      rank: place === -1 ? undefined : place + 1,
      answerable: right.size > 0,
      confidence,
      band,
    } as const
  })
  return { tuned: all.filter((_, i) => i % 2 === 0), held: all.filter((_, i) => i % 2 === 1) }
}

function mean(outcomes: readonly Outcome[], of: (outcome: Outcome) => number): number {
  const sum = outcomes.reduce((total, outcome) => total + of(outcome), 0)
  return rounded(sum / (outcomes.length || 1))
}

const answerable = (outcomes: readonly Outcome[]) => outcomes.filter((outcome) => outcome.answerable)
const recallOf = (outcomes: readonly Outcome[]) =>
  mean(answerable(outcomes), (outcome) => (outcome.rank === 1 ? 1 : 0))
const mrrOf = (outcomes: readonly Outcome[]) =>
  mean(answerable(outcomes), ({ rank: place }) => (place ? 1 / place : 0))

/** How many of the answers given as sure are right, and how many questions get one; those without an answer count. */
function sureAnswers(set: string, outcomes: readonly Outcome[]): Figure[] {
  const sure = outcomes.filter(({ band }) => band === 'answer')
  const precision = mean(sure, (outcome) => (outcome.rank === 1 ? 1 : 0))
  return [
    least(`${set}, sure answers that are right`, precision, SURE_RIGHT),
    {
      name: `${set}, questions with a sure answer`,
      value: rounded(sure.length / (outcomes.length || 1)),
      unit: 'of them',
    },
  ]
}

function outOfScope(outcomes: readonly Outcome[], how: string): Figure {
  const inside = outcomes.filter((outcome) => outcome.answerable)
  const outside = outcomes.filter((outcome) => !outcome.answerable)
  const name = `${OUT_OF_SCOPE.set}, AUROC of confidence, odd half${how}`
  return least(name, aurocOf(inside, outside), OUT_OF_SCOPE.auroc)
}

/** How often an answerable question is surer than one that is not. */
function aurocOf(inside: readonly Outcome[], outside: readonly Outcome[]): number {
  let wins = 0
  for (const { confidence: a } of inside) {
    for (const { confidence: b } of outside) wins += a > b ? 1 : a === b ? 0.5 : 0
  }
  return rounded(wins / (inside.length * outside.length || 1))
}

function least(name: string, value: number, wanted: number): Figure {
  return { name, target: `at least ${wanted}`, value, unit: '', met: value >= wanted }
}

const rounded = (value: number) => Number(value.toFixed(3))
