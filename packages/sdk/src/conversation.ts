/** A conversation of a user with the agent: send messages, stream answers, hand over to a person. */
import { type AnswerPart, streamAnswer } from './answer-stream.ts'
import type { CallOptions, Connection } from './connection.ts'
import { type Listing, list, operation } from './operation.ts'
import type {
  BlockingAnswer,
  ContentPart,
  ConversationConfig,
  ConversationMessageRequest,
  HandoffBeginRequest,
  HandoffBegun,
  HumanCloseResponse,
  MessageEntry,
  MessagePage,
  SentMessage,
  WebhookAccepted,
} from './shapes.generated.ts'

export interface SendOptions extends CallOptions {
  readonly config?: ConversationConfig | undefined
  /** Earlier messages, as history for an agent with a model. Tandem does not store them. */
  readonly before?: readonly SentMessage[] | undefined
}

/** The content of a user message: a text, or parts with files. */
export type Content = string | ContentPart[]

export interface Reply extends BlockingAnswer {
  /** The texts of all outputs together; empty while a person has the floor. */
  readonly text: string
}

export class Conversation {
  readonly id: string
  readonly #connection: Connection

  constructor(connection: Connection, id: string) {
    this.#connection = connection
    this.id = id
  }

  /** Sends a message and waits for the answer. After a lost connection it is sent again, but stored only once. */
  async send(content: Content, options: SendOptions = {}): Promise<Reply> {
    const answer = (await this.#post('blocking', content, options)) as BlockingAnswer
    return { ...answer, text: answer.output.map((each) => each.content.text ?? '').join('\n\n') }
  }

  /** Sends a message whose answer goes to the message webhook. */
  submit(content: Content, options: SendOptions = {}): Promise<WebhookAccepted> {
    return this.#post('webhook', content, options) as Promise<WebhookAccepted>
  }

  /** Streams the answer while it is written. After a lost connection the stream continues without repeating a word. */
  stream(content: Content, options: SendOptions = {}): AsyncGenerator<AnswerPart> {
    return streamAnswer(this.#connection, this.#body('streaming', content, options), options)
  }

  /** All messages of the conversation, oldest first. */
  messages(params: { pageSize?: number } = {}, options?: CallOptions): Listing<MessageEntry, MessagePage> {
    const all = list(this.#connection, 'listMessages', 'conversation_content')
    return all({ conversationId: this.id, page: 1, pageSize: params.pageSize ?? 100 }, options)
  }

  /** Hands the user over to a person. */
  handOver(
    to: Omit<HandoffBeginRequest, 'conversation_id'> = {},
    options?: CallOptions,
  ): Promise<HandoffBegun> {
    return operation(this.#connection, 'beginHandoff')({ ...to, conversation_id: this.id }, options)
  }

  /** Ends the handoff on behalf of the user; the AI answers again. */
  endHandoff(options?: CallOptions): Promise<HumanCloseResponse> {
    return operation(this.#connection, 'endHandoff')({ conversation_id: this.id }, options)
  }

  #post(mode: ConversationMessageRequest['response_mode'], content: Content, options: SendOptions) {
    return operation(this.#connection, 'sendMessage')(this.#body(mode, content, options), options)
  }

  #body(
    mode: ConversationMessageRequest['response_mode'],
    content: Content,
    { config, before = [] }: SendOptions,
  ): ConversationMessageRequest {
    return {
      conversation_id: this.id,
      response_mode: mode,
      messages: [...before, { role: 'user', content }],
      conversation_config: config,
    }
  }
}
