/**
 * Reads the files of a message: documents into sections, audio into text. A file that cannot be used is listed with the reason
 * and never fails the turn. Files are fetched through egress, with its limits, and read in the sandbox of conversions.
 */
import type { ContentFile, FileKind, UserContent } from '@tandem/contract/conversation'
import type { UnusedFile } from '../../conversations/message-detail.ts'
import type { FetchedFile, FetchFile } from '../../knowledge/fetch-file.ts'
import type { FileReader } from '../../knowledge/file-reader.ts'
import type { ModelFailure } from '../../models/failure.ts'
import type { Transcriber } from '../../models/speech.ts'
import type { Core } from '../../platform/core.ts'
import { decoded } from '../../platform/decode-uri.ts'
import { withinTime } from '../../platform/within-time.ts'
import { filesOf, type HeardFile } from './message-content.ts'
import type { ReadDocument, Section } from './search-documents.ts'

export interface AttachmentDeps {
  readonly fetchFile: FetchFile
  /** Applies the size limit of audio. */
  readonly fetchAudio: FetchFile
  readonly reader: FileReader
}

export type ReadAttachments = Awaited<ReturnType<typeof readAttachments>>

interface Attachment {
  readonly kind: FileKind
  readonly file: ContentFile
  readonly name: string
}

type Reading =
  | { readonly document: ReadDocument }
  | { readonly transcript: string }
  | { readonly reason: string }

interface ReadOptions {
  readonly agentId: string
  readonly language: string | null
  readonly signal: AbortSignal
}

interface Context extends Pick<Core, 'log' | 'clock'> {
  readonly attachments: AttachmentDeps
  readonly transcriber: Transcriber | undefined
}

const MOST_FILES = 10
const MOST_SECTIONS = 2_000
const SECTION_TOKENS = 400
const TIME_MS = 60_000

/** `transcript`: of all audio; empty without any. */
export async function readAttachments(context: Context, content: UserContent, options: ReadOptions) {
  const attachments = namedAttachments(content)
  const read = await Promise.all(
    attachments.map(async (attachment, i): Promise<Reading> => {
      if (i >= MOST_FILES) return { reason: `Only the first ${MOST_FILES} files of a message are read.` }
      return inTime(context, attachment.name, options.signal, (signal) =>
        readOne(context, attachment, { ...options, signal }),
      )
    }),
  )
  const documents: ReadDocument[] = []
  const heard: HeardFile[] = []
  const used: { name: string; kind: string }[] = []
  const unused: UnusedFile[] = []
  for (const [i, { name, kind }] of attachments.entries()) {
    const reading = read[i] as Reading
    if ('reason' in reading) {
      unused.push({ name, reason: reading.reason })
      continue
    }
    used.push({ name, kind })
    if ('document' in reading) documents.push(reading.document)
    else heard.push({ index: i, text: reading.transcript })
  }
  return { documents, transcript: heard.map(({ text }) => text).join('\n'), heard, used, unused }
}

export function namedAttachments(content: UserContent): Attachment[] {
  const list: Attachment[] = []
  for (const part of content) {
    if (part.type === 'text') continue
    for (const file of filesOf(part))
      list.push({ kind: part.type, file, name: nameOf(file, part.type, list.length + 1) })
  }
  return list
}

/** The given name, else the one in the address, else a generated one; with the ending of its format. */
function nameOf({ name, url, format }: ContentFile, kind: string, number: number): string {
  const fromUrl = url && URL.canParse(url) ? new URL(url).pathname.split('/').at(-1) : undefined
  const plain = name ?? (fromUrl ? decoded(fromUrl).slice(0, 200) : undefined) ?? `${kind} ${number}`
  const ending = format?.replace(/^\./, '').toLowerCase()
  return ending && /^[a-z0-9]{1,8}$/.test(ending) && !/\.[a-z0-9]{1,8}$/i.test(plain)
    ? `${plain}.${ending}`
    : plain
}

/** The reason why files of a kind are never used. */
export const NEVER_READ: Readonly<Partial<Record<FileKind, string>>> = {
  image: 'Images are not read.',
  video: 'Videos are not watched.',
  file: 'Files are read only as a part of type document.',
}

async function readOne(context: Context, attachment: Attachment, options: ReadOptions): Promise<Reading> {
  const reason = NEVER_READ[attachment.kind]
  if (reason !== undefined) return { reason }
  const entry = entryOf(attachment)
  const { fetchFile, fetchAudio } = context.attachments
  if (attachment.kind === 'document')
    return fetchFile(entry, options, (file) => readDocument(context, attachment, file, options))
  const { transcriber } = context
  if (!transcriber) return { reason: 'Audio is not understood: no transcription model is configured.' }
  return fetchAudio(entry, options, (file) => transcribe(context, transcriber, attachment, file, options))
}

async function readDocument(
  { attachments: { reader } }: Context,
  { name: fileName, file }: Attachment,
  { bytes }: FetchedFile,
  { agentId, signal }: ReadOptions,
): Promise<Reading> {
  const made = (sections: readonly Section[]): Reading => ({
    document: { name: fileName, url: file.url ?? null, kind: 'document', sections },
  })
  if (isWorkbook(bytes, fileName)) {
    const rows: Section[] = []
    const imported = await reader.pairs({ bytes, fileName, agentId, signal }, (pairs) => {
      for (const { question, answer } of pairs.slice(0, MOST_SECTIONS - rows.length))
        rows.push({ question, answer, position: null })
    })
    return 'reason' in imported ? imported : made(rows)
  }
  const chunk = { bytes, agentId, fileName, chunkTokens: SECTION_TOKENS, signal }
  const result = await reader.convert(chunk)
  if ('reason' in result) return result
  return made(
    result.converted.pairs.slice(0, MOST_SECTIONS).map(({ question, answer, origin }) => ({
      question,
      answer,
      position: origin.page === undefined ? null : `page ${origin.page}`,
    })),
  )
}

const TRANSCRIPTION_FAULTS: Readonly<Record<ModelFailure['kind'], string>> = {
  timeout: 'The audio could not be transcribed: it took too long.',
  unreachable:
    'The audio could not be transcribed: the transcription endpoint failed or could not be reached.',
  rate_limited: 'The audio could not be transcribed: the transcription endpoint takes no more for now.',
  refused: 'The audio could not be transcribed: the transcription endpoint refused it.',
  bad_answer: 'The audio could not be transcribed: the answer of the transcription endpoint cannot be used.',
  cancelled: 'The audio could not be transcribed: the turn was given up.',
}

async function transcribe(
  { log }: Context,
  transcriber: Transcriber,
  { name: fileName }: Attachment,
  { bytes, contentType }: FetchedFile,
  { language, signal }: ReadOptions,
): Promise<Reading> {
  const mimeType = contentType?.startsWith('audio/') ? contentType : audioType(fileName)
  const result = await transcriber.transcribe(bytes, { fileName, mimeType, language, signal })
  if (!result.ok) {
    // The endpoint's own error text is for the operator only.
    log.warn({ failure: result.failure, file: fileName }, 'audio could not be transcribed')
    return { reason: TRANSCRIPTION_FAULTS[result.failure.kind] }
  }
  const transcript = result.text.trim()
  return transcript === '' ? { reason: 'Nothing is said in the audio.' } : { transcript }
}

const entryOf = ({ name, file }: Attachment) => ({
  file_name: name,
  ...(file.base64_content === undefined ? {} : { file_base64: file.base64_content }),
  ...(file.url === undefined ? {} : { file_url: file.url }),
})

const isWorkbook = (bytes: Buffer, name: string) =>
  /\.xls[xm]$/i.test(name) && bytes.subarray(0, 2).toString('latin1') === 'PK'

const audioType = (name: string) => (/\.wav$/i.test(name) ? 'audio/wav' : 'audio/mpeg')

/** Reads one file within a time limit. A file that takes too long or fails to be read is only missing from the turn. */
async function inTime(
  { clock, log }: Context,
  name: string,
  signal: AbortSignal,
  read: (giveUp: AbortSignal) => Promise<Reading>,
): Promise<Reading> {
  const tooLong = () => ({ reason: `Reading it took longer than ${TIME_MS / 1000} seconds.` })
  try {
    return await withinTime({ clock, limitMs: TIME_MS, signal }, read, tooLong)
  } catch (error) {
    log.error({ err: error, file: name }, 'an attachment could not be read')
    return { reason: 'Reading it failed.' }
  }
}
