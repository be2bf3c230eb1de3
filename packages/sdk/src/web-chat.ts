/** The client of a chat page, authenticated by the token of a chat instead of an API key. */
import { type CallOptions, type ClientOptions, connect, newKey } from './connection.ts'
import { resumedEvents } from './event-stream.ts'
import { operation, outgoingOf } from './operation.ts'
import { operations } from './operations.generated.ts'
import type { ChatMessage, ChatStarted } from './shapes.generated.ts'

export interface StartChatOptions extends ClientOptions {
  readonly agentId: string
  /** Token of an earlier chat, with which the visitor stays the same. */
  readonly token?: string | undefined
}

/** A stored message, or another event of the chat; docs/answering.md lists the kinds. */
export type ChatEvent =
  | { readonly type: 'message'; readonly message: ChatMessage }
  | { readonly type: string; readonly data: unknown }

/** The kind of event after which the client does not reconnect. */
const GONE = 'gone'

export async function startChat(options: StartChatOptions, given?: CallOptions): Promise<WebChat> {
  const begin = operation(connect(options, undefined), 'startChat')
  const started = await begin({ agentId: options.agentId }, { token: options.token }, given)
  return new WebChat(options, started)
}

/** What a page needs to show the chat, without starting one. */
export function chatConfig(options: StartChatOptions, given?: CallOptions) {
  return operation(connect(options, undefined), 'getChatConfig')({ agentId: options.agentId }, given)
}

export class WebChat {
  /** The response to the start of the chat: title, greeting, earlier messages. */
  readonly started: ChatStarted
  readonly #connection
  readonly #params: { conversationId: string }

  constructor(options: ClientOptions, started: ChatStarted) {
    this.started = started
    this.#connection = connect(options, started.token)
    this.#params = { conversationId: started.conversation_id }
  }

  /** Sends a message. The answer comes as an event. */
  send(text: string, given: CallOptions = {}) {
    const body = { text, client_id: given.idempotencyKey ?? newKey() }
    return operation(this.#connection, 'sendChatMessage')(this.#params, body, { repeatable: true, ...given })
  }

  /** Sends a file, with `data` as base64. The answer comes as an event. */
  sendFile(file: { name: string; data: string; text?: string }, given: CallOptions = {}) {
    const { name, data: base64_content, text } = file
    const body = {
      name,
      base64_content,
      ...(text ? { text } : {}),
      client_id: given.idempotencyKey ?? newKey(),
    }
    return operation(this.#connection, 'sendChatFile')(this.#params, body, { repeatable: true, ...given })
  }

  messages(params: { after?: number } = {}, given?: CallOptions) {
    return operation(this.#connection, 'listChatMessages')({ ...this.#params, ...params }, given)
  }

  rate(messageId: string, feedback: 'POSITIVE' | 'NEGATIVE' | 'CANCELED', given?: CallOptions) {
    const params = { ...this.#params, messageId }
    return operation(this.#connection, 'rateChatMessage')(params, { feedback }, given)
  }

  /** The transcript as plain text. */
  transcript(given?: CallOptions) {
    return operation(this.#connection, 'readChatTranscript')(this.#params, given)
  }

  askForPerson(body: { email?: string } = {}, given?: CallOptions) {
    return operation(this.#connection, 'askForPerson')(this.#params, body, given)
  }

  leavePerson(given?: CallOptions) {
    return operation(this.#connection, 'leavePerson')(this.#params, given)
  }

  /** Shows that the visitor is typing. Call it again every few seconds. */
  typing(given?: CallOptions) {
    return operation(this.#connection, 'typeInChat')(this.#params, given)
  }

  /** Reports that the visitor has seen the messages up to this number. */
  seen(sequence: number, given?: CallOptions) {
    return operation(this.#connection, 'sayChatSeen')(this.#params, { sequence }, given)
  }

  close(given?: CallOptions) {
    return operation(this.#connection, 'closeChat')(this.#params, given)
  }

  /** Follows the chat until the signal is aborted or the agent is deleted. Reconnects after a lost connection. */
  async *events(given: CallOptions & { after?: number } = {}): AsyncGenerator<ChatEvent> {
    const { outgoing } = outgoingOf(operations.followChat, [this.#params])
    const request = (lastId = given.after === undefined ? undefined : String(given.after)) => ({
      ...outgoing,
      headers: lastId === undefined ? {} : { 'last-event-id': lastId },
    })
    const events = resumedEvents(
      this.#connection,
      { request, judge: ({ event }) => (event === GONE ? 'last' : undefined) },
      given,
    )
    for await (const { event, data } of events) {
      const value: unknown = JSON.parse(data)
      yield event === 'message'
        ? { type: 'message', message: value as ChatMessage }
        : { type: event, data: value }
    }
  }
}
