/** The sets of `data/`, each as an index of its own with its questions. An entry is a document: its phrasings share an answer. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BaseIndex } from '@tandem/search/base-index'

export interface SetQuestion {
  readonly text: string
  /** Ids of the right entries; none when nothing stored answers it. */
  readonly right: ReadonlySet<string>
}

export interface RetrievalSet {
  readonly index: BaseIndex
  /** By their number in the index. */
  readonly phrasings: readonly string[]
  /** Of each phrasing. */
  readonly answers: readonly string[]
  readonly questions: readonly SetQuestion[]
}

interface Entry {
  id: string
  question: string
  answer: string
  alts?: string[]
}

export function readSet(name: string, options: { withVectors?: boolean } = {}): RetrievalSet {
  const index = new BaseIndex(options)
  const phrasings: string[] = []
  const answers: string[] = []
  for (const { id, question, answer, alts = [] } of lines<Entry>(`${name}.docs.jsonl`)) {
    const part = index.openPart(id, id)
    for (const [i, phrasing] of [question, ...alts].entries()) index.addPair(i, phrasing, answer, [])
    phrasings.push(question, ...alts)
    for (let i = 0; i <= alts.length; i++) answers.push(answer)
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
  const text = readFileSync(join(import.meta.dirname, 'data', file), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)
}
