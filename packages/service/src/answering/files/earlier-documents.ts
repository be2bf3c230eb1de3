/**
 * Documents the user sent a little earlier are still what they ask about: they are read again with the later question. What
 * was read is kept in memory for a while, since a conversation asks more than once about a file.
 */
import type { UserContent } from '@tandem/contract/conversation'
import type { MessageRow } from '../../conversations/store.ts'
import type { Database } from '../../platform/database/handle.ts'
import { readFiles } from '../turns/store.ts'
import { hasKeptFiles, restoreFiles } from './message-content.ts'
import type { ReadDocument } from './search-documents.ts'

type Read = (content: UserContent) => Promise<readonly ReadDocument[]>

export interface EarlierDocuments {
  /** Of the messages before, those of the newest that had any. */
  of(history: readonly MessageRow[], read: Read): readonly ReadDocument[] | Promise<readonly ReadDocument[]>
}

const MESSAGES_BACK = 10
const KEPT_CHARS = 20_000_000

export function createEarlierDocuments(database: Database): EarlierDocuments {
  /** By message, in the order of their use. */
  const kept = new Map<string, { documents: readonly ReadDocument[]; chars: number }>()
  let chars = 0

  function keep(id: string, documents: readonly ReadDocument[]): void {
    const size = documents
      .flatMap(({ sections }) => sections)
      .reduce((sum, { question, answer }) => sum + question.length + answer.length, 0)
    kept.set(id, { documents, chars: size })
    chars += size
    for (const [each, old] of kept) {
      if (chars <= KEPT_CHARS) return
      kept.delete(each)
      chars -= old.chars
    }
  }

  async function readAgain({ id, content }: MessageRow, read: Read): Promise<readonly ReadDocument[]> {
    const files = hasKeptFiles(content) ? await readFiles(database, id) : []
    const parts = restoreFiles(
      content,
      files.map((file) => file.content),
    )
    const documents = await read(parts.filter(({ type }) => type === 'document'))
    keep(id, documents)
    return documents
  }

  return {
    of(history, read) {
      const message = history
        .slice(-MESSAGES_BACK)
        .findLast(({ role, content }) => role === 'user' && content.includes('"type":"document"'))
      if (!message) return []
      const known = kept.get(message.id)
      if (!known) return readAgain(message, read)
      kept.delete(message.id)
      kept.set(message.id, known)
      return known.documents
    },
  }
}
