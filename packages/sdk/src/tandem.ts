/** The client of an agent, with all operations of an API key. */
import { type CallOptions, type ClientOptions, connect } from './connection.ts'
import { Conversation } from './conversation.ts'
import { knowledgeOf } from './knowledge.ts'
import { type Args, list, operation } from './operation.ts'
import { waitingOf } from './waiting.ts'

export interface TandemOptions extends ClientOptions {
  /** Undefined only in clients made by `asAgent` of the admin client: the session cookie authenticates them. */
  readonly apiKey: string | undefined
}

export class Tandem {
  readonly operations
  readonly conversations
  readonly messages
  readonly knowledge
  readonly users
  readonly handoff
  readonly quality
  readonly webhooks
  readonly agent
  readonly files

  constructor(options: TandemOptions) {
    const connection = connect(options, options.apiKey)
    const createConversation = operation(connection, 'createConversation')
    const receiveHumanMessage = operation(connection, 'receiveHumanMessage')
    const closeHumanConversation = operation(connection, 'closeHumanConversation')
    const humanTyping = operation(connection, 'humanTyping')

    const listConversations = list(connection, 'listConversations', 'list')

    /** Operations in their original form; the groups below have more convenient forms of them. */
    this.operations = {
      createConversation,
      listConversations,
      receiveHumanMessage,
      closeHumanConversation,
      humanTyping,
    }
    this.conversations = {
      async create({ userId }: { userId: string }, given?: CallOptions): Promise<Conversation> {
        const { conversation_id } = await createConversation({ user_id: userId }, given)
        return new Conversation(connection, conversation_id)
      },
      /** Opens an existing conversation, without a request to the service. */
      open: (id: string) => new Conversation(connection, id),
      /** Lists all conversations, or those that match the parameters. */
      list: (params: Partial<Args<'listConversations'>[0]> = {}, given?: CallOptions) =>
        listConversations(
          { conversationType: 'ALL', startTime: 0, endTime: Date.now(), page: 1, pageSize: 100, ...params },
          given,
        ),
    }
    this.messages = {
      send: operation(connection, 'sendMessage'),
      list: list(connection, 'listMessages', 'conversation_content'),
      sendV1: operation(connection, 'sendMessageV1'),
      listV1: list(connection, 'listMessagesV1', 'messages'),
    }
    this.knowledge = knowledgeOf(connection)
    this.users = {
      bind: operation(connection, 'bindUser'),
      get: operation(connection, 'getUser'),
      updateProperties: operation(connection, 'updateUserProperties'),
      properties: operation(connection, 'getUserProperties'),
    }
    this.handoff = {
      begin: operation(connection, 'beginHandoff'),
      end: operation(connection, 'endHandoff'),
      /** Sends a reply of a desk to the user. A repeat with the same text and timestamp reaches the user only once. */
      reply: (handoffId: string, text: string, given: CallOptions & { timestamp?: number } = {}) =>
        receiveHumanMessage(
          { conversation_id: handoffId, timestamp: given.timestamp ?? Date.now(), body: text },
          given,
        ),
      /** Ends the handoff as the desk. A second close has no effect. */
      close: (handoffId: string, given: CallOptions = {}) =>
        closeHumanConversation(
          { conversation_id: handoffId, timestamp: Date.now() },
          { repeatable: true, ...given },
        ),
      /** Shows the user of a chat page that a person is typing. Call it again every few seconds. */
      typing: (handoffId: string, given?: CallOptions) => humanTyping({ conversation_id: handoffId }, given),
      /** Yields the users who are waiting for a person, until the signal is aborted. */
      waiting: waitingOf(connection),
    }
    this.quality = {
      feedback: operation(connection, 'giveFeedback'),
      rate: operation(connection, 'rateQuality'),
      sources: operation(connection, 'correlateDataset'),
      nextQuestions: operation(connection, 'nextQuestions'),
    }
    this.webhooks = {
      check: operation(connection, 'checkWebhooks'),
      health: operation(connection, 'health'),
    }
    this.agent = {
      verifyKey: operation(connection, 'verifyApiKey'),
      detail: operation(connection, 'getAgentDetail'),
    }
    this.files = {
      audio: operation(connection, 'getAudio'),
      ofUser: operation(connection, 'getUserFile'),
    }
  }
}
