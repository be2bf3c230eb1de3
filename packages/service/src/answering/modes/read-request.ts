/** Reads and checks the request of `POST /v2/conversation/message`. */
import {
  type ConversationConfig,
  type ConversationMessageRequest,
  conversationMessageRequest,
  type FileKind,
  fileKinds,
  maxMessages,
  maxParts,
  type SentMessage,
  variableText,
} from '@tandem/contract/conversation'
import { codePoints, countInWords } from '@tandem/contract/fields'
import { grouped } from '@tandem/contract/grouped'
import { Fault, parameterFault } from '../../platform/fault.ts'
import { parse } from '../../platform/http/parse.ts'
import type { Call } from '../../platform/http/route.ts'
import { textOf } from '../files/message-content.ts'
import { NEVER_READ, namedAttachments } from '../files/read-attachments.ts'
import type { GivenFiles, GivenMessage, TurnConfig } from '../turn.ts'
import type { NewUserMessage } from '../turns/accept-message.ts'

export function readMessageRequest(
  call: Call,
  limitChars: number,
): NewUserMessage & {
  readonly mode: ConversationMessageRequest['response_mode']
} {
  refuseTooMuch(call.body, limitChars)
  const request = parse(conversationMessageRequest, call.body)
  const last = request.messages.at(-1) as SentMessage
  return {
    agentId: call.caller.agentId,
    conversationId: request.conversation_id,
    mode: request.response_mode,
    content: last.content,
    given: givenOf(request.messages.slice(0, -1)),
    givenFiles: filesGiven(request.messages),
    config: configOf(request.conversation_config),
    idempotencyKey: idempotencyKeyOf(call),
  }
}

const givenOf = (messages: readonly SentMessage[]): GivenMessage[] =>
  messages.flatMap(({ role, content }) => {
    const text = textOf(content)
    return text === '' ? [] : [{ role, text }]
  })

const NOT_READ: Readonly<Partial<Record<FileKind, string>>> = {
  ...NEVER_READ,
  audio: 'Only the audio of the newest message is heard.',
  document:
    'Of the documents in earlier messages only those of the last message that has any are read, and only where the newest has none.',
}

/** Files of the messages before the newest; undefined without any. */
function filesGiven(messages: readonly SentMessage[]): GivenFiles | undefined {
  const withFiles = messages.slice(0, -1).filter(({ content }) => content.some(({ type }) => type !== 'text'))
  if (withFiles.length === 0) return undefined
  const hasDocument = ({ role, content }: SentMessage) =>
    role === 'user' && content.some(({ type }) => type === 'document')
  const newest = messages.at(-1) as SentMessage
  const last = hasDocument(newest) ? undefined : withFiles.findLast(hasDocument)
  const documents = last?.content.filter(({ type }) => type === 'document') ?? []
  const unused = withFiles
    .flatMap((message) => namedAttachments(message.content).map((each) => ({ ...each, message })))
    .filter(({ kind, message }) => kind !== 'document' || message !== last)
    .map(({ name, kind }) => ({ name, reason: NOT_READ[kind] as string }))
  return { documents, unused }
}

function configOf(config: ConversationConfig | undefined): TurnConfig {
  const variables = Object.entries(config?.custom_variables ?? {}).flatMap(([name, value]) =>
    value === null ? [] : [[name, variableText(value)] as const],
  )
  return {
    useHistory: config?.short_term_memory ?? true,
    knowledge: knowledgeOf(config?.knowledge),
    variables: Object.fromEntries(variables),
    citations: config?.corner_citation ?? false,
  }
}

/** Without lists: all knowledge of the agent. With empty lists only: no knowledge. */
function knowledgeOf(knowledge: ConversationConfig['knowledge']): TurnConfig['knowledge'] {
  const { data_ids: documentIds, group_ids: baseIds } = knowledge ?? {}
  if (!documentIds && !baseIds) return undefined
  if (!documentIds?.length && !baseIds?.length) return { none: true }
  return { ...(documentIds ? { documentIds } : {}), ...(baseIds ? { baseIds } : {}) }
}

function idempotencyKeyOf({ headers }: Call): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key)) return key
  const found = `${String(key).length} characters, beginning with ${JSON.stringify(String(key).slice(0, 40))}`
  throw parameterFault('Idempotency-Key', found, '1 to 200 printable ASCII characters without spaces')
}

/** The most characters of all messages before the last one together. */
const GIVEN_CHARS = 200_000
const FILES_PER_MESSAGE = 50
const FILES_PER_REQUEST = 200

type Loose = Readonly<Record<string, unknown>>

/** Checks the limits on text and files. Lists that are too long and values of a wrong type are left to the schema. */
function refuseTooMuch(body: unknown, limitChars: number): void {
  const messages = listOf((body as Loose | null)?.messages, maxMessages)
  const last = messages.length - 1
  let givenChars = 0
  let files = 0
  for (const [i, message] of messages.entries()) {
    const parts = partsOf(message.content)
    const texts = parts.flatMap(({ text }) => (typeof text === 'string' ? [text] : []))
    const chars = texts.reduce((sum, text) => sum + text.length, Math.max(0, texts.length - 1))
    if (message.role === 'user') refuseTooLong(texts, chars, limitChars, i)
    if (i < last) givenChars += chars
    const own = parts.reduce((sum, part) => sum + filesIn(part), 0)
    if (own > FILES_PER_MESSAGE)
      throw parameterFault(`messages[${i}].content`, `${grouped(own)} files`, `at most ${FILES_PER_MESSAGE}`)
    files += own
  }
  if (givenChars > GIVEN_CHARS)
    throw parameterFault(
      'messages',
      `${grouped(givenChars)} characters before the last message`,
      `at most ${grouped(GIVEN_CHARS)}`,
    )
  if (files > FILES_PER_REQUEST)
    throw parameterFault('messages', `${grouped(files)} files`, `at most ${FILES_PER_REQUEST} in one request`)
}

function refuseTooLong(texts: readonly string[], chars: number, limit: number, i: number): void {
  if (chars <= limit) return
  const text = texts.join('\n')
  // A code point takes one or two UTF-16 units, so a text of more than twice the limit need not be counted.
  if (chars <= 2 * limit && codePoints(text) <= limit) return
  const found = countInWords(text)
  throw new Fault(
    'questionTooLong',
    `messages[${i}].content: found ${found} characters, needed at most ${grouped(limit)} (the administrator sets TANDEM_MESSAGE_LIMIT_CHARS)`,
  )
}

function partsOf(content: unknown): readonly Loose[] {
  if (typeof content === 'string') return [{ text: content }]
  return Array.isArray(content) ? listOf(content, maxParts) : listOf([content], 1)
}

function listOf(value: unknown, most: number): readonly Loose[] {
  if (!Array.isArray(value) || value.length > most) return []
  return value.filter((each): each is Loose => typeof each === 'object' && each !== null)
}

function filesIn(part: Loose): number {
  return fileKinds.reduce((sum, kind) => {
    const files = part[kind]
    return sum + (Array.isArray(files) ? files.length : files === undefined ? 0 : 1)
  }, 0)
}
