/** Collects questions that knowledge could not answer, and counts repeats, for an editor to turn them into pairs. */
import { hash } from 'node:crypto'
import type { UnansweredQuestion } from '@tandem/contract/admin-unanswered'
import { addDocument } from '../knowledge/documents.ts'
import type { PairText } from '../knowledge/pair-store.ts'
import { appendPairs, type Knowledge, type WriteWithContent } from '../knowledge/revisions.ts'
import { documentNamed } from '../knowledge/store.ts'
import type { Tx } from '../platform/database/handle.ts'
import { conflict, found } from '../platform/fault.ts'
import { newId } from '../platform/ids.ts'
import { closeUnanswered, countUnanswered, findUnanswered, type UnansweredRow } from './quality-store.ts'
import type { MessageRow } from './store.ts'

const QUESTION_CHARS = 2000
const COLLECTED = 'Answered questions'

/** Runs in the transaction of the turn that had no answer to these questions. */
export async function collectUnanswered(
  tx: Tx,
  message: Pick<MessageRow, 'agent_id' | 'conversation_id' | 'id'>,
  questions: readonly string[] | undefined,
  language: string | null,
  now: number,
): Promise<void> {
  for (const asked of questions ?? []) {
    const question = asked.trim().slice(0, QUESTION_CHARS).replaceAll('\0', '').toWellFormed()
    const fingerprint = fingerprintOf(question)
    if (fingerprint === undefined) continue
    await countUnanswered(tx, {
      id: newId(now),
      agent_id: message.agent_id,
      fingerprint,
      question,
      language,
      asked: 1,
      state: 'open',
      conversation_id: message.conversation_id,
      message_id: message.id,
      first_asked_at: now,
      last_asked_at: now,
    })
  }
}

/**
 * The same for questions that differ only in case, Unicode form, punctuation or spaces, or after their first `QUESTION_CHARS`.
 * Undefined without any word. Normalising makes up to 18 characters of one, so the text is cut before and after it.
 */
export function fingerprintOf(question: string): string | undefined {
  const words = question
    .slice(0, QUESTION_CHARS)
    .normalize('NFKC')
    .slice(0, QUESTION_CHARS)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
  return words ? hash('sha256', words.join(' '), 'base64url') : undefined
}

/**
 * Stores the pair, in the document that the editor chose or in one for collected answers, and closes the question in the same
 * transaction. A second click or a repeated request is refused, because it would store a second pair.
 */
export async function answerQuestion(
  knowledge: Knowledge,
  agentId: string,
  id: string,
  input: {
    answer: string
    question?: string | undefined
    docId?: string | undefined
    by: string
    /** Other questions that the pair answers. Unknown and closed ones are skipped. */
    otherIds?: readonly string[] | undefined
  },
): Promise<{ row: UnansweredRow; docId: string; pair: PairText }> {
  const row = await requireQuestion(knowledge, agentId, id)
  const pair = { question: input.question ?? row.question, answer: input.answer }
  const writeWithContent = async (tx: Tx) => {
    await closeOpen(tx, agentId, id, 'answered')
    await closeUnanswered(tx, agentId, input.otherIds ?? [], 'answered')
  }
  const { docId: given, by } = input
  const docId = await collectPair(knowledge, agentId, pair, { docId: given, by, writeWithContent })
  return { row: { ...row, state: 'answered' }, docId, pair }
}

/** Stores a pair in the given document, or in the one for collected answers. Returns the id of the document. */
export async function collectPair(
  knowledge: Knowledge,
  agentId: string,
  pair: PairText,
  {
    docId: given,
    by,
    writeWithContent,
  }: { docId?: string | undefined; by: string; writeWithContent?: WriteWithContent },
): Promise<string> {
  const docId = given ?? (await documentNamed(knowledge.database, agentId, COLLECTED))
  if (docId !== undefined) {
    await appendPairs(knowledge, agentId, docId, [pair], { by, writeWithContent })
    return docId
  }
  const made = await addDocument(knowledge, agentId, {
    name: COLLECTED,
    baseId: undefined,
    sourceUrl: null,
    content: [pair],
    writeWithContent,
    cause: { kind: 'add', by },
  })
  return made.doc_id
}

export async function dismissQuestion(
  knowledge: Knowledge,
  agentId: string,
  id: string,
): Promise<UnansweredRow> {
  const row = await requireQuestion(knowledge, agentId, id)
  await knowledge.database.transaction('collect-unanswered', (tx) => closeOpen(tx, agentId, id, 'dismissed'))
  return { ...row, state: 'dismissed' }
}

export function questionView(row: UnansweredRow): UnansweredQuestion {
  const { agent_id: _agent, fingerprint: _fingerprint, ...shown } = row
  return shown
}

async function closeOpen(
  tx: Tx,
  agentId: string,
  id: string,
  state: 'answered' | 'dismissed',
): Promise<void> {
  if ((await closeUnanswered(tx, agentId, [id], state)) > 0) return
  throw conflict('The question is answered already. Change its pair in the document that holds it.')
}

async function requireQuestion({ database }: Knowledge, agentId: string, id: string): Promise<UnansweredRow> {
  const words = `The agent has no unanswered question with the id ${id.slice(0, 60)}.`
  return found(await findUnanswered(database, agentId, id), words)
}
