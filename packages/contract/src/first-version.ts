/**
 * Converts between version 1 and version 2 of the platform's message endpoints. A version 1 request becomes a version 2
 * request, which is then checked and answered; the answer, and the field names in a failure, are converted back.
 */
import type { BlockingAnswer } from './conversation.ts'
import type { BlockingAnswerV1, MessageEntryV1 } from './conversation-v1.ts'
import type { MessageEntry } from './conversations.ts'

type Fields = Readonly<Record<string, unknown>>

/** Endings of file names by kind; a file with any other ending is a document. */
const KINDS: readonly (readonly ['image' | 'audio', RegExp])[] = [
  ['image', /\.(?:jpe?g|png|gif|webp|bmp|svg|heic)$/i],
  ['audio', /\.(?:mp3|wav|m4a|ogg|webm|mpga|mpeg|aac|flac)$/i],
]
const MAX_ENDING_CHARS = 6

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const filesOf = ({ files }: Fields): unknown[] =>
  files === undefined || files === null ? [] : [files].flat()
const isBlankText = (value: unknown) => typeof value === 'string' && value.trim() === ''

function kindOf(file: unknown): 'image' | 'audio' | 'document' {
  const { format, name, url } = isObject(file) ? file : {}
  const path = typeof url === 'string' ? URL.parse(url)?.pathname : undefined
  for (const source of [typeof format === 'string' ? `.${format}` : undefined, name, path]) {
    if (typeof source !== 'string') continue
    const kind = KINDS.find(([, ending]) => ending.test(source.slice(-MAX_ENDING_CHARS)))
    if (kind) return kind[0]
  }
  return 'document'
}

function partOf(file: unknown) {
  const kind = kindOf(file)
  return { type: kind, [kind]: [file] }
}

/** Clients send an empty text field along with a file, so a blank text does not count when there are files. */
const hasText = (body: Fields) =>
  body.text !== undefined && body.text !== null && !(filesOf(body).length > 0 && isBlankText(body.text))

/** Converts the body of a request to version 2. A body that is not an object is returned unchanged. */
export function inSecondVersion(body: unknown): unknown {
  if (!isObject(body)) return body
  const { conversation_id, response_mode, text, short_term_memory, long_term_memory, knowledge } = body
  const textParts = hasText(body) ? [{ type: 'text', text }] : []
  const content = [...textParts, ...filesOf(body).map(partOf)]
  return {
    conversation_id,
    response_mode,
    messages: [{ role: 'user', content: content.length > 0 ? content : undefined }],
    conversation_config: { short_term_memory, long_term_memory, knowledge },
  }
}

/** Replaces the field names of version 2 in a failure text by those of version 1. */
export function withNamesOfFirst(detail: string, body: unknown): string {
  const firstFile = isObject(body) && hasText(body) ? 1 : 0
  return detail
    .replace(
      /messages\[0\]\.content\[(\d{1,3})\](?:\.(?:text|image\[0\]|audio\[0\]|document\[0\]|image|audio|document))?/g,
      (_, place: string) => (Number(place) < firstFile ? 'text' : `files[${Number(place) - firstFile}]`),
    )
    .replaceAll('messages[0].content', 'text')
    .replace(/, or a list of 1 to \d{1,3} parts/g, ', or files')
    .replaceAll('conversation_config.', '')
}

const PART_SEPARATOR = '\n\n'

export function inFirstVersion(answer: BlockingAnswer): BlockingAnswerV1 {
  const { message_id, create_time, conversation_id, usage, output, unused } = answer
  const flow_output = output.map(({ content, from_component_branch = '', from_component_name = '' }) => {
    return { content: content.text ?? '', branch: from_component_branch, from_component_name }
  })
  const text = flow_output.map(({ content }) => content).join(PART_SEPARATOR)
  const rest = { flow_output, create_time, conversation_id, usage, ...(unused ? { unused } : {}) }
  return { message_id, message_type: 'ANSWER', text, ...rest }
}

export function entryInFirstVersion(entry: MessageEntry): MessageEntryV1 {
  const { message_id, parent_message_id, create_time, role, content } = entry
  const text = content
    .map(({ branch_content }) => branch_content.map(textOf).filter(Boolean).join('\n'))
    .join(PART_SEPARATOR)
  const message_type = role === 'user' ? 'QUESTION' : 'ANSWER'
  return { message_id, parent_message_id, message_type, text, create_time }
}

const textOf = (part: Fields) => (part.type === 'text' && typeof part.text === 'string' ? part.text : '')
