/** Streams an answer as named parts. After a lost connection the stream continues after the last part. */
import { type CallOptions, type Connection, newKey } from './connection.ts'
import { TandemError } from './error.ts'
import { resumedEvents, type ServerEvent } from './event-stream.ts'
import { outgoingOf } from './operation.ts'
import { operations, statuses } from './operations.generated.ts'
import type { Citation, ConversationMessageRequest, MessageUsage, StreamEvent } from './shapes.generated.ts'

export type AnswerPart =
  | { readonly type: 'started'; readonly messageId: string }
  /** The next piece of the text. */
  | { readonly type: 'text'; readonly text: string }
  /** A person took the floor: discard the earlier pieces. */
  | { readonly type: 'person'; readonly conversationId: string }
  /** The complete answer. */
  | { readonly type: 'output'; readonly output: readonly FinalOutput[] }
  | { readonly type: 'citations'; readonly citations: readonly Citation[] }
  | { readonly type: 'unused'; readonly files: readonly { name: string; reason: string }[] }
  | {
      readonly type: 'audio'
      readonly audio: { audioAnswer: string | null; transcript: string; audio: string }
    }
  | { readonly type: 'cost'; readonly cost: MessageUsage['tokens'] & { credits: MessageUsage['credits'] } }

export interface FinalOutput {
  readonly content: string
  readonly branch: string
  readonly from_component_name: string
  readonly audioDatas?: readonly { audio: string; transcript: string }[]
}

const END = 0

export async function* streamAnswer(
  connection: Connection,
  body: ConversationMessageRequest,
  options: CallOptions,
): AsyncGenerator<AnswerPart> {
  // All attempts have the same key, so that an attempt without any event can be repeated without storing a second message.
  const { outgoing } = outgoingOf(operations.sendMessage, [
    body,
    { idempotencyKey: options.idempotencyKey ?? newKey() },
  ])
  const { method, path } = operations.resumeMessageStream
  const events = resumedEvents(
    connection,
    {
      request: (lastId) =>
        lastId === undefined ? outgoing : { method, path, headers: { 'last-event-id': lastId } },
      judge,
    },
    options,
  )
  for await (const { data } of events) {
    const part = partOf(JSON.parse(data) as StreamEvent)
    if (part) yield part
  }
}

const makers: Record<number, (data: never) => AnswerPart> = {
  3: (text: string) => ({ type: 'text', text }),
  4: (cost: Extract<AnswerPart, { type: 'cost' }>['cost']) => ({ type: 'cost', cost }),
  10: (output: FinalOutput[]) => ({ type: 'output', output }),
  11: (data: { message_id: string }) => ({ type: 'started', messageId: data.message_id }),
  20: (citations: Citation[]) => ({ type: 'citations', citations }),
  29: (data: { conversation_id: string }) => ({ type: 'person', conversationId: data.conversation_id }),
  39: (audio: Extract<AnswerPart, { type: 'audio' }>['audio']) => ({ type: 'audio', audio }),
  83: (data: { unused: { name: string; reason: string }[] }) => ({ type: 'unused', files: data.unused }),
}

const partOf = ({ code, data }: StreamEvent): AnswerPart | undefined => makers[code]?.(data as never)

function judge({ data }: ServerEvent): 'last' | TandemError | undefined {
  const { code, message, data: detail, hint } = JSON.parse(data) as StreamEvent & { hint?: string }
  if (code === END) return 'last'
  if (code in makers) return undefined
  const { hint: inner } = (detail ?? {}) as { hint?: string }
  return new TandemError({ code, status: statuses[code] ?? 500, message, hint: hint ?? inner })
}
