/**
 * The events of a streamed answer in the platform's codes. Each has an id `<message id>:<n>`: for pieces of text, n is how
 * much of the text has come with it; the events behind the text go on counting. So n says where a reader that was cut off
 * goes on.
 */
import { streamCodes } from '@tandem/contract/conversation'
import { errorCatalogue } from '@tandem/contract/errors'
import type { Spoken } from '../conversations/emit.ts'
import { publicFace } from '../platform/fault.ts'
import type { StoredAnswer } from './stored-answer.ts'

const names = {
  [streamCodes.end]: 'End',
  [streamCodes.text]: 'Text',
  [streamCodes.cost]: 'Cost',
  [streamCodes.flowOutput]: 'FlowOutput',
  [streamCodes.messageInfo]: 'MessageInfo',
  [streamCodes.citation]: 'Citation',
  [streamCodes.audio]: 'Audio',
} as const
type Code = keyof typeof names

export const PING = ': ping\n\n'

export interface Place {
  readonly messageId: string
  readonly n: number
}

export function eventText(place: Place, code: Code, data: unknown): string {
  return `id: ${place.messageId}:${place.n}\n${dataLine({ code, message: names[code], data })}`
}

const dataLine = (event: { code: number; message: string; data: unknown }) =>
  `data: ${JSON.stringify(event)}\n\n`

/** A failure, then the end. Neither has an id: a reader goes on from the last it got. */
export function failureText(error: unknown): string {
  const { body } = publicFace(error)
  const { code, message, hint } = body
  const failure = dataLine({ code, message, data: hint === undefined ? null : { hint } })
  return failure + dataLine({ code: streamCodes.end, message: names[streamCodes.end], data: null })
}
export const unavailable = errorCatalogue.unavailable

/** What follows the text, in order. */
export function tailOf({ spoken, body, citations }: StoredAnswer): { code: Code; data: unknown }[] {
  const { tokens, credits } = body.usage
  return [
    { code: streamCodes.flowOutput, data: spoken.map(flowOutput) },
    ...(citations === undefined ? [] : [{ code: streamCodes.citation, data: citations }]),
    ...spoken.flatMap(({ audio = [] }) => audio).map((audio) => ({ code: streamCodes.audio, data: audio })),
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

/** Where a reader stands, from its Last-Event-ID; undefined when that is no id of ours. */
export function placeOf(lastEventId: string): Place | undefined {
  const match = /^([0-9a-f-]{36}):(\d{1,9})$/.exec(lastEventId)
  return match ? { messageId: match[1] as string, n: Number(match[2]) } : undefined
}
