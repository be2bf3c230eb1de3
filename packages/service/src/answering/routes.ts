/** HTTP of sending messages to the agent, and of going on with a stream that was cut off. */
import { messageStreamQuery } from '@tandem/contract/conversation'
import { findMessage, type MessageRow } from '../conversations/store.ts'
import { Fault, parameterFault } from '../platform/fault.ts'
import { parse } from '../platform/http/parse.ts'
import type { Answer, Call } from '../platform/http/route.ts'
import { answerBlocking, type BlockingDeps } from './modes/blocking.ts'
import { readMessageRequest } from './modes/read-request.ts'
import { type Place, placeOf } from './modes/stream-events.ts'
import { type StreamDeps, streamTurn } from './modes/streaming.ts'
import { acceptForWebhook } from './modes/webhook.ts'
import { ask, followTurn } from './turns/follow-turn.ts'
import { messageIdOf } from './turns/turn-ids.ts'

export interface AnsweringDeps extends BlockingDeps, StreamDeps {
  /** Longest text of one message of the user. */
  readonly messageLimitChars: number
}

export function answeringHandlers(deps: AnsweringDeps) {
  return {
    async sendMessage(call: Call): Promise<Answer> {
      const input = readMessageRequest(call, deps.clock.now(), deps.messageLimitChars)
      if (input.mode === 'blocking') return { json: await answerBlocking(deps, input) }
      if (input.mode === 'webhook') return { json: await acceptForWebhook(deps, input) }
      const { accepted, follower } = await ask(deps, input)
      return { events: (stream) => streamTurn(deps, stream, { message: accepted.message, follower }) }
    },

    async resumeStream(call: Call): Promise<Answer> {
      const { messageId, from } = askedPlace(call)
      const message = await requireMessage(deps, call.caller.agentId, messageId)
      const follower = followTurn(deps, message.conversation_id, message.id)
      follower.check(message, true)
      return { events: (stream) => streamTurn(deps, stream, { message, follower, from }) }
    },
  }
}

function askedPlace(call: Call): { messageId: string; from: Place | undefined } {
  const { message_id } = parse(messageStreamQuery, call.query)
  const last = call.headers['last-event-id']
  if (last === undefined || last === '') {
    if (message_id === undefined)
      throw parameterFault('message_id', 'nothing', 'the id of a message, or a Last-Event-ID header')
    return { messageId: message_id, from: undefined }
  }
  const place = placeOf(String(last))
  if (!place) {
    const found = JSON.stringify(String(last).slice(0, 60))
    throw parameterFault('Last-Event-ID', found, 'the id of the last event that was read')
  }
  return { messageId: place.messageId, from: place }
}

/** Given the id of a message or of its answer, the message. */
async function requireMessage(deps: AnsweringDeps, agentId: string, id: string): Promise<MessageRow> {
  const message = await findMessage(deps.database, messageIdOf(id))
  if (message?.role !== 'user')
    throw new Fault(
      'targetNotFound',
      `message_id: found ${JSON.stringify(id.slice(0, 60))}, which is no message`,
    )
  if (message.agent_id !== agentId) throw new Fault('conversationMismatch')
  return message
}
