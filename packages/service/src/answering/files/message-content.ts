/** The parts of a user message: its text, and how its files are separated for storage and put back. */
import type { ContentFile, ContentPart, FileKind, UserContent } from '@tandem/contract/conversation'
import type { StoredFile } from '../../conversations/stored-files.ts'

export const textOf = (content: UserContent) =>
  content.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n')

/** The files of a part, which are in the field that is named like its type. */
export function filesOf(part: ContentPart): readonly ContentFile[] {
  return part.type === 'text' ? [] : (part as unknown as Record<FileKind, ContentFile[]>)[part.type]
}

/** Separates the content to store with the message from its files (base64), which are numbered from `first`. */
export function keepFiles(content: UserContent, first = 0): { kept: UserContent; files: string[] } {
  const files: string[] = []
  const keep = ({ base64_content, ...file }: ContentFile): StoredFile => {
    if (base64_content === undefined) return file
    files.push(base64_content)
    // Counted from the length alone: reading every character of a large file would block other work.
    const size = Buffer.byteLength(base64_content, 'base64')
    return { ...file, size, file: first + files.length - 1 }
  }
  return { kept: content.map((part) => mapFiles(part, keep)), files }
}

/** The content as it was sent, from the stored content and files. */
export function restoreFiles(stored: string | UserContent, files: readonly string[]): UserContent {
  const parts = typeof stored === 'string' ? (JSON.parse(stored) as UserContent) : stored
  const restore = ({ file: number, size: _size, transcript: _said, ...file }: StoredFile): ContentFile => {
    const content = number === undefined ? undefined : files[number]
    return content === undefined ? file : { ...file, base64_content: content }
  }
  return parts.map((part) => mapFiles(part, restore))
}

/** The transcript of one audio file; `index` is its place among all files of the message. */
export interface HeardFile {
  readonly index: number
  readonly text: string
}

/** Adds transcripts to the stored content. */
export function withTranscripts(stored: string, heard: readonly HeardFile[]): unknown {
  const parts = JSON.parse(stored) as ContentPart[]
  let index = 0
  const add = (file: StoredFile): StoredFile => {
    const said = heard.find((each) => each.index === index)
    index++
    return said ? { ...file, transcript: said.text } : file
  }
  return parts.map((part) => mapFiles(part, add))
}

/** Whether the stored content equals this one. The bytes of files are not compared, only their descriptions. */
export function isStoredAs(stored: string, content: UserContent): boolean {
  const unheard = (JSON.parse(stored) as UserContent).map((part) =>
    mapFiles(part, ({ transcript: _said, ...file }: StoredFile) => file),
  )
  return JSON.stringify(unheard) === JSON.stringify(keepFiles(content).kept)
}

export function mapFiles(part: ContentPart, fn: (file: ContentFile) => ContentFile): ContentPart {
  const files = filesOf(part)
  return files.length === 0 ? part : ({ ...part, [part.type]: files.map(fn) } as ContentPart)
}
