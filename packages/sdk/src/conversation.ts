/** One conversation of a user with the agent: send, stream, hand over. */
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
  /** What was said before, for an agent with a model; Tandem stores none of it. */
  readonly before?: readonly SentMessage[] | undefined
}

/** What the user says: a text, or parts with files. */
export type Content = string | ContentPart[]

export interface Reply extends BlockingAnswer {
  /** All outputs as one text; empty when a person has the floor. */
  readonly text: string
}

export class Conversation {
  readonly id: string
  readonly #connection: Connection

  constructor(connection: Connection, id: string) {
    this.#connection = connection
    this.id = id
  }

  /** Waits for the answer. A lost connection is made good: the message is said once. */
  async send(content: Content, options: SendOptions = {}): Promise<Reply> {
    const answer = (await this.#post('blocking', content, options)) as BlockingAnswer
    return { ...answer, text: answer.output.map((each) => each.content.text ?? '').join('\n\n') }
  }

  /** Hands the message in; the answer goes to the message webhook. */
  submit(content: Content, options: SendOptions = {}): Promise<WebhookAccepted> {
    return this.#post('webhook', content, options) as Promise<WebhookAccepted>
  }

  /** The answer while it is written. After a cut it goes on where it was, without repeating a word. */
  stream(content: Content, options: SendOptions = {}): AsyncGenerator<AnswerPart> {
    return streamAnswer(this.#connection, this.#body('streaming', content, options), options)
  }

  /** All that was said, oldest first. */
  messages(params: { pageSize?: number } = {}, options?: CallOptions): Listing<MessageEntry, MessagePage> {
    const all = list(this.#connection, 'listMessages', 'conversation_content')
    return all({ conversationId: this.id, page: 1, pageSize: params.pageSize ?? 100 }, options)
  }

  /** Asks for a person. */
  handOver(
    to: Omit<HandoffBeginRequest, 'conversation_id'> = {},
    options?: CallOptions,
  ): Promise<HandoffBegun> {
    return operation(this.#connection, 'beginHandoff')({ ...to, conversation_id: this.id }, options)
  }

  /** Ends the handoff for the user; the AI answers again. */
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
