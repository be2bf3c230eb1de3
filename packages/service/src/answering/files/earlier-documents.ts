/**
 * Users ask about documents that they sent some messages earlier, so these are read again for a later question. Read documents
 * are cached, because a conversation asks more than once about a file. Where one could not be read, the next question tries again.
 */
import type { UserContent } from '@tandem/contract/conversation'
import { LRUCache } from 'lru-cache'
import { storedFiles } from '../../conversations/stored-files.ts'
import type { Database } from '../../platform/database/handle.ts'
import type { EarlierMessage } from '../turn.ts'
import { readFiles } from './file-store.ts'
import { restoreFiles } from './message-content.ts'
import type { ReadAttachments } from './read-attachments.ts'
import type { ReadDocument } from './search-documents.ts'

type Read = (content: UserContent) => Promise<Pick<ReadAttachments, 'documents' | 'unused'>>

export type EarlierDocuments = ReturnType<typeof createEarlierDocuments>

const MESSAGES_BACK = 10
const CACHED_CHARS = 20_000_000

export function createEarlierDocuments(database: Database) {
  /** By message id. */
  const cache = new LRUCache<string, readonly ReadDocument[]>({
    maxSize: CACHED_CHARS,
    sizeCalculation: charsIn,
  })

  /** Returns the documents of the newest earlier message that had any. */
  return async (history: readonly EarlierMessage[], read: Read): Promise<readonly ReadDocument[]> => {
    const message = history
      .slice(-MESSAGES_BACK)
      .findLast((each) => storedFiles(each).some(({ kind }) => kind === 'document'))
    if (!message) return []
    const known = cache.get(message.id)
    if (known) return known
    const parts = restoreFiles(message.content, await readFiles(database, message.id))
    const { documents, unused } = await read(parts.filter(({ type }) => type === 'document'))
    if (unused.length === 0) cache.set(message.id, documents)
    return documents
  }
}

const charsIn = (documents: readonly ReadDocument[]) =>
  documents
    .flatMap(({ sections }) => sections)
    .reduce((sum, { question, answer }) => sum + question.length + answer.length, 1)
