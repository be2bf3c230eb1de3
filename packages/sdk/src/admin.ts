/** The client of an installation, with all operations of the admin token. */
import { type CallOptions, type ClientOptions, connect } from './connection.ts'
import { feedOf } from './feed.ts'
import { type AddFile, FILE_TIMEOUT_MS, prepared } from './knowledge.ts'
import { list, operation, segment } from './operation.ts'
import { Tandem } from './tandem.ts'

export interface TandemAdminOptions extends ClientOptions {
  /** The admin token. Without it, requests in a browser are authenticated by the session cookie. */
  readonly token?: string | undefined
}

/** A file to preview. Without `as` the service detects how to read it. */
export type PreviewFile = Omit<AddFile, 'as' | 'knowledgeBaseId'> & {
  readonly as?: 'pairs' | 'convert' | undefined
  /** Id of the document that the file would replace. */
  readonly docId?: string | undefined
  /** Maximum number of pairs to return. */
  readonly limit?: number | undefined
}

/** A run makes hundreds of searches. */
const RUN_TIMEOUT_MS = 300_000
const purposes = { pairs: 'QA_FILE', convert: 'FILE_2_QA' } as const

export class TandemAdmin {
  readonly session
  readonly sessions
  readonly accounts
  readonly audit
  readonly events
  /** A client for the operations of an agent's API key, authenticated as this client is. */
  readonly asAgent
  readonly agents
  readonly apiKeys
  readonly messageWebhook
  readonly humanServices
  readonly bases
  readonly documents
  readonly drafts
  readonly deliveries
  /** The addresses that deliveries go to. */
  readonly endpoints
  /** A receiver inside Tandem with configurable responses. */
  readonly sink
  readonly conversations
  readonly unanswered
  readonly questionSets
  readonly handoffs
  /** The built-in desk, at which people talk to users. */
  readonly desk
  readonly usage
  /** Figures by hour. */
  readonly stats

  constructor(options: TandemAdminOptions) {
    const connection = connect(options, options.token)
    const replay = operation(connection, 'replayDelivery')
    const preview = operation(connection, 'previewDocument', { timeoutMs: FILE_TIMEOUT_MS })

    this.session = {
      signIn: operation(connection, 'signIn'),
      get: operation(connection, 'getSession'),
      signOut: operation(connection, 'signOut'),
      changePassword: operation(connection, 'changePassword'),
    }
    this.sessions = {
      list: operation(connection, 'listSessions'),
      end: operation(connection, 'endSession'),
    }
    this.accounts = {
      create: operation(connection, 'createAccount'),
      list: list(connection, 'listAccounts', 'items'),
      get: operation(connection, 'getAccount'),
      change: operation(connection, 'changeAccount'),
      createSignInLink: operation(connection, 'createSignInLink'),
    }
    this.audit = list(connection, 'listAudit', 'items')
    this.events = feedOf(connection)
    this.asAgent = (agentId: string) => {
      const url = `${String(options.url).replace(/(?<!\/)\/+$/, '')}/admin/v1/agents/${segment('agent_id', agentId)}/api`
      return new Tandem({ ...options, url, apiKey: options.token })
    }
    this.agents = {
      create: operation(connection, 'createAgent'),
      list: list(connection, 'listAgents', 'items'),
      get: operation(connection, 'getAgent'),
      rename: operation(connection, 'updateAgent'),
      delete: operation(connection, 'deleteAgent'),
      settings: operation(connection, 'getAgentSettings'),
      changeSettings: operation(connection, 'changeAgentSettings'),
      identity: operation(connection, 'getVisitorIdentity'),
      search: operation(connection, 'searchKnowledge'),
      dryRun: operation(connection, 'dryRun'),
      say: operation(connection, 'emitMessage'),
    }
    this.apiKeys = {
      create: operation(connection, 'createApiKey'),
      list: operation(connection, 'listApiKeys'),
      revoke: operation(connection, 'revokeApiKey'),
    }
    this.messageWebhook = {
      set: operation(connection, 'setMessageWebhook'),
      get: operation(connection, 'getMessageWebhook'),
      delete: operation(connection, 'deleteMessageWebhook'),
      createSigningSecret: operation(connection, 'createWebhookSigningSecret'),
      signingSecrets: operation(connection, 'listWebhookSigningSecrets'),
      deleteSigningSecret: operation(connection, 'deleteWebhookSigningSecret'),
    }
    this.humanServices = {
      create: operation(connection, 'createHumanService'),
      list: operation(connection, 'listHumanServices'),
      update: operation(connection, 'updateHumanService'),
      delete: operation(connection, 'deleteHumanService'),
      createSigningSecret: operation(connection, 'createHumanServiceSigningSecret'),
      signingSecrets: operation(connection, 'listHumanServiceSigningSecrets'),
      deleteSigningSecret: operation(connection, 'deleteHumanServiceSigningSecret'),
    }
    this.bases = {
      change: operation(connection, 'changeKnowledgeBase'),
      delete: operation(connection, 'deleteKnowledgeBase'),
    }
    this.documents = {
      list: list(connection, 'listAgentDocuments', 'items'),
      get: operation(connection, 'getAgentDocument'),
      pairs: list(connection, 'listDocumentPairs', 'items'),
      addPair: operation(connection, 'addDocumentPair'),
      getPair: operation(connection, 'getDocumentPair'),
      editPair: operation(connection, 'editDocumentPair'),
      deletePair: operation(connection, 'deleteDocumentPair'),
      revisions: operation(connection, 'listRevisions'),
      diff: list(connection, 'diffRevision', 'items'),
      export: operation(connection, 'exportDocument'),
      import: operation(connection, 'getDocumentImport'),
      imports: operation(connection, 'listImportsUnderWay'),
      conversion: operation(connection, 'getDocumentConversion'),
      retryConversion: operation(connection, 'retryConversion'),
      preview,
      /** Like `preview`, but accepts the data of a file in any form. */
      async previewFile(agentId: string, file: PreviewFile, given?: CallOptions) {
        const { files, more } = await prepared(file, given?.signal)
        const { knowledge_base_id: _base, ...reading } = more
        const { as, docId, limit } = file
        const body = {
          file: { ...files[0], ...(docId && { doc_id: docId }) },
          ...(as && { purpose: purposes[as] }),
          ...(limit !== undefined && { limit }),
          ...reading,
        }
        return preview({ agentId }, body, given)
      },
      planReplacement: operation(connection, 'planReplacement'),
      rollback: operation(connection, 'rollbackDocument'),
    }
    this.drafts = {
      list: list(connection, 'listDrafts', 'items'),
      get: operation(connection, 'getDraft'),
      delete: operation(connection, 'deleteDraft'),
      pairs: list(connection, 'listDraftPairs', 'items'),
      passage: operation(connection, 'getDraftPassage'),
      editPair: operation(connection, 'editDraftPair'),
      decide: operation(connection, 'decideDraftPairs'),
      plan: list(connection, 'planDraft', 'items'),
      apply: operation(connection, 'applyDraft'),
    }
    this.deliveries = {
      list: list(connection, 'listDeliveries', 'items', (delivery) => ({
        ...delivery,
        /** Sends a settled delivery again, or tries a pending one now. */
        replay: (given?: CallOptions) => replay({ deliveryId: delivery.id }, given),
      })),
      get: operation(connection, 'getDelivery'),
      counts: operation(connection, 'countDeliveries'),
      export: operation(connection, 'exportDeliveries'),
      replay,
      replayMany: operation(connection, 'replayDeliveries'),
    }
    this.endpoints = {
      list: operation(connection, 'listEndpoints'),
      history: operation(connection, 'getEndpointHistory'),
      probe: operation(connection, 'probeEndpoint'),
      pause: operation(connection, 'pauseEndpoint'),
      resume: operation(connection, 'resumeEndpoint'),
      skipHead: operation(connection, 'skipHead'),
    }
    this.sink = {
      set: operation(connection, 'setSink'),
      get: operation(connection, 'getSink'),
      connect: operation(connection, 'connectSink'),
      disconnect: operation(connection, 'disconnectSink'),
      requests: operation(connection, 'listSinkRequests'),
      clear: operation(connection, 'clearSinkRequests'),
    }
    this.conversations = {
      list: list(connection, 'adminListConversations', 'items'),
      get: operation(connection, 'adminGetConversation'),
      export: operation(connection, 'exportConversations'),
      score: operation(connection, 'getScore'),
      remove: operation(connection, 'adminRemoveConversation'),
    }
    this.unanswered = {
      list: list(connection, 'listUnanswered', 'items'),
      groups: list(connection, 'groupUnanswered', 'items'),
      caught: operation(connection, 'findCaught'),
      answer: operation(connection, 'answerUnanswered'),
      dismiss: operation(connection, 'dismissUnanswered'),
    }
    this.questionSets = {
      list: operation(connection, 'listQuestionSets'),
      put: operation(connection, 'putQuestionSet'),
      get: operation(connection, 'getQuestionSet'),
      delete: operation(connection, 'deleteQuestionSet'),
      run: operation(connection, 'runQuestionSet', { timeoutMs: RUN_TIMEOUT_MS }),
      runs: operation(connection, 'listQuestionSetRuns'),
      getRun: operation(connection, 'getQuestionSetRun'),
    }
    this.handoffs = {
      list: list(connection, 'listHandoffs', 'items'),
      get: operation(connection, 'getHandoff'),
    }
    this.desk = {
      queue: operation(connection, 'getDeskQueue'),
      get: operation(connection, 'getDeskCase'),
      next: operation(connection, 'takeNextUser'),
      claim: operation(connection, 'claimUser'),
      release: operation(connection, 'releaseUser'),
      transfer: operation(connection, 'transferUser'),
      accept: operation(connection, 'acceptUser'),
      decline: operation(connection, 'declineUser'),
      assign: operation(connection, 'assignUser'),
      reply: operation(connection, 'replyToUser'),
      close: operation(connection, 'closeDeskCase'),
      read: operation(connection, 'markTalkRead'),
      typing: operation(connection, 'typeAtDesk'),
      look: operation(connection, 'lookAtUser'),
      presence: operation(connection, 'getPresence'),
      setPresence: operation(connection, 'setPresence'),
      conversations: list(connection, 'listDeskConversations', 'items'),
      conversation: operation(connection, 'getDeskConversation'),
      takeover: operation(connection, 'takeOver'),
      addNote: operation(connection, 'addDeskNote'),
      suggest: operation(connection, 'suggestAnswers'),
      makePair: operation(connection, 'makePairAtDesk'),
      snippets: {
        list: operation(connection, 'listDeskSnippets'),
        create: operation(connection, 'createDeskSnippet'),
        change: operation(connection, 'changeDeskSnippet'),
        delete: operation(connection, 'deleteDeskSnippet'),
      },
    }
    this.usage = operation(connection, 'getUsage')
    this.stats = operation(connection, 'getStats')
  }
}
