/** Finds the sections of attached documents that answer the question of a message, with the ranking that finds pairs. */
import { BaseIndex } from '@tandem/search/base-index'
import { type Judgement, judgePairs } from '@tandem/search/confidence'
import { rank } from '@tandem/search/rank'
import { startSlices } from '../../platform/time-slices.ts'

export interface Section {
  readonly question: string
  readonly answer: string
  /** Such as `page 3`; null when the document has no pages. */
  readonly position: string | null
}

export interface ReadDocument {
  readonly name: string
  readonly url: string | null
  readonly kind: string
  readonly sections: readonly Section[]
}

/** Judged like a pair whose question is the heading. */
export interface DocumentHit extends Section, Judgement {
  readonly document: ReadDocument
  readonly index: number
}

/** A hit is sure only if it leads the next ones, so at least this many are ranked. */
const LEAST_RANKED = 3

/** Best first. */
export async function searchDocuments(
  documents: readonly ReadDocument[],
  question: string,
  limit: number,
): Promise<DocumentHit[]> {
  if (documents.length === 0 || question.trim() === '') return []
  const index = new BaseIndex()
  const slices = startSlices()
  const known = new Set<string>()
  for (const [n, { sections }] of documents.entries()) {
    const part = index.openPart(String(n), '')
    for (const [i, section] of sections.entries()) {
      // Copies of a section would make its words look common, and common words weigh little.
      const text = `${section.question}\0${section.answer}`
      if (known.has(text)) continue
      known.add(text)
      index.addPair(i, section.question, section.answer, [])
      if (slices.over()) await slices.pause()
    }
    part.live = true
  }
  const hits = rank(index, question, { limit: Math.max(limit, LEAST_RANKED) }).found.map((found) => {
    const document = documents[Number(found.docId)] as ReadDocument
    return { ...(document.sections[found.ordinal] as Section), document, index: found.ordinal, found }
  })
  const judged = judgePairs(question, hits)
  return hits.map(({ found, ...hit }, i) => ({ ...hit, ...(judged[i] as Judgement) })).slice(0, limit)
}
