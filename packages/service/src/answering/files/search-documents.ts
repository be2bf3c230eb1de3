/** Finds the place in documents that came with a message which answers its question, by the ranking that finds pairs. */
import { BaseIndex } from '@tandem/search/base-index'
import { type Band, bandOf, confidenceIn } from '@tandem/search/confidence'
import { isAsked } from '@tandem/search/likeness'
import { rank } from '@tandem/search/rank'
import { liveScope } from '@tandem/search/scope'
import { startSlices } from '@tandem/search/slices'

export interface Section {
  readonly question: string
  readonly answer: string
  /** Such as `page 3`; null when the document has no such places. */
  readonly position: string | null
}

export interface ReadDocument {
  readonly name: string
  readonly url: string | null
  readonly kind: string
  readonly sections: readonly Section[]
}

export interface DocumentHit extends Section {
  readonly document: ReadDocument
  readonly index: number
  readonly confidence: number
  readonly band: Band
  /** As of a pair: its heading is what was asked. */
  readonly isAsked: boolean
}

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
      // Words that stand in each of several copies would count as common ones, which tell nothing.
      const text = `${section.question}\0${section.answer}`
      if (known.has(text)) continue
      known.add(text)
      index.addPair(i, section.question, section.answer, [])
      if (slices.over()) await slices.pause()
    }
    part.live = true
  }
  return rank(index, question, liveScope(index), limit).found.map((found) => {
    const document = documents[Number(found.docId)] as ReadDocument
    const section = document.sections[found.ordinal] as Section
    const confidence = confidenceIn(section, question, found)
    return {
      ...section,
      document,
      index: found.ordinal,
      confidence,
      band: bandOf(confidence),
      isAsked: isAsked(found),
    }
  })
}
