/**
 * The events of a streamed answer, with the platform's codes. A reader that understands ids gets them as
 * `<message id>:<n>.<mark>`. For pieces of text, n is the length of the text so far; the events behind the text continue the
 * count. So n tells where a reader continues after a lost connection. The mark is a checksum of the text that the reader has,
 * because an answer that a crash interrupted is written anew.
 */
import { crc32 } from 'node:zlib'
import { streamCodes } from '@tandem/contract/conversation'
import type { MessageAudio } from '@tandem/contract/message'
import { type Spoken, wholeText } from '../../conversations/send-to-user.ts'
import { publicFace } from '../../platform/fault.ts'
import type { StoredAnswer } from '../turns/stored-answer.ts'

const names = {
  [streamCodes.end]: 'End',
  [streamCodes.text]: 'Text',
  [streamCodes.cost]: 'Cost',
  [streamCodes.flowOutput]: 'FlowOutput',
  [streamCodes.messageInfo]: 'MessageInfo',
  [streamCodes.citation]: 'Citation',
  [streamCodes.audio]: 'Audio',
  [streamCodes.person]: 'HumanService',
  [streamCodes.attachment]: 'Attachment',
} as const
type Code = keyof typeof names

export interface StreamPosition {
  readonly messageId: string
  readonly n: number
  /** The mark of the text so far; undefined without text. */
  readonly mark?: string | undefined
}

/** The id comes from the position; it is left out for readers that understand `data:` lines only. */
export function eventText(position: StreamPosition | undefined, code: Code, data: unknown): string {
  const line = dataLine({ code, message: names[code], data })
  if (position === undefined) return line
  const { messageId, n, mark } = position
  const id = mark === undefined ? `${messageId}:${n}` : `${messageId}:${n}.${mark}`
  return `id: ${id}\n${line}`
}

/** Keeps proxies from closing an idle connection: a comment, or an empty piece of text for readers of `data:` lines only. */
export const idleText = (hasIds: boolean) =>
  hasIds ? ': ping\n\n' : eventText(undefined, streamCodes.text, '')

const dataLine = (event: { code: number; message: string; data: unknown }) =>
  `data: ${JSON.stringify(event)}\n\n`

/** A failure, then the end. Neither has an id, so that a reader continues from the last id before it. */
export function failureText(error: unknown): string {
  const { body } = publicFace(error)
  const { code, message, hint } = body
  const failure = dataLine({ code, message, data: hint === undefined ? null : { hint } })
  return failure + dataLine({ code: streamCodes.end, message: names[streamCodes.end], data: null })
}

/** `sound` is a spoken part whose bytes are read right before they are sent, so that a slow reader does not hold them all. */
type TailEvent =
  | { readonly code: Code; readonly data: unknown }
  | { readonly code: Code; readonly sound: MessageAudio }

/** The events behind the text, in order. */
export function tailOf({ spoken, body, citations, isDropped }: StoredAnswer): TailEvent[] {
  const { tokens, credits } = body.usage
  return [
    ...(isDropped ? [{ code: streamCodes.person, data: { conversation_id: body.conversation_id } }] : []),
    { code: streamCodes.flowOutput, data: spoken.map(flowOutput) },
    ...(citations.length === 0 ? [] : [{ code: streamCodes.citation, data: citations }]),
    ...(body.unused ? [{ code: streamCodes.attachment, data: { unused: body.unused } }] : []),
    ...spoken.flatMap(({ audio = [] }) => audio.map((sound) => ({ code: streamCodes.audio, sound }))),
    { code: streamCodes.cost, data: { ...tokens, credits } },
    { code: streamCodes.end, data: null },
  ]
}

function flowOutput({ component, branch, text, audio = [] }: Spoken) {
  return {
    content: text,
    branch,
    from_component_name: component,
    ...(audio.length > 0 ? { audioDatas: audio } : {}),
  }
}

/** The position in a Last-Event-ID header; undefined when it is no id of ours. */
export function positionOf(lastEventId: string): StreamPosition | undefined {
  const match = /^([0-9a-f-]{36}):(\d{1,9})(?:\.([0-9a-z]{1,7}))?$/.exec(lastEventId)
  return match ? { messageId: match[1] as string, n: Number(match[2]), mark: match[3] } : undefined
}

/** Whether a reader at this position has all events of a stream. */
export function hasAll(answer: StoredAnswer, { n, mark }: Pick<StreamPosition, 'n' | 'mark'>): boolean {
  const whole = wholeText(answer.spoken)
  if (n < whole.length + tailOf(answer).length) return false
  return mark === undefined || (whole !== '' && mark === markText(markOn(EMPTY_MARK, whole)))
}

export const EMPTY_MARK = 0

/** Continues a checksum with the next piece. In UTF-16, because a piece may end between the halves of a character. */
export const markOn = (before: number, piece: string) => crc32(Buffer.from(piece, 'utf16le'), before)

export const markText = (mark: number) => mark.toString(36)
