/** Puts the question of a turn to what the agent knows, without a model. */
import { askedIn } from '../../handoff/asks-for-person.ts'
import type { Hit } from '../../knowledge/search/search-result.ts'
import { searchDocuments } from '../files/search-documents.ts'
import type { TurnInput } from '../turn.ts'
import { fromKnowledge, type KnowledgeAnswer, type Part } from './from-knowledge.ts'
import type { Understood } from './understand.ts'

export async function answerWithoutModel(
  { settings, history, givenHistory, canHandOver }: TurnInput,
  { question, words, talk, language, attachments, documents, reply }: Understood,
  hits: readonly Hit[],
  parts: readonly Part[] = [],
): Promise<KnowledgeAnswer> {
  const { unused, documents: sent } = attachments
  const [documentHit] = documents.length === 0 ? [] : await searchDocuments(documents, question, 1)
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
