/** Puts the question of a turn to what the agent knows, without a model. */
import { askedIn } from '@tandem/languages/asks-for-person'
import type { Hit } from '../../knowledge/search/search-result.ts'
import { type DocumentHit, searchDocuments } from '../files/search-documents.ts'
import type { TurnInput } from '../turn.ts'
import { fromKnowledge, type KnowledgeAnswer, type Part } from './from-knowledge.ts'
import type { Understood } from './understand.ts'

export function answerWithoutModel(
  input: TurnInput,
  understood: Understood,
  hits: readonly Hit[],
  parts: readonly Part[] = [],
): KnowledgeAnswer | Promise<KnowledgeAnswer> {
  const { documents, question } = understood
  if (documents.length === 0) return answered(input, understood, hits, parts, undefined)
  return searchDocuments(documents, question, 1).then(([hit]) =>
    answered(input, understood, hits, parts, hit),
  )
}

function answered(
  { settings, history, givenHistory, canHandOver }: TurnInput,
  { question, words, talk, language, attachments, reply }: Understood,
  hits: readonly Hit[],
  parts: readonly Part[],
  documentHit: DocumentHit | undefined,
): KnowledgeAnswer {
  const { unused, documents: sent } = attachments
  return fromKnowledge({
    asked: question,
    talk,
    language,
    hits,
    parts,
    reply,
    documentHit,
    isDocumentNew: sent.length > 0,
    onlyDocument: words === '' && sent.length > 0 ? sent.map(({ name }) => name).join(', ') : undefined,
    isUnreadable: sent.length === 0 && unused.length > 0,
    wantsPerson: () => !canHandOver && askedIn(words, settings.handoff) !== undefined,
    isFirst: history.length === 0 && givenHistory.length === 0,
    canHandOver,
    settings: settings.answering,
  })
}
