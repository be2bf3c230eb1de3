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

export interface EarlierDocuments {
  /** Of the messages before, those of the newest that had any. */
  of(
    history: readonly MessageRow[],
    read: (content: UserContent) => Promise<readonly ReadDocument[]>,
  ): Promise<readonly ReadDocument[]>
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

  return {
    async of(history, read) {
      const from = Math.max(0, history.length - MESSAGES_BACK)
      for (let i = history.length - 1; i >= from; i--) {
        const { id, role, content } = history[i] as MessageRow
        if (role !== 'user' || !content.includes('"type":"document"')) continue
        const known = kept.get(id)
        if (known) {
          kept.delete(id)
          kept.set(id, known)
          return known.documents
        }
        const files = hasKeptFiles(content) ? await readFiles(database, id) : []
        const parts = restoreFiles(
          content,
          files.map((file) => file.content),
        )
        const documents = await read(parts.filter(({ type }) => type === 'document'))
        keep(id, documents)
        return documents
      }
      return []
    },
  }
}
