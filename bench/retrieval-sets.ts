/**
 * Public sets for measuring search, each as an index of its own with its questions. An entry is a document: its phrasings share
 * an answer. The sets are not part of the repository; README.md says where they are published and in which form they are read.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BaseIndex } from '@tandem/search/base-index'
import { NotMeasured } from './measure.ts'

export interface SetQuestion {
  readonly text: string
  /** Ids of the right entries; none when nothing stored answers it. */
  readonly right: ReadonlySet<string>
}

export interface RetrievalSet {
  readonly index: BaseIndex
  /** By their number in the index. */
  readonly phrasings: readonly string[]
  /** The vector of each phrasing. */
  readonly answers: readonly string[]
  readonly questions: readonly SetQuestion[]
}

interface Entry {
  id: string
  question: string
  answer: string
  alts?: string[]
}

/** `phrasings` takes so many of each entry, and no more. */
export function readSet(
  name: string,
  options: { withVectors?: boolean; phrasings?: number } = {},
): RetrievalSet {
  const index = new BaseIndex(options)
  const phrasings: string[] = []
  const answers: string[] = []
  for (const { id, question, answer, alts = [] } of lines<Entry>(`${name}.docs.jsonl`)) {
    const part = index.openPart(id, id)
    for (const [i, phrasing] of [question, ...alts].slice(0, options.phrasings).entries()) {
      index.addPair(i, phrasing, answer, [])
      phrasings.push(phrasing)
      answers.push(answer)
    }
    part.live = true
  }
  const asked = lines<{ query: string; rel: string[] }>(`${name}.queries.jsonl`)
  return {
    index,
    phrasings,
    answers,
    questions: asked.map(({ query, rel }) => ({ text: query, right: new Set(rel) })),
  }
}

function lines<T>(file: string): T[] {
  const folder = process.env.TANDEM_BENCH_DATA
  if (!folder)
    throw new NotMeasured('TANDEM_BENCH_DATA names no folder with the public sets (bench/README.md)')
  const path = join(folder, 'retrieval', file)
  if (!existsSync(path)) throw new NotMeasured(`the folder of TANDEM_BENCH_DATA has no retrieval/${file}`)
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)
}
