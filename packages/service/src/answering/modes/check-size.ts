/** How much one request for a message may carry in words and files. Asked of the body as it came, before its shape is checked. */
import { fileKinds, maxMessages, maxParts } from '@tandem/contract/conversation'
import { codePoints, countInWords } from '@tandem/contract/fields'
import { grouped } from '@tandem/contract/grouped'
import { Fault, parameterFault } from '../../platform/fault.ts'

/** Most characters of what a caller sends along as history, all of it together. */
const GIVEN_CHARS = 200_000
export const FILES_PER_MESSAGE = 50
export const FILES_PER_REQUEST = 200

type Loose = Readonly<Record<string, unknown>>

/** Lists that are too long and values of another shape are left to the schema, which names them. */
export function refuseTooMuch(body: unknown, limitChars: number): void {
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
  // A character takes one or two units of a string: beyond that there is nothing to count.
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
