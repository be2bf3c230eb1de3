/** HTTP of sending messages to the agent, and of resuming a stream after a lost connection. */
import { type BlockingAnswer, messageStreamQuery, type WebhookAccepted } from '@tandem/contract/conversation'
import { findMessage, type MessageRow } from '../conversations/store.ts'
import { Fault, parameterFault } from '../platform/fault.ts'
import { readsEvents } from '../platform/http/event-stream.ts'
import { limitStreams } from '../platform/http/limit-streams.ts'
import { parse } from '../platform/http/parse.ts'
import type { Call, RouteResponse } from '../platform/http/route.ts'
import { isStoredAs } from './files/message-content.ts'
import { readMessageRequest } from './modes/read-request.ts'
import { hasAll, positionOf, type StreamPosition } from './modes/stream-events.ts'
import { type StreamDeps, type Streamed, streamTurn } from './modes/streaming.ts'
import { type AcceptDeps, acceptMessage, type NewUserMessage } from './turns/accept-message.ts'
import { acceptAndFollow, followTurn } from './turns/follow-turn.ts'
import { pendingTurnOf } from './turns/store.ts'
import { readAnswer } from './turns/stored-answer.ts'
import { answerIdOf, messageIdOf } from './turns/turn-item.ts'

interface AnsweringDeps extends AcceptDeps, StreamDeps {
  /** Aborted when this process runs no more turns. */
  readonly stopping: AbortSignal
  readonly messageLimitChars: number
}

export function answeringHandlers(deps: AnsweringDeps) {
  // Requests that are repeated or resumed follow the same turn.
  const limited = limitStreams('streams of this message')

  function streamOf(streamed: Streamed): RouteResponse {
    try {
      return limited(streamed.message.id, (stream) => streamTurn(deps, stream, streamed))
    } catch (error) {
      streamed.follower?.stop()
      throw error
    }
  }

  return {
    async sendMessage(call: Call): Promise<RouteResponse> {
      const input = readMessageRequest(call, deps.messageLimitChars)
      if (input.mode === 'blocking') return { json: await answerBlocking(deps, input) }
      if (input.mode === 'webhook') return { json: await acceptForWebhook(deps, input) }
      const before = await repeatedIn(deps, call, input)
      if (before) return restOf(deps, streamOf, before.message, before.from)
      const { message, follower } = await acceptAndFollow(deps, input)
      const hasIds = readsEvents(call.headers) || call.headers['last-event-id'] !== undefined
      return streamOf({ message, follower, hasIds })
    },

    async resumeStream(call: Call): Promise<RouteResponse> {
      const { messageId, from } = askedPosition(call)
      const message = await requireMessage(deps, call.caller.agentId, messageId)
      return restOf(deps, streamOf, message, from)
    },
  }
}

/** Responds with the answer once the turn is over. */
async function answerBlocking(deps: AnsweringDeps, input: NewUserMessage): Promise<BlockingAnswer> {
  const { message, follower } = await acceptAndFollow(deps, input)
  if (follower) {
    const stop = () => follower.stop()
    deps.stopping.addEventListener('abort', stop)
    // It may have been aborted while the body arrived, and a listener that is added later is not called.
    if (deps.stopping.aborted) stop()
    try {
      while (!follower.isOver()) await follower.changed()
    } finally {
      follower.stop()
      deps.stopping.removeEventListener('abort', stop)
    }
  }
  const { body, citations, isAgentGone } = await readAnswer(deps, message)
  if (deps.stopping.aborted && follower && body.output.length === 0)
    throw new Fault(
      'unavailable',
      'The message is stored and will be answered. Ask again with the same Idempotency-Key, or read /v2/messages.',
    )
  if (isAgentGone) throw new Fault('agentDeleted')
  return input.config.citations ? { ...body, citations: [...citations] } : body
}

/** Responds once the message is stored; its answer goes to the message webhook later. */
async function acceptForWebhook(deps: AnsweringDeps, input: NewUserMessage): Promise<WebhookAccepted> {
  const { message, hasTurn } = await acceptMessage(deps, input)
  return {
    code: 0,
    message: 'OK',
    conversation_id: message.conversation_id,
    message_id: hasTurn ? answerIdOf(message.id) : message.id,
  }
}

/** The rest of a stream. A reader that has all of it gets 204, which tells it not to reconnect. */
async function restOf(
  deps: AnsweringDeps,
  streamOf: (streamed: Streamed) => RouteResponse,
  message: MessageRow,
  from: StreamPosition | undefined,
): Promise<RouteResponse> {
  if ((await pendingTurnOf(deps.database, message)) !== undefined) {
    return streamOf({ message, follower: followTurn(deps, message), from, hasIds: true })
  }
  const answer = await readAnswer(deps, message)
  if (from && hasAll(answer, from)) return { status: 204 }
  return streamOf({ message, follower: undefined, answer, from, hasIds: true })
}

/** Some clients resume a stream by repeating their request with the id of the last event they got. */
async function repeatedIn(
  deps: AnsweringDeps,
  { headers }: Call,
  { agentId, conversationId, content }: NewUserMessage,
): Promise<{ message: MessageRow; from: StreamPosition } | undefined> {
  const from = positionOf(String(headers['last-event-id'] ?? ''))
  if (!from) return undefined
  const message = await findMessage(deps.database, messageIdOf(from.messageId))
  const isSame =
    message?.role === 'user' &&
    message.agent_id === agentId &&
    message.conversation_id === conversationId &&
    isStoredAs(message.content, content)
  return isSame ? { message, from } : undefined
}

function askedPosition(call: Call): { messageId: string; from: StreamPosition | undefined } {
  const { message_id } = parse(messageStreamQuery, call.query)
  const last = call.headers['last-event-id']
  if (last === undefined || last === '') {
    if (message_id === undefined)
      throw parameterFault('message_id', 'nothing', 'the id of a message, or a Last-Event-ID header')
    return { messageId: message_id, from: undefined }
  }
  const position = positionOf(String(last))
  if (!position) {
    const found = JSON.stringify(String(last).slice(0, 60))
    throw parameterFault('Last-Event-ID', found, 'the id of the last event that was read')
  }
  return { messageId: position.messageId, from: position }
}

/** `id` is that of the message or of its answer. */
async function requireMessage(deps: AnsweringDeps, agentId: string, id: string): Promise<MessageRow> {
  const message = await findMessage(deps.database, messageIdOf(id))
  if (message?.role !== 'user' || message.agent_id !== agentId)
    throw new Fault(
      'targetNotFound',
      `message_id: found ${JSON.stringify(id.slice(0, 60))}, which is no message`,
    )
  return message
}
