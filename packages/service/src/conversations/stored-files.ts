/** The files of a message as stored: those of a user in the parts of its content, those of a person in its detail. */
import type { MessageRow } from './store.ts'

export interface StoredFile {
  readonly url?: string | undefined
  readonly format?: string | undefined
  readonly name?: string | undefined
  readonly size?: number
  /** The text of audio, once it was transcribed. */
  readonly transcript?: string
  /** The number of a file whose bytes are stored here. */
  readonly file?: number
}

/** The files in order, each with its kind. */
export function storedFiles(
  message: Pick<MessageRow, 'role' | 'content' | 'detail'>,
): readonly (StoredFile & { readonly kind: string })[] {
  const { role, content, detail } = message
  if (role === 'human') {
    const { files = [] } = JSON.parse(detail ?? '{}') as { files?: StoredFile[] }
    return files.map((file) => ({ ...file, kind: 'file' }))
  }
  const parts: unknown = role === 'user' ? JSON.parse(content) : []
  if (!Array.isArray(parts)) return []
  return (parts as { type: string; [kind: string]: unknown }[]).flatMap((part) => {
    const files = part.type === 'text' ? [] : (part[part.type] as StoredFile[])
    return files.map((file) => ({ ...file, kind: part.type }))
  })
}
