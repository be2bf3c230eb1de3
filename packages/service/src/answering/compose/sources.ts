/** The numbered sources of an answer (pairs and passages, then sections of documents that the user sent) and their citations. */
import type { Citation } from '@tandem/contract/citation'
import type { Hit } from '../../knowledge/search/search-result.ts'
import type { Tokenizer } from '../../models/tokenizer.ts'
import { type DocumentHit, type ReadDocument, searchDocuments } from '../files/search-documents.ts'
import type { Source } from './prompt.ts'

export interface NumberedSource extends Source {
  readonly from: Hit | DocumentHit
}

/** The most tokens that all documents together may have in a prompt. */
const DOCUMENT_TOKENS = 6_000
const MOST_SECTIONS = 60

export function pairSources(hits: readonly Hit[]): NumberedSource[] {
  return hits.map((hit) => ({ name: hit.docName, question: hit.question, answer: hit.answer, from: hit }))
}

/** All sections if the documents are short, else those that fit the question best; in the order of the documents. */
export async function documentSources(
  tokenizer: Tokenizer,
  documents: readonly ReadDocument[],
  question: string,
): Promise<NumberedSource[]> {
  if (documents.length === 0) return []
  const all = documents.flatMap((document) =>
    document.sections.map((section, index): DocumentHit => {
      return { ...section, document, index, confidence: 0, band: 'none', isAsked: false }
    }),
  )
  const found = await searchDocuments(documents, question, MOST_SECTIONS)
  const ranked = found.length > 0 ? found : all.slice(0, MOST_SECTIONS)
  const candidates =
    all.length <= MOST_SECTIONS ? [...ranked, ...all.filter((each) => !holds(ranked, each))] : ranked
  const counts = await tokenizer.about(candidates.map(({ answer }) => answer))
  let left = DOCUMENT_TOKENS
  const kept = candidates.filter((_, i) => {
    left -= counts[i] as number
    return left >= 0 || i === 0
  })
  kept.sort((a, b) => documents.indexOf(a.document) - documents.indexOf(b.document) || a.index - b.index)
  return kept.map((hit) => {
    return { name: hit.document.name, question: hit.question, answer: hit.answer, from: hit }
  })
}

const holds = (list: readonly DocumentHit[], hit: DocumentHit) => list.some((each) => isSame(each, hit))

export function isSame(a: Hit | DocumentHit, b: Hit | DocumentHit): boolean {
  if ('document' in a) return 'document' in b && a.document === b.document && a.index === b.index
  return !('document' in b) && a.docId === b.docId && a.ordinal === b.ordinal
}

export function citationOf(
  source: Hit | DocumentHit,
  index: number,
  ids: { agentId: string; messageId: string; component: string },
): Citation {
  const shared = {
    index,
    content: source.question === '' ? source.answer : `${source.question}\n${source.answer}`,
    timestamp_millis: null,
    bot_id: ids.agentId,
    component_id: ids.component,
  }
  if ('document' in source) {
    const { name, url, kind } = source.document
    return {
      ...shared,
      name,
      type: 'attachment',
      segment_id: null,
      segment_index: source.index,
      position: source.position,
      data_id: null,
      attachment: { id: `${ids.messageId}:${name}`, url, name, type: kind },
    }
  }
  return {
    ...shared,
    name: source.docName,
    type: 'doc',
    segment_id: `${source.docId}:${source.ordinal}`,
    segment_index: source.ordinal,
    position: null,
    data_id: source.docId,
    attachment: null,
  }
}
