// Written by `npm run generate` from packages/contract; change it there.

import type {
  AccountAnswer,
  AccountCreateRequest,
  AccountCreated,
  AccountList,
  AccountUpdateRequest,
  AdminConversationAnswer,
  AdminConversationPage,
  AdminDocument,
  AdminDocumentList,
  AdminSearchRequest,
  AdminSearchResponse,
  Affected,
  AgentAnswer,
  AgentCreateRequest,
  AgentCreated,
  AgentDetail,
  AgentList,
  AgentSettings,
  AgentSettingsChange,
  AgentUpdateRequest,
  ApiKeyCreateRequest,
  ApiKeyCreated,
  ApiKeyList,
  Applied,
  ApplyRequest,
  AuditList,
  BlockingAnswer,
  BlockingAnswerV1,
  CaughtQuestions,
  CaughtRequest,
  ChatConfig,
  ChatFeedbackRequest,
  ChatFileRequest,
  ChatHandoffAnswer,
  ChatHandoffRequest,
  ChatHistory,
  ChatSeenRequest,
  ChatSendRequest,
  ChatSent,
  ChatStartRequest,
  ChatStarted,
  ConversationCreateRequest,
  ConversationCreated,
  ConversationMessageRequest,
  ConversationPage,
  ConversionRetried,
  CorrelateAnswer,
  Delivery,
  DeliveryCounts,
  DeliveryDetail,
  DeliveryList,
  DeliveryReplayRequest,
  DeliveryReplayResponse,
  DeskAssignRequest,
  DeskCase,
  DeskClaim,
  DeskClaimRequest,
  DeskNext,
  DeskNextRequest,
  DeskNote,
  DeskNoteRequest,
  DeskPairMade,
  DeskPairRequest,
  DeskPresence,
  DeskQueue,
  DeskReadRequest,
  DeskReplied,
  DeskReplyRequest,
  DeskSnippet,
  DeskSnippetChange,
  DeskSnippetRequest,
  DeskSnippets,
  DeskSuggestions,
  DeskTakeover,
  DeskTransferRequest,
  DocumentConversion,
  DocumentImport,
  DocumentPage,
  DocumentPairs,
  DocumentPreview,
  DocumentPreviewRequest,
  DocumentStatusList,
  DraftCounts,
  DraftDecision,
  DraftList,
  DraftPair,
  DraftPairChange,
  DraftPairs,
  DraftPassage,
  DraftSummary,
  DryRun,
  DryRunRequest,
  Endpoint,
  EndpointHistory,
  EndpointList,
  EndpointPauseRequest,
  EndpointProbe,
  FeedbackRequest,
  HandoffBeginRequest,
  HandoffBegun,
  HandoffDetail,
  HandoffEndRequest,
  HandoffList,
  HumanCloseRequest,
  HumanCloseResponse,
  HumanMessageRequest,
  HumanService,
  HumanServiceCreateRequest,
  HumanServiceList,
  HumanServiceUpdateRequest,
  HumanTypingRequest,
  ImportsUnderWay,
  KeyVerified,
  KnowledgeBaseChange,
  KnowledgeBaseCreateRequest,
  KnowledgeBaseCreated,
  KnowledgeBasePage,
  KnowledgePlan,
  LivePair,
  MessagePage,
  MessagePageV1,
  MessageSendRequest,
  MessageSent,
  MessageV1Request,
  MessageWebhook,
  MessageWebhookRequest,
  NewPair,
  NextQuestions,
  Ok,
  PairChange,
  PasswordChangeRequest,
  PlanRequest,
  PresenceRequest,
  PropertyUpdateRequest,
  PropertyUpdateResult,
  QaAddRequest,
  QaChunksAddRequest,
  QaResult,
  QaUpdateRequest,
  QualityRequest,
  QuestionSet,
  QuestionSetChange,
  QuestionSetList,
  QuestionSetRun,
  QuestionSetRunList,
  QuestionSetRunRequest,
  RetryResult,
  RevisionDiff,
  RevisionList,
  RollbackRequest,
  RolledBack,
  Score,
  SessionList,
  SignInLink,
  SignInRequest,
  SigningSecretCreateRequest,
  SigningSecretCreated,
  SigningSecretList,
  Sink,
  SinkChange,
  SinkRequestList,
  SkipHeadRequest,
  SkipHeadResponse,
  SpreadsheetAddRequest,
  SpreadsheetUpdateRequest,
  StatsAnswer,
  TextAddRequest,
  TextChunksAddRequest,
  TextUpdateRequest,
  TextUpdateResult,
  UnansweredAnswerRequest,
  UnansweredAnswered,
  UnansweredGroups,
  UnansweredList,
  UnansweredQuestion,
  UsageAnswer,
  UserAnswer,
  UserBindRequest,
  UserBound,
  UserPropertyList,
  VectorMatchRequest,
  VectorMatchResponse,
  VisitorIdentity,
  WebhookAccepted,
  WebhookCheckResponse,
} from './shapes.generated.ts'

/** The arguments and the result of each operation. */
export interface Operations {
  /** Create a conversation with a user */
  createConversation: {
    args: [body: ConversationCreateRequest]
    result: ConversationCreated
  }
  /** Send a message to the agent */
  sendMessage: {
    args: [body: ConversationMessageRequest]
    result: BlockingAnswer | WebhookAccepted
  }
  /** Resume the stream of an answer after an interruption */
  resumeMessageStream: {
    args: [params?: {
      /** Message id from the first event of the stream; not needed with a Last-Event-ID header */
      messageId?: string | undefined
    }]
    result: Blob
  }
  /** List conversations */
  listConversations: {
    args: [params: {
      /** ALL, API, WEB or PLAYGROUND. The list is empty for other types */
      conversationType: string
      /** Only conversations of this user */
      userId?: string | undefined
      /** Only conversations active at this time or later, in milliseconds since 1970 */
      startTime: number
      /** Only conversations active at this time or earlier, in milliseconds since 1970 */
      endTime: number
      /** Page number, starting at 1 */
      page: number
      /** Entries per page */
      pageSize: number
    }]
    result: ConversationPage
  }
  /** List the messages of a conversation, oldest first */
  listMessages: {
    args: [params: {
      /** Id of the conversation */
      conversationId: string
      /** Page number, starting at 1 */
      page: number
      /** Entries per page */
      pageSize: number
    }]
    result: MessagePage
  }
  /** Bind anonymous ids to your id of a user */
  bindUser: {
    args: [body: UserBindRequest]
    result: UserBound
  }
  /** Get the anonymous ids bound to a user */
  getUser: {
    args: [params?: {
      /** Your id of the user; required without anonymous_id */
      userId?: string | undefined
      /** Id of an anonymous user */
      anonymousId?: string | undefined
    }]
    result: UserAnswer
  }
  /** Download a spoken answer */
  getAudio: {
    args: [params: {
      /** Name of the file */
      name: string
    }]
    result: Blob
  }
  /** Download a file that a user sent */
  getUserFile: {
    args: [params: {
      /** Sealed token that names the file and the time at which the address expires */
      token: string
    }]
    result: Blob
  }
  /** Rate an answer as the user */
  giveFeedback: {
    args: [body: FeedbackRequest]
    result: Affected
  }
  /** Rate an answer as a reviewer */
  rateQuality: {
    args: [body: QualityRequest]
    result: Affected
  }
  /** Get the knowledge that an answer was based on */
  correlateDataset: {
    args: [params: {
      /** Id of a question or of its answer */
      messageId: string
    }]
    result: CorrelateAnswer
  }
  /** Suggest questions that the user may ask next */
  nextQuestions: {
    args: [params: {
      /** Id of an answer */
      answerId: string
    }]
    result: NextQuestions
  }
  /** Set properties of a user */
  updateUserProperties: {
    args: [body: PropertyUpdateRequest]
    result: PropertyUpdateResult
  }
  /** Get the properties of users */
  getUserProperties: {
    args: [params?: {
      /** Your ids of users, separated by commas or as a repeated parameter; required without anonymous_ids */
      userIds?: string[] | undefined
      /** Ids of anonymous users, separated by commas or as a repeated parameter; ignored if user_ids is given */
      anonymousIds?: string[] | undefined
    }]
    result: UserPropertyList
  }
  /** Send a message to the agent, version 1 */
  sendMessageV1: {
    args: [body: MessageV1Request]
    result: BlockingAnswerV1 | WebhookAccepted
  }
  /** List the messages of a conversation as text, oldest first */
  listMessagesV1: {
    args: [params: {
      /** Id of the conversation */
      conversationId: string
      /** Page number, starting at 1 */
      page: number
      /** Entries per page */
      pageSize: number
    }]
    result: MessagePageV1
  }
  /** Check whether an API key is valid, and get its agent */
  verifyApiKey: {
    args: []
    result: KeyVerified
  }
  /** Get a description of the agent of the API key */
  getAgentDetail: {
    args: []
    result: AgentDetail
  }
  /** Get what a page needs to show the chat before it is opened */
  getChatConfig: {
    args: [params: {
      /** Id of the agent */
      agentId: string
    }]
    result: ChatConfig
  }
  /** Start a chat, or continue an earlier one */
  startChat: {
    args: [params: {
      /** Id of the agent */
      agentId: string
    }, body: ChatStartRequest]
    result: ChatStarted
  }
  /** Send a message as the visitor */
  sendChatMessage: {
    args: [params: {
      /** Id of the conversation */
      conversationId: string
    }, body: ChatSendRequest]
    result: ChatSent
  }
  /** List the messages of a chat */
  listChatMessages: {
    args: [params: {
      /** Id of the conversation */
      conversationId: string
      /** Only messages with a higher number */
      after?: number | undefined
    }]
    result: ChatHistory
  }
  /** Stream the events of a chat, as server-sent events */
  followChat: {
    args: [params: {
      /** Id of the conversation */
      conversationId: string
      /** Number of the last message that you have; the stream continues after it */
      lastId?: string | undefined
    }]
    result: Blob
  }
  /** Send a file as the visitor */
  sendChatFile: {
    args: [params: {
      /** Id of the conversation */
      conversationId: string
    }, body: ChatFileRequest]
    result: ChatSent
  }
  /** Rate an answer as the visitor */
  rateChatMessage: {
    args: [params: {
      /** Id of the conversation */
      conversationId: string
      /** Id of the message */
      messageId: string
    }, body: ChatFeedbackRequest]
    result: Ok
  }
  /** Download the transcript of a chat as plain text */
  readChatTranscript: {
    args: [params: {
      /** Id of the conversation */
      conversationId: string
    }]
    result: Blob
  }
  /** Ask for a person */
  askForPerson: {
    args: [params: {
      /** Id of the conversation */
      conversationId: string
    }, body: ChatHandoffRequest]
    result: ChatHandoffAnswer
  }
  /** End the handoff; the AI answers again */
  leavePerson: {
    args: [params: {
      /** Id of the conversation */
      conversationId: string
    }]
    result: Ok
  }
  /** Show the person that the visitor is typing */
  typeInChat: {
    args: [params: {
      /** Id of the conversation */
      conversationId: string
    }]
    result: Ok
  }
  /** Report which messages the visitor has seen */
  sayChatSeen: {
    args: [params: {
      /** Id of the conversation */
      conversationId: string
    }, body: ChatSeenRequest]
    result: Ok
  }
  /** Close the chat and end its handoff */
  closeChat: {
    args: [params: {
      /** Id of the conversation */
      conversationId: string
    }]
    result: Ok
  }
  /** Add QA documents */
  addQa: {
    args: [body: QaAddRequest]
    result: QaResult
  }
  /** Replace QA documents */
  updateQa: {
    args: [body: QaUpdateRequest]
    result: QaResult
  }
  /** Append pairs to a QA document */
  addQaChunks: {
    args: [body: QaChunksAddRequest]
    result: Ok
  }
  /** Add texts */
  addTexts: {
    args: [body: TextAddRequest]
    result: QaResult
  }
  /** Replace texts */
  updateTexts: {
    args: [body: TextUpdateRequest]
    result: TextUpdateResult
  }
  /** Add spreadsheets */
  addSpreadsheets: {
    args: [body: SpreadsheetAddRequest]
    result: QaResult
  }
  /** Replace spreadsheets */
  updateSpreadsheets: {
    args: [body: SpreadsheetUpdateRequest]
    result: TextUpdateResult
  }
  /** Append passages to a text or spreadsheet */
  addTextChunks: {
    args: [body: TextChunksAddRequest]
    result: Ok
  }
  /** Try all failed documents again */
  retryFailedDocuments: {
    args: []
    result: RetryResult
  }
  /** List the documents of a knowledge base */
  listDocuments: {
    args: [params: {
      /** Id of the knowledge base */
      knowledgeBaseId: string
      /** Page number, starting at 1 */
      page?: number | undefined
      /** Entries per page */
      pageSize?: number | undefined
    }]
    result: DocumentPage
  }
  /** Get the status of documents */
  getDocumentStatus: {
    args: [params: {
      /** Ids of the documents; repeat the parameter for each id, or send one comma-separated list */
      dataIds: string[]
    }]
    result: DocumentStatusList
  }
  /** Delete documents */
  deleteDocuments: {
    args: [params: {
      /** Ids of the documents to delete, separated by commas or as a repeated parameter */
      doc: string[]
    }]
    result: Ok
  }
  /** Create a knowledge base */
  createKnowledgeBase: {
    args: [body: KnowledgeBaseCreateRequest]
    result: KnowledgeBaseCreated
  }
  /** List the knowledge bases */
  listKnowledgeBases: {
    args: []
    result: KnowledgeBasePage
  }
  /** Find pairs and passages that answer a question */
  matchKnowledge: {
    args: [body: VectorMatchRequest]
    result: VectorMatchResponse
  }
  /** Probe the webhooks of the agent */
  checkWebhooks: {
    args: []
    result: WebhookCheckResponse
  }
  /** Check whether the service works */
  health: {
    args: []
    result: string
  }
  /** Send a reply of a person to the user */
  receiveHumanMessage: {
    args: [body: HumanMessageRequest]
    result: Ok
  }
  /** End the handoff as a person */
  closeHumanConversation: {
    args: [body: HumanCloseRequest]
    result: HumanCloseResponse
  }
  /** Show the user that a person is typing */
  humanTyping: {
    args: [body: HumanTypingRequest]
    result: Ok
  }
  /** Stream the users who are waiting for a person, as server-sent events */
  subscribeHandoffs: {
    args: [params?: {
      /** Only conversations of this type, such as WEB */
      conversationType?: string | undefined
    }]
    result: Blob
  }
  /** Hand the user over to a person */
  beginHandoff: {
    args: [body: HandoffBeginRequest]
    result: HandoffBegun
  }
  /** End the handoff on behalf of the user */
  endHandoff: {
    args: [body: HandoffEndRequest]
    result: HumanCloseResponse
  }
  /** Create an agent and its first API key */
  createAgent: {
    args: [body: AgentCreateRequest]
    result: AgentCreated
  }
  /** List agents */
  listAgents: {
    args: [params?: {
      /** Only agents with this status */
      status?: "active" | "deleted" | undefined
      /** Maximum number of entries to return */
      limit?: number | undefined
      /** next_cursor of the previous response */
      cursor?: string | undefined
    }]
    result: AgentList
  }
  /** Get an agent */
  getAgent: {
    args: [params: {
      /** Id of the agent */
      agentId: string
    }]
    result: AgentAnswer
  }
  /** Rename an agent */
  updateAgent: {
    args: [params: {
      /** Id of the agent */
      agentId: string
    }, body: AgentUpdateRequest]
    result: AgentAnswer
  }
  /** Delete an agent */
  deleteAgent: {
    args: [params: {
      /** Id of the agent */
      agentId: string
    }]
    result: AgentAnswer
  }
  /** Get the settings of an agent, including defaults */
  getAgentSettings: {
    args: [params: {
      /** Id of the agent */
      agentId: string
    }]
    result: AgentSettings
  }
  /** Change settings of an agent; omitted settings stay as they are */
  changeAgentSettings: {
    args: [params: {
      /** Id of the agent */
      agentId: string
    }, body: AgentSettingsChange]
    result: AgentSettings
  }
  /** Get the secret for signing tokens that identify visitors */
  getVisitorIdentity: {
    args: [params: {
      /** Id of the agent */
      agentId: string
    }]
    result: VisitorIdentity
  }
  /** Create an API key */
  createApiKey: {
    args: [params: {
      /** Id of the agent */
      agentId: string
    }, body: ApiKeyCreateRequest]
    result: ApiKeyCreated
  }
  /** List the API keys of an agent */
  listApiKeys: {
    args: [params: {
      /** Id of the agent */
      agentId: string
    }]
    result: ApiKeyList
  }
  /** Revoke an API key */
  revokeApiKey: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of the API key */
      keyId: string
    }]
    result: undefined
  }
  /** Set the message webhook */
  setMessageWebhook: {
    args: [params: {
      /** Id of the agent */
      agentId: string
    }, body: MessageWebhookRequest]
    result: MessageWebhook
  }
  /** Get the message webhook */
  getMessageWebhook: {
    args: [params: {
      /** Id of the agent */
      agentId: string
    }]
    result: MessageWebhook
  }
  /** Remove the message webhook */
  deleteMessageWebhook: {
    args: [params: {
      /** Id of the agent */
      agentId: string
    }]
    result: undefined
  }
  /** Add a human service */
  createHumanService: {
    args: [params: {
      /** Id of the agent */
      agentId: string
    }, body: HumanServiceCreateRequest]
    result: HumanService
  }
  /** List the human services of an agent */
  listHumanServices: {
    args: [params: {
      /** Id of the agent */
      agentId: string
    }]
    result: HumanServiceList
  }
  /** Change a human service */
  updateHumanService: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of the human service */
      serviceId: string
    }, body: HumanServiceUpdateRequest]
    result: HumanService
  }
  /** Remove a human service */
  deleteHumanService: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of the human service */
      serviceId: string
    }]
    result: undefined
  }
  /** Add a signing secret; requests are signed with every secret that has not expired */
  createWebhookSigningSecret: {
    args: [params: {
      /** Id of the agent */
      agentId: string
    }, body: SigningSecretCreateRequest]
    result: SigningSecretCreated
  }
  /** List signing secrets, without the secrets themselves */
  listWebhookSigningSecrets: {
    args: [params: {
      /** Id of the agent */
      agentId: string
    }]
    result: SigningSecretList
  }
  /** Delete a signing secret */
  deleteWebhookSigningSecret: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of the signing secret */
      secretId: string
    }]
    result: undefined
  }
  /** Add a signing secret; requests are signed with every secret that has not expired */
  createHumanServiceSigningSecret: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of the human service */
      serviceId: string
    }, body: SigningSecretCreateRequest]
    result: SigningSecretCreated
  }
  /** List signing secrets, without the secrets themselves */
  listHumanServiceSigningSecrets: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of the human service */
      serviceId: string
    }]
    result: SigningSecretList
  }
  /** Delete a signing secret */
  deleteHumanServiceSigningSecret: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of the human service */
      serviceId: string
      /** Id of the signing secret */
      secretId: string
    }]
    result: undefined
  }
  /** List the documents of an agent */
  listAgentDocuments: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Only documents of this knowledge base */
      baseId?: string | undefined
      /** Only documents with this status */
      status?: "PROCESSING" | "AVAILABLE" | "FAILED" | undefined
      /** Only documents whose name contains this text; the case of the letters A to Z is ignored */
      q?: string | undefined
      /** Maximum number of entries to return */
      limit?: number | undefined
      /** next_cursor of the previous response */
      cursor?: string | undefined
    }]
    result: AdminDocumentList
  }
  /** Get a document of an agent */
  getAgentDocument: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of the document */
      docId: string
    }]
    result: AdminDocument
  }
  /** List running imports with their progress */
  listImportsUnderWay: {
    args: [params: {
      /** Id of the agent */
      agentId: string
    }]
    result: ImportsUnderWay
  }
  /** Get the latest import of a document: the result for every row of the CSV or Excel file */
  getDocumentImport: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of the document */
      docId: string
    }]
    result: DocumentImport
  }
  /** Get the conversion of a document: which parts became pairs, and which did not */
  getDocumentConversion: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of the document */
      docId: string
    }]
    result: DocumentConversion
  }
  /** Convert the passages that failed again */
  retryConversion: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of the document */
      docId: string
    }]
    result: ConversionRetried
  }
  /** List the documents of an agent that wait for approval */
  listDrafts: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Maximum number of drafts to return */
      limit?: number | undefined
      /** next_cursor of the previous response */
      cursor?: string | undefined
    }]
    result: DraftList
  }
  /** Get the draft of a document that waits for approval */
  getDraft: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of the document */
      docId: string
    }]
    result: DraftSummary
  }
  /** Delete the draft; the document stays as it is */
  deleteDraft: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of the document */
      docId: string
    }]
    result: undefined
  }
  /** List the pairs of a draft with their states and origins */
  listDraftPairs: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of the document */
      docId: string
      /** Only pairs in this state */
      state?: "pending" | "approved" | "dropped" | "edited" | undefined
      /** Maximum number of pairs to return */
      limit?: number | undefined
      /** Position of the first pair: next_from of the previous response */
      from?: number | undefined
    }]
    result: DraftPairs
  }
  /** Edit a pair of a draft, which approves it */
  editDraftPair: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of the document */
      docId: string
      /** Position of the pair in the draft, starting at 0 */
      ordinal: string
    }, body: DraftPairChange]
    result: DraftPair
  }
  /** Get the passage of the file from which a pair of a draft was made */
  getDraftPassage: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of the document */
      docId: string
      /** Position of the pair in the draft, starting at 0 */
      ordinal: string
    }]
    result: DraftPassage
  }
  /** Approve or drop one, many or all pairs of a draft */
  decideDraftPairs: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of the document */
      docId: string
    }, body: DraftDecision]
    result: DraftCounts
  }
  /** Preview the changes of applying the draft, or of a rollback */
  planDraft: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of the document */
      docId: string
      /** Content to compare with: the draft, or the revision that a rollback would restore; default draft */
      to?: "draft" | "previous" | undefined
      /** Pairs to list; default changed */
      list?: "added" | "changed" | "removed" | "same" | undefined
      /** Maximum number of pairs to list */
      limit?: number | undefined
      /** Number of pairs to skip: next_from of the previous response */
      from?: number | undefined
    }]
    result: KnowledgePlan
  }
  /** Preview the changes of replacing all pairs by a list; nothing is stored */
  planReplacement: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of the document */
      docId: string
      /** Content to compare with: the draft, or the revision that a rollback would restore; default draft */
      to?: "draft" | "previous" | undefined
      /** Pairs to list; default changed */
      list?: "added" | "changed" | "removed" | "same" | undefined
      /** Maximum number of pairs to list */
      limit?: number | undefined
      /** Number of pairs to skip: next_from of the previous response */
      from?: number | undefined
    }, body: PlanRequest]
    result: KnowledgePlan
  }
  /** Replace the content of a document by the approved pairs of its draft */
  applyDraft: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of the document */
      docId: string
    }, body: ApplyRequest]
    result: Applied
  }
  /** List the pairs of a document with their origins */
  listDocumentPairs: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of the document */
      docId: string
      /** Maximum number of pairs to return; fewer if they are long */
      limit?: number | undefined
      /** Position of the first pair: next_from of the previous response */
      from?: number | undefined
      /** Only pairs with this text in question or answer; the case of the letters A to Z is ignored */
      q?: string | undefined
    }]
    result: DocumentPairs
  }
  /** Append one pair to a document */
  addDocumentPair: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of the document */
      docId: string
    }, body: NewPair]
    result: LivePair
  }
  /** Get one pair of a document */
  getDocumentPair: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of the document */
      docId: string
      /** Id of the pair */
      pairId: string
    }]
    result: LivePair
  }
  /** Edit one pair of a document */
  editDocumentPair: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of the document */
      docId: string
      /** Id of the pair */
      pairId: string
    }, body: PairChange]
    result: LivePair
  }
  /** Delete one pair of a document */
  deleteDocumentPair: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of the document */
      docId: string
      /** Id of the pair */
      pairId: string
    }]
    result: undefined
  }
  /** List the revisions of a document: who changed it, when and how */
  listRevisions: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of the document */
      docId: string
    }]
    result: RevisionList
  }
  /** List the changes in a document since a revision */
  diffRevision: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of the document */
      docId: string
      /** Number of the revision */
      revision: string
      /** Pairs to list; default changed */
      list?: "added" | "changed" | "removed" | "same" | undefined
      /** Maximum number of pairs to list */
      limit?: number | undefined
      /** Number of pairs to skip: next_from of the previous response */
      from?: number | undefined
    }]
    result: RevisionDiff
  }
  /** Restore the revision before the last change, or any other revision */
  rollbackDocument: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of the document */
      docId: string
    }, body: RollbackRequest]
    result: RolledBack
  }
  /** Download the pairs of a document as CSV or JSON Lines */
  exportDocument: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of the document */
      docId: string
      /** csv for spreadsheets, jsonl for programs; default csv */
      format?: "csv" | "jsonl" | undefined
    }]
    result: Blob
  }
  /** Change the name or description of a knowledge base */
  changeKnowledgeBase: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of a knowledge base */
      baseId: string
    }, body: KnowledgeBaseChange]
    result: Ok
  }
  /** Delete a knowledge base with all its documents */
  deleteKnowledgeBase: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of a knowledge base */
      baseId: string
    }]
    result: undefined
  }
  /** Send a message as the agent to its message webhook */
  emitMessage: {
    args: [params: {
      /** Id of the agent */
      agentId: string
    }, body: MessageSendRequest]
    result: MessageSent
  }
  /** Search the knowledge of an agent, with the reasons for each hit */
  searchKnowledge: {
    args: [params: {
      /** Id of the agent */
      agentId: string
    }, body: AdminSearchRequest]
    result: AdminSearchResponse
  }
  /** Count deliveries by endpoint and state */
  countDeliveries: {
    args: [params: {
      /** Id of the agent */
      agentId: string
    }]
    result: DeliveryCounts
  }
  /** List deliveries */
  listDeliveries: {
    args: [params?: {
      /** Only deliveries of this agent */
      agentId?: string | undefined
      /** Only deliveries in this state */
      state?: "pending" | "delivered" | "dead" | undefined
      /** Only deliveries created at this time or later, in milliseconds since 1970 */
      from?: number | undefined
      /** Only deliveries of this conversation and its handoffs */
      conversationId?: string | undefined
      /** Only deliveries of this kind */
      kind?: "message" | "handoff_establish" | "handoff_chat" | "handoff_close" | undefined
      /** Only deliveries to this endpoint: `message` for the message webhook, or the id of a human service */
      endpoint?: string | undefined
      /** Only deliveries whose last attempt got a response with this status; 0: no response */
      httpStatus?: number | undefined
      /** Only deliveries created before this time, in milliseconds since 1970 */
      until?: number | undefined
      /** Only deliveries whose body contains this text */
      q?: string | undefined
      /** Maximum number of entries to return */
      limit?: number | undefined
      /** next_cursor of the previous response */
      cursor?: string | undefined
    }]
    result: DeliveryList
  }
  /** Get a delivery with its body and every attempt */
  getDelivery: {
    args: [params: {
      /** Id of the delivery */
      deliveryId: string
    }]
    result: DeliveryDetail
  }
  /** Send a settled delivery again, or try a pending one now */
  replayDelivery: {
    args: [params: {
      /** Id of the delivery */
      deliveryId: string
    }]
    result: Delivery
  }
  /** Send many deliveries again */
  replayDeliveries: {
    args: [body: DeliveryReplayRequest]
    result: DeliveryReplayResponse
  }
  /** List the endpoints of an agent with their health */
  listEndpoints: {
    args: [params: {
      /** Id of the agent */
      agentId: string
    }]
    result: EndpointList
  }
  /** List the changes of the state of an endpoint */
  getEndpointHistory: {
    args: [params: {
      /** Id of the endpoint, such as message:{agent_id} */
      endpointId: string
    }]
    result: EndpointHistory
  }
  /** Send a test request (istest) now; a parked endpoint is opened if it responds with 200 */
  probeEndpoint: {
    args: [params: {
      /** Id of the endpoint, such as message:{agent_id} */
      endpointId: string
    }]
    result: EndpointProbe
  }
  /** Pause an endpoint: nothing is sent until it is resumed, and deliveries wait without loss */
  pauseEndpoint: {
    args: [params: {
      /** Id of the endpoint, such as message:{agent_id} */
      endpointId: string
    }, body: EndpointPauseRequest]
    result: Endpoint
  }
  /** Resume a paused endpoint */
  resumeEndpoint: {
    args: [params: {
      /** Id of the endpoint, such as message:{agent_id} */
      endpointId: string
    }]
    result: Endpoint
  }
  /** Give up deliveries that block their conversations, so that later deliveries can be sent */
  skipHead: {
    args: [params: {
      /** Id of the endpoint, such as message:{agent_id} */
      endpointId: string
    }, body: SkipHeadRequest]
    result: SkipHeadResponse
  }
  /** Download deliveries as CSV or JSON Lines */
  exportDeliveries: {
    args: [params?: {
      /** Only deliveries of this agent */
      agentId?: string | undefined
      /** Only deliveries in this state */
      state?: "pending" | "delivered" | "dead" | undefined
      /** Only deliveries created at this time or later, in milliseconds since 1970 */
      from?: number | undefined
      /** Only deliveries of this conversation and its handoffs */
      conversationId?: string | undefined
      /** Only deliveries of this kind */
      kind?: "message" | "handoff_establish" | "handoff_chat" | "handoff_close" | undefined
      /** Only deliveries to this endpoint: `message` for the message webhook, or the id of a human service */
      endpoint?: string | undefined
      /** Only deliveries whose last attempt got a response with this status; 0: no response */
      httpStatus?: number | undefined
      /** Only deliveries created before this time, in milliseconds since 1970 */
      until?: number | undefined
      /** Only deliveries whose body contains this text */
      q?: string | undefined
      /** Format of the file; default csv */
      format?: "csv" | "jsonl" | undefined
    }]
    result: Blob
  }
  /** Get figures about questions, handoffs and deliveries, hour by hour */
  getStats: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Start of the time, in milliseconds since 1970; if omitted, 7 days before `until` */
      from?: number | undefined
      /** End of the time, in milliseconds since 1970; if omitted, now */
      until?: number | undefined
    }]
    result: StatsAnswer
  }
  /** Create the sink (a receiver inside Tandem for tests), or change its responses */
  setSink: {
    args: [params: {
      /** Id of the agent */
      agentId: string
    }, body: SinkChange]
    result: Sink
  }
  /** Get the sink */
  getSink: {
    args: [params: {
      /** Id of the agent */
      agentId: string
    }]
    result: Sink
  }
  /** Set the message webhook to the sink, which is created if there is none */
  connectSink: {
    args: [params: {
      /** Id of the agent */
      agentId: string
    }]
    result: Sink
  }
  /** Set the message webhook back to its previous URL */
  disconnectSink: {
    args: [params: {
      /** Id of the agent */
      agentId: string
    }]
    result: Sink
  }
  /** List the requests that the sink got */
  listSinkRequests: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Only requests with a larger id than this */
      after?: number | undefined
      /** Maximum number of entries to return */
      limit?: number | undefined
    }]
    result: SinkRequestList
  }
  /** Delete the requests that the sink got */
  clearSinkRequests: {
    args: [params: {
      /** Id of the agent */
      agentId: string
    }]
    result: undefined
  }
  /** Sign in; the response sets the session cookie */
  signIn: {
    args: [body: SignInRequest]
    result: AccountAnswer
  }
  /** Get the account of the session */
  getSession: {
    args: []
    result: AccountAnswer
  }
  /** Sign out */
  signOut: {
    args: []
    result: undefined
  }
  /** Change your password; ends all your other sessions */
  changePassword: {
    args: [body: PasswordChangeRequest]
    result: undefined
  }
  /** List your active sessions; admins can list those of any account */
  listSessions: {
    args: [params?: {
      /** Id of an account (admins only); if omitted, your own sessions */
      accountId?: string | undefined
    }]
    result: SessionList
  }
  /** End one of your sessions; admins can end any session */
  endSession: {
    args: [params: {
      /** Id of the session */
      sessionId: string
    }]
    result: undefined
  }
  /** Create an account and its sign-in link */
  createAccount: {
    args: [body: AccountCreateRequest]
    result: AccountCreated
  }
  /** List accounts */
  listAccounts: {
    args: [params?: {
      /** Maximum number of entries to return */
      limit?: number | undefined
      /** next_cursor of the previous response */
      cursor?: string | undefined
    }]
    result: AccountList
  }
  /** Get an account */
  getAccount: {
    args: [params: {
      /** Id of the account */
      accountId: string
    }]
    result: AccountAnswer
  }
  /** Change or disable an account */
  changeAccount: {
    args: [params: {
      /** Id of the account */
      accountId: string
    }, body: AccountUpdateRequest]
    result: AccountAnswer
  }
  /** Create a link that signs in once, within ten minutes */
  createSignInLink: {
    args: [params: {
      /** Id of the account */
      accountId: string
    }]
    result: SignInLink
  }
  /** List the entries of the audit log */
  listAudit: {
    args: [params?: {
      /** Only actions of this account */
      accountId?: string | undefined
      /** Only actions that concern this agent */
      agentId?: string | undefined
      /** Only actions with this operation id */
      action?: string | undefined
      /** Only actions that concern the thing with this id */
      target?: string | undefined
      /** Maximum number of entries to return */
      limit?: number | undefined
      /** next_cursor of the previous response */
      cursor?: string | undefined
    }]
    result: AuditList
  }
  /** Stream events about changes, as server-sent events */
  followEvents: {
    args: [params?: {
      /** Only events of this agent */
      agentId?: string | undefined
      /** Only events of these kinds, separated by commas */
      kinds?: ("message" | "turn" | "handoff" | "delivery" | "endpoint" | "document" | "desk")[] | undefined
    }]
    result: Blob
  }
  /** List the conversations of an agent */
  adminListConversations: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Only conversations of this user */
      userId?: string | undefined
      /** Only conversations with this text in a message; searches the newest 20,000 messages of the requested time */
      q?: string | undefined
      /** Only conversations in which the AI, or a person, has the floor */
      owner?: "ai" | "human" | undefined
      /** Only conversations whose last question had this outcome */
      outcome?: "answered" | "offered" | "unanswered" | undefined
      /** Only conversations with an answer that has this rating */
      feedback?: "POSITIVE" | "NEGATIVE" | undefined
      /** Only conversations in this language; en also finds en-GB */
      language?: string | undefined
      /** Only conversations of this type; if omitted, all types except PLAYGROUND */
      type?: "API" | "WEB" | "PLAYGROUND" | undefined
      /** Only conversations active at this time or later, in milliseconds since 1970 */
      from?: number | undefined
      /** Only conversations active at this time or earlier, in milliseconds since 1970 */
      until?: number | undefined
      /** Page number, starting at 1 */
      page?: number | undefined
      /** Entries per page */
      pageSize?: number | undefined
    }]
    result: AdminConversationPage
  }
  /** Download the conversations of an agent as CSV or JSON Lines */
  exportConversations: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Only conversations of this user */
      userId?: string | undefined
      /** Only conversations with this text in a message; searches the newest 20,000 messages of the requested time */
      q?: string | undefined
      /** Only conversations in which the AI, or a person, has the floor */
      owner?: "ai" | "human" | undefined
      /** Only conversations whose last question had this outcome */
      outcome?: "answered" | "offered" | "unanswered" | undefined
      /** Only conversations with an answer that has this rating */
      feedback?: "POSITIVE" | "NEGATIVE" | undefined
      /** Only conversations in this language; en also finds en-GB */
      language?: string | undefined
      /** Only conversations of this type; if omitted, all types except PLAYGROUND */
      type?: "API" | "WEB" | "PLAYGROUND" | undefined
      /** Only conversations active at this time or later, in milliseconds since 1970 */
      from?: number | undefined
      /** Only conversations active at this time or earlier, in milliseconds since 1970 */
      until?: number | undefined
      /** Format of the file; default csv */
      format?: "csv" | "jsonl" | undefined
    }]
    result: Blob
  }
  /** Get a conversation with the details of each answer */
  adminGetConversation: {
    args: [params: {
      /** Id of the conversation */
      conversationId: string
      /** Only messages with a higher number */
      after?: number | undefined
      /** Maximum number of entries to return */
      limit?: number | undefined
    }]
    result: AdminConversationAnswer
  }
  /** Remove a conversation with all its data */
  adminRemoveConversation: {
    args: [params: {
      /** Id of the conversation */
      conversationId: string
    }]
    result: undefined
  }
  /** Get the timeline of a conversation: messages, turns, handoffs and deliveries */
  getScore: {
    args: [params: {
      /** Id of the conversation */
      conversationId: string
    }]
    result: Score
  }
  /** Get the tokens and credits that answers consumed, by day */
  getUsage: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Only this conversation */
      conversationId?: string | undefined
      /** Start of the time, in milliseconds since 1970; if omitted, 30 days before `until` */
      from?: number | undefined
      /** End of the time, in milliseconds since 1970; if omitted, now */
      until?: number | undefined
    }]
    result: UsageAnswer
  }
  /** List questions that the agent could not answer */
  listUnanswered: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** State of the questions; default open */
      state?: "open" | "answered" | "dismissed" | undefined
      /** Only questions that contain this text */
      q?: string | undefined
      /** asked: most frequently asked first. newest: most recently asked first. Default asked */
      sort?: "asked" | "newest" | undefined
      /** Maximum number of entries to return */
      limit?: number | undefined
      /** next_cursor of the previous response */
      cursor?: string | undefined
    }]
    result: UnansweredList
  }
  /** List unanswered questions in groups of similar ones */
  groupUnanswered: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** State of the questions; default open */
      state?: "open" | "answered" | "dismissed" | undefined
      /** Only questions that contain this text */
      q?: string | undefined
      /** asked: most frequently asked first. newest: most recently asked first. Default asked */
      sort?: "asked" | "newest" | undefined
      /** Maximum number of groups to return */
      limit?: number | undefined
      /** Number of groups to skip: next_from of the previous response */
      from?: number | undefined
    }]
    result: UnansweredGroups
  }
  /** Find past questions that a pair would have answered; nothing is stored */
  findCaught: {
    args: [params: {
      /** Id of the agent */
      agentId: string
    }, body: CaughtRequest]
    result: CaughtQuestions
  }
  /** Answer an unanswered question by adding a pair */
  answerUnanswered: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of the unanswered question */
      questionId: string
    }, body: UnansweredAnswerRequest]
    result: UnansweredAnswered
  }
  /** Dismiss an unanswered question */
  dismissUnanswered: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of the unanswered question */
      questionId: string
    }]
    result: UnansweredQuestion
  }
  /** List handoffs with their waiting times and end reasons */
  listHandoffs: {
    args: [params?: {
      /** Only handoffs of this agent */
      agentId?: string | undefined
      /** Only handoffs of this conversation */
      conversationId?: string | undefined
      /** Only handoffs to this component */
      humanServiceId?: string | undefined
      /** Only handoffs in this state; OPEN: all states except ENDED */
      state?: "REQUESTED" | "WAITING" | "CONNECTED" | "ENDED" | "OPEN" | undefined
      /** Only handoffs that ended for this reason */
      endReason?: "HUMAN_CLOSED" | "USER_CLOSED" | "TIMEOUT" | "WAIT_TIMEOUT" | "FAILED" | undefined
      /** Maximum number of entries to return */
      limit?: number | undefined
      /** next_cursor of the previous response */
      cursor?: string | undefined
    }]
    result: HandoffList
  }
  /** Get a handoff with its events, its requests to the desk, and undelivered messages */
  getHandoff: {
    args: [params: {
      /** Id of the handoff */
      handoffId: string
    }]
    result: HandoffDetail
  }
  /** List users who are waiting for a person or talking to one, earliest deadline first */
  getDeskQueue: {
    args: [params?: {
      /** Only users of this agent */
      agentId?: string | undefined
      /** Only users in this state */
      state?: "waiting" | "mine" | "others" | undefined
      /** Maximum number of entries of each state */
      limit?: number | undefined
    }]
    result: DeskQueue
  }
  /** Take the waiting user with the earliest deadline */
  takeNextUser: {
    args: [body: DeskNextRequest]
    result: DeskNext
  }
  /** Get a handoff with its user, messages, events and notes */
  getDeskCase: {
    args: [params: {
      /** Id of the handoff */
      handoffId: string
    }]
    result: DeskCase
  }
  /** Take a user */
  claimUser: {
    args: [params: {
      /** Id of the handoff */
      handoffId: string
    }]
    result: DeskClaim
  }
  /** Put a user back into the queue; the waiting time starts again */
  releaseUser: {
    args: [params: {
      /** Id of the handoff */
      handoffId: string
    }, body: DeskClaimRequest]
    result: Ok
  }
  /** Offer a user to a colleague, who accepts or declines */
  transferUser: {
    args: [params: {
      /** Id of the handoff */
      handoffId: string
    }, body: DeskTransferRequest]
    result: Ok
  }
  /** Accept a user whom a colleague offers */
  acceptUser: {
    args: [params: {
      /** Id of the handoff */
      handoffId: string
    }]
    result: DeskClaim
  }
  /** Decline a user whom a colleague offers; the colleague keeps the user */
  declineUser: {
    args: [params: {
      /** Id of the handoff */
      handoffId: string
    }]
    result: Ok
  }
  /** Give a user to a person, even if somebody else has the user; for admins */
  assignUser: {
    args: [params: {
      /** Id of the handoff */
      handoffId: string
    }, body: DeskAssignRequest]
    result: Ok
  }
  /** Reply to a user you have */
  replyToUser: {
    args: [params: {
      /** Id of the handoff */
      handoffId: string
    }, body: DeskReplyRequest]
    result: DeskReplied
  }
  /** End the handoff; the AI has the floor again */
  closeDeskCase: {
    args: [params: {
      /** Id of the handoff */
      handoffId: string
    }, body: DeskClaimRequest]
    result: Ok
  }
  /** Report how far you have read the conversation */
  markTalkRead: {
    args: [params: {
      /** Id of the handoff */
      handoffId: string
    }, body: DeskReadRequest]
    result: undefined
  }
  /** Show the user and colleagues that you are typing */
  typeAtDesk: {
    args: [params: {
      /** Id of the handoff */
      handoffId: string
    }, body: DeskClaimRequest]
    result: undefined
  }
  /** Show colleagues that you are looking at a user */
  lookAtUser: {
    args: [params: {
      /** Id of the handoff */
      handoffId: string
    }]
    result: undefined
  }
  /** Get the people at the desk, and the agents that use it */
  getPresence: {
    args: []
    result: DeskPresence
  }
  /** Report whether you are at the desk; repeat it regularly while you are */
  setPresence: {
    args: [body: PresenceRequest]
    result: DeskPresence
  }
  /** List the conversations of an agent, to read or to take over */
  listDeskConversations: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Only conversations of this user */
      userId?: string | undefined
      /** Only conversations with this text in a message; searches the newest 20,000 messages of the requested time */
      q?: string | undefined
      /** Only conversations in which the AI, or a person, has the floor */
      owner?: "ai" | "human" | undefined
      /** Page number, starting at 1 */
      page?: number | undefined
      /** Entries per page */
      pageSize?: number | undefined
    }]
    result: AdminConversationPage
  }
  /** Get a conversation of an agent */
  getDeskConversation: {
    args: [params: {
      /** Id of the conversation */
      conversationId: string
      /** Only messages with a higher number */
      after?: number | undefined
      /** Maximum number of entries to return */
      limit?: number | undefined
    }]
    result: AdminConversationAnswer
  }
  /** Take a user over from the AI */
  takeOver: {
    args: [params: {
      /** Id of the conversation */
      conversationId: string
    }]
    result: DeskTakeover
  }
  /** Add a note for colleagues, which the user never sees */
  addDeskNote: {
    args: [params: {
      /** Id of the handoff */
      handoffId: string
    }, body: DeskNoteRequest]
    result: DeskNote
  }
  /** Suggest answers from the knowledge to the last message of the user */
  suggestAnswers: {
    args: [params: {
      /** Id of the handoff */
      handoffId: string
      /** Text to search for; if omitted, the last message of the user */
      q?: string | undefined
    }]
    result: DeskSuggestions
  }
  /** Add a question and its answer to the knowledge */
  makePairAtDesk: {
    args: [params: {
      /** Id of the handoff */
      handoffId: string
    }, body: DeskPairRequest]
    result: DeskPairMade
  }
  /** List snippets; with a handoff, their variables are filled in */
  listDeskSnippets: {
    args: [params?: {
      /** Only snippets of this agent */
      agentId?: string | undefined
      /** Only snippets of the agent of this handoff, filled in for its user */
      handoffId?: string | undefined
    }]
    result: DeskSnippets
  }
  /** Create a snippet */
  createDeskSnippet: {
    args: [body: DeskSnippetRequest]
    result: DeskSnippet
  }
  /** Change a snippet */
  changeDeskSnippet: {
    args: [params: {
      /** Id of the snippet */
      snippetId: string
    }, body: DeskSnippetChange]
    result: DeskSnippet
  }
  /** Delete a snippet */
  deleteDeskSnippet: {
    args: [params: {
      /** Id of the snippet */
      snippetId: string
    }]
    result: undefined
  }
  /** Get the answer that the agent would give, and why; nothing is stored or counted */
  dryRun: {
    args: [params: {
      /** Id of the agent */
      agentId: string
    }, body: DryRunRequest]
    result: DryRun
  }
  /** Preview the result of adding a file; nothing is stored */
  previewDocument: {
    args: [params: {
      /** Id of the agent */
      agentId: string
    }, body: DocumentPreviewRequest]
    result: DocumentPreview
  }
  /** List the question sets of an agent */
  listQuestionSets: {
    args: [params: {
      /** Id of the agent */
      agentId: string
    }]
    result: QuestionSetList
  }
  /** Create or replace a question set */
  putQuestionSet: {
    args: [params: {
      /** Id of the agent */
      agentId: string
    }, body: QuestionSetChange]
    result: QuestionSet
  }
  /** Get a question set */
  getQuestionSet: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of the question set */
      setId: string
    }]
    result: QuestionSet
  }
  /** Delete a question set and its runs */
  deleteQuestionSet: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of the question set */
      setId: string
    }]
    result: undefined
  }
  /** Ask all questions of a set, and report which find their expected pair */
  runQuestionSet: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of the question set */
      setId: string
    }, body: QuestionSetRunRequest]
    result: QuestionSetRun
  }
  /** List the runs of a question set */
  listQuestionSetRuns: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of the question set */
      setId: string
      /** Maximum number of runs to return */
      limit?: number | undefined
    }]
    result: QuestionSetRunList
  }
  /** Get a run of a question set */
  getQuestionSetRun: {
    args: [params: {
      /** Id of the agent */
      agentId: string
      /** Id of the question set */
      setId: string
      /** Id of the run */
      runId: string
    }]
    result: QuestionSetRun
  }
}

export interface OperationRow {
  readonly method: string
  readonly path: string
  /** Whether the first argument has the parameters of the path and the query. */
  readonly params?: true
  readonly body?: true
  /** Whether a list in the query is one comma-separated value instead of a repeated parameter. */
  readonly commas?: true
  /** Whether the service accepts an Idempotency-Key. */
  readonly idempotencyKey?: true
  /** The type of a successful response if it is not JSON. */
  readonly gives?: 'text' | 'bytes'
}

export const operations: Record<keyof Operations, OperationRow> = {
  createConversation: { method: 'POST', path: '/v1/conversation', body: true },
  sendMessage: { method: 'POST', path: '/v2/conversation/message', body: true, idempotencyKey: true },
  resumeMessageStream: { method: 'GET', path: '/v2/conversation/message/stream', params: true, gives: 'bytes' },
  listConversations: { method: 'GET', path: '/v1/bot/conversation/page', params: true },
  listMessages: { method: 'GET', path: '/v2/messages', params: true },
  bindUser: { method: 'POST', path: '/v1/user/set-userid', body: true },
  getUser: { method: 'GET', path: '/v1/user/get-user-cdp', params: true },
  getAudio: { method: 'GET', path: '/audio/{name}', params: true, gives: 'bytes' },
  getUserFile: { method: 'GET', path: '/files/{token}', params: true, gives: 'bytes' },
  giveFeedback: { method: 'POST', path: '/v1/message/feedback', body: true },
  rateQuality: { method: 'POST', path: '/v1/message/quality', body: true },
  correlateDataset: { method: 'GET', path: '/v1/correlate/dataset', params: true },
  nextQuestions: { method: 'GET', path: '/v1/next/question', params: true },
  updateUserProperties: { method: 'POST', path: '/v1/property/update', body: true },
  getUserProperties: { method: 'GET', path: '/v2/user-property/query', params: true, commas: true },
  sendMessageV1: { method: 'POST', path: '/v1/conversation/message', body: true, idempotencyKey: true },
  listMessagesV1: { method: 'GET', path: '/v1/messages', params: true },
  verifyApiKey: { method: 'GET', path: '/v1/api-key/verify' },
  getAgentDetail: { method: 'GET', path: '/v1/bot/detail' },
  getChatConfig: { method: 'GET', path: '/web/v1/agents/{agent_id}/config', params: true },
  startChat: { method: 'POST', path: '/web/v1/agents/{agent_id}/chats', params: true, body: true },
  sendChatMessage: { method: 'POST', path: '/web/v1/chats/{conversation_id}/messages', params: true, body: true },
  listChatMessages: { method: 'GET', path: '/web/v1/chats/{conversation_id}/messages', params: true },
  followChat: { method: 'GET', path: '/web/v1/chats/{conversation_id}/events', params: true, gives: 'bytes' },
  sendChatFile: { method: 'POST', path: '/web/v1/chats/{conversation_id}/files', params: true, body: true },
  rateChatMessage: { method: 'POST', path: '/web/v1/chats/{conversation_id}/messages/{message_id}/feedback', params: true, body: true },
  readChatTranscript: { method: 'GET', path: '/web/v1/chats/{conversation_id}/transcript', params: true, gives: 'bytes' },
  askForPerson: { method: 'POST', path: '/web/v1/chats/{conversation_id}/handoff', params: true, body: true },
  leavePerson: { method: 'POST', path: '/web/v1/chats/{conversation_id}/handoff/close', params: true },
  typeInChat: { method: 'POST', path: '/web/v1/chats/{conversation_id}/typing', params: true },
  sayChatSeen: { method: 'POST', path: '/web/v1/chats/{conversation_id}/seen', params: true, body: true },
  closeChat: { method: 'POST', path: '/web/v1/chats/{conversation_id}/close', params: true },
  addQa: { method: 'POST', path: '/v1/bot/doc/qa/add', body: true },
  updateQa: { method: 'PUT', path: '/v1/bot/doc/qa/update', body: true },
  addQaChunks: { method: 'POST', path: '/v1/bot/doc/qa/chunks/add', body: true },
  addTexts: { method: 'POST', path: '/v1/bot/doc/text/add', body: true },
  updateTexts: { method: 'PUT', path: '/v1/bot/doc/text/update', body: true },
  addSpreadsheets: { method: 'POST', path: '/v1/bot/doc/spreadsheet/add', body: true },
  updateSpreadsheets: { method: 'PUT', path: '/v1/bot/doc/spreadsheet/update', body: true },
  addTextChunks: { method: 'POST', path: '/v1/bot/doc/chunks/add', body: true },
  retryFailedDocuments: { method: 'POST', path: '/v1/bot/data/retry/batch' },
  listDocuments: { method: 'GET', path: '/v1/bot/doc/query/page', params: true },
  getDocumentStatus: { method: 'GET', path: '/v1/bot/data/detail/list', params: true },
  deleteDocuments: { method: 'DELETE', path: '/v1/bot/doc/batch/delete', params: true, commas: true },
  createKnowledgeBase: { method: 'POST', path: '/v1/bot/knowledge/base/create', body: true },
  listKnowledgeBases: { method: 'GET', path: '/v1/bot/knowledge/base/page' },
  matchKnowledge: { method: 'POST', path: '/v1/vector/match', body: true },
  checkWebhooks: { method: 'POST', path: '/v1/webhook/check' },
  health: { method: 'GET', path: '/v1/webhook/service/health', gives: 'text' },
  receiveHumanMessage: { method: 'POST', path: '/v1/human/message/receive', body: true, idempotencyKey: true },
  closeHumanConversation: { method: 'POST', path: '/v1/human/close', body: true },
  humanTyping: { method: 'POST', path: '/v1/human/typing', body: true },
  subscribeHandoffs: { method: 'GET', path: '/v1/browser/extension/subscribe', params: true, gives: 'bytes' },
  beginHandoff: { method: 'POST', path: '/v1/conversation/handoff', body: true },
  endHandoff: { method: 'POST', path: '/v1/conversation/handoff/close', body: true },
  createAgent: { method: 'POST', path: '/admin/v1/agents', body: true },
  listAgents: { method: 'GET', path: '/admin/v1/agents', params: true },
  getAgent: { method: 'GET', path: '/admin/v1/agents/{agent_id}', params: true },
  updateAgent: { method: 'PATCH', path: '/admin/v1/agents/{agent_id}', params: true, body: true },
  deleteAgent: { method: 'DELETE', path: '/admin/v1/agents/{agent_id}', params: true },
  getAgentSettings: { method: 'GET', path: '/admin/v1/agents/{agent_id}/settings', params: true },
  changeAgentSettings: { method: 'PATCH', path: '/admin/v1/agents/{agent_id}/settings', params: true, body: true },
  getVisitorIdentity: { method: 'GET', path: '/admin/v1/agents/{agent_id}/identity', params: true },
  createApiKey: { method: 'POST', path: '/admin/v1/agents/{agent_id}/api-keys', params: true, body: true },
  listApiKeys: { method: 'GET', path: '/admin/v1/agents/{agent_id}/api-keys', params: true },
  revokeApiKey: { method: 'DELETE', path: '/admin/v1/agents/{agent_id}/api-keys/{key_id}', params: true },
  setMessageWebhook: { method: 'PUT', path: '/admin/v1/agents/{agent_id}/message-webhook', params: true, body: true },
  getMessageWebhook: { method: 'GET', path: '/admin/v1/agents/{agent_id}/message-webhook', params: true },
  deleteMessageWebhook: { method: 'DELETE', path: '/admin/v1/agents/{agent_id}/message-webhook', params: true },
  createHumanService: { method: 'POST', path: '/admin/v1/agents/{agent_id}/human-services', params: true, body: true },
  listHumanServices: { method: 'GET', path: '/admin/v1/agents/{agent_id}/human-services', params: true },
  updateHumanService: { method: 'PATCH', path: '/admin/v1/agents/{agent_id}/human-services/{service_id}', params: true, body: true },
  deleteHumanService: { method: 'DELETE', path: '/admin/v1/agents/{agent_id}/human-services/{service_id}', params: true },
  createWebhookSigningSecret: { method: 'POST', path: '/admin/v1/agents/{agent_id}/message-webhook/signing-secrets', params: true, body: true },
  listWebhookSigningSecrets: { method: 'GET', path: '/admin/v1/agents/{agent_id}/message-webhook/signing-secrets', params: true },
  deleteWebhookSigningSecret: { method: 'DELETE', path: '/admin/v1/agents/{agent_id}/message-webhook/signing-secrets/{secret_id}', params: true },
  createHumanServiceSigningSecret: { method: 'POST', path: '/admin/v1/agents/{agent_id}/human-services/{service_id}/signing-secrets', params: true, body: true },
  listHumanServiceSigningSecrets: { method: 'GET', path: '/admin/v1/agents/{agent_id}/human-services/{service_id}/signing-secrets', params: true },
  deleteHumanServiceSigningSecret: { method: 'DELETE', path: '/admin/v1/agents/{agent_id}/human-services/{service_id}/signing-secrets/{secret_id}', params: true },
  listAgentDocuments: { method: 'GET', path: '/admin/v1/agents/{agent_id}/documents', params: true },
  getAgentDocument: { method: 'GET', path: '/admin/v1/agents/{agent_id}/documents/{doc_id}', params: true },
  listImportsUnderWay: { method: 'GET', path: '/admin/v1/agents/{agent_id}/imports', params: true },
  getDocumentImport: { method: 'GET', path: '/admin/v1/agents/{agent_id}/documents/{doc_id}/import', params: true },
  getDocumentConversion: { method: 'GET', path: '/admin/v1/agents/{agent_id}/documents/{doc_id}/conversion', params: true },
  retryConversion: { method: 'POST', path: '/admin/v1/agents/{agent_id}/documents/{doc_id}/conversion/retry', params: true },
  listDrafts: { method: 'GET', path: '/admin/v1/agents/{agent_id}/drafts', params: true },
  getDraft: { method: 'GET', path: '/admin/v1/agents/{agent_id}/documents/{doc_id}/draft', params: true },
  deleteDraft: { method: 'DELETE', path: '/admin/v1/agents/{agent_id}/documents/{doc_id}/draft', params: true },
  listDraftPairs: { method: 'GET', path: '/admin/v1/agents/{agent_id}/documents/{doc_id}/draft/pairs', params: true },
  editDraftPair: { method: 'PATCH', path: '/admin/v1/agents/{agent_id}/documents/{doc_id}/draft/pairs/{ordinal}', params: true, body: true },
  getDraftPassage: { method: 'GET', path: '/admin/v1/agents/{agent_id}/documents/{doc_id}/draft/pairs/{ordinal}/passage', params: true },
  decideDraftPairs: { method: 'POST', path: '/admin/v1/agents/{agent_id}/documents/{doc_id}/draft/decide', params: true, body: true },
  planDraft: { method: 'GET', path: '/admin/v1/agents/{agent_id}/documents/{doc_id}/plan', params: true },
  planReplacement: { method: 'POST', path: '/admin/v1/agents/{agent_id}/documents/{doc_id}/plan', params: true, body: true },
  applyDraft: { method: 'POST', path: '/admin/v1/agents/{agent_id}/documents/{doc_id}/apply', params: true, body: true },
  listDocumentPairs: { method: 'GET', path: '/admin/v1/agents/{agent_id}/documents/{doc_id}/pairs', params: true },
  addDocumentPair: { method: 'POST', path: '/admin/v1/agents/{agent_id}/documents/{doc_id}/pairs', params: true, body: true },
  getDocumentPair: { method: 'GET', path: '/admin/v1/agents/{agent_id}/documents/{doc_id}/pairs/{pair_id}', params: true },
  editDocumentPair: { method: 'PATCH', path: '/admin/v1/agents/{agent_id}/documents/{doc_id}/pairs/{pair_id}', params: true, body: true },
  deleteDocumentPair: { method: 'DELETE', path: '/admin/v1/agents/{agent_id}/documents/{doc_id}/pairs/{pair_id}', params: true },
  listRevisions: { method: 'GET', path: '/admin/v1/agents/{agent_id}/documents/{doc_id}/revisions', params: true },
  diffRevision: { method: 'GET', path: '/admin/v1/agents/{agent_id}/documents/{doc_id}/revisions/{revision}/diff', params: true },
  rollbackDocument: { method: 'POST', path: '/admin/v1/agents/{agent_id}/documents/{doc_id}/rollback', params: true, body: true },
  exportDocument: { method: 'GET', path: '/admin/v1/agents/{agent_id}/documents/{doc_id}/export', params: true, gives: 'bytes' },
  changeKnowledgeBase: { method: 'PATCH', path: '/admin/v1/agents/{agent_id}/bases/{base_id}', params: true, body: true },
  deleteKnowledgeBase: { method: 'DELETE', path: '/admin/v1/agents/{agent_id}/bases/{base_id}', params: true },
  emitMessage: { method: 'POST', path: '/admin/v1/agents/{agent_id}/messages', params: true, body: true },
  searchKnowledge: { method: 'POST', path: '/admin/v1/agents/{agent_id}/search', params: true, body: true },
  countDeliveries: { method: 'GET', path: '/admin/v1/deliveries/counts', params: true },
  listDeliveries: { method: 'GET', path: '/admin/v1/deliveries', params: true },
  getDelivery: { method: 'GET', path: '/admin/v1/deliveries/{delivery_id}', params: true },
  replayDelivery: { method: 'POST', path: '/admin/v1/deliveries/{delivery_id}/replay', params: true },
  replayDeliveries: { method: 'POST', path: '/admin/v1/deliveries/replay', body: true },
  listEndpoints: { method: 'GET', path: '/admin/v1/endpoints', params: true },
  getEndpointHistory: { method: 'GET', path: '/admin/v1/endpoints/{endpoint_id}/history', params: true },
  probeEndpoint: { method: 'POST', path: '/admin/v1/endpoints/{endpoint_id}/probe', params: true },
  pauseEndpoint: { method: 'POST', path: '/admin/v1/endpoints/{endpoint_id}/pause', params: true, body: true },
  resumeEndpoint: { method: 'POST', path: '/admin/v1/endpoints/{endpoint_id}/resume', params: true },
  skipHead: { method: 'POST', path: '/admin/v1/endpoints/{endpoint_id}/skip-head', params: true, body: true },
  exportDeliveries: { method: 'GET', path: '/admin/v1/deliveries/export', params: true, gives: 'bytes' },
  getStats: { method: 'GET', path: '/admin/v1/stats', params: true },
  setSink: { method: 'PUT', path: '/admin/v1/agents/{agent_id}/sink', params: true, body: true },
  getSink: { method: 'GET', path: '/admin/v1/agents/{agent_id}/sink', params: true },
  connectSink: { method: 'PUT', path: '/admin/v1/agents/{agent_id}/sink/webhook', params: true },
  disconnectSink: { method: 'DELETE', path: '/admin/v1/agents/{agent_id}/sink/webhook', params: true },
  listSinkRequests: { method: 'GET', path: '/admin/v1/agents/{agent_id}/sink/requests', params: true },
  clearSinkRequests: { method: 'DELETE', path: '/admin/v1/agents/{agent_id}/sink/requests', params: true },
  signIn: { method: 'POST', path: '/admin/v1/session', body: true },
  getSession: { method: 'GET', path: '/admin/v1/session' },
  signOut: { method: 'DELETE', path: '/admin/v1/session' },
  changePassword: { method: 'PUT', path: '/admin/v1/session/password', body: true },
  listSessions: { method: 'GET', path: '/admin/v1/sessions', params: true },
  endSession: { method: 'DELETE', path: '/admin/v1/sessions/{session_id}', params: true },
  createAccount: { method: 'POST', path: '/admin/v1/accounts', body: true },
  listAccounts: { method: 'GET', path: '/admin/v1/accounts', params: true },
  getAccount: { method: 'GET', path: '/admin/v1/accounts/{account_id}', params: true },
  changeAccount: { method: 'PATCH', path: '/admin/v1/accounts/{account_id}', params: true, body: true },
  createSignInLink: { method: 'POST', path: '/admin/v1/accounts/{account_id}/link', params: true },
  listAudit: { method: 'GET', path: '/admin/v1/audit', params: true },
  followEvents: { method: 'GET', path: '/admin/v1/events', params: true, commas: true, gives: 'bytes' },
  adminListConversations: { method: 'GET', path: '/admin/v1/conversations', params: true },
  exportConversations: { method: 'GET', path: '/admin/v1/conversations/export', params: true, gives: 'bytes' },
  adminGetConversation: { method: 'GET', path: '/admin/v1/conversations/{conversation_id}', params: true },
  adminRemoveConversation: { method: 'DELETE', path: '/admin/v1/conversations/{conversation_id}', params: true },
  getScore: { method: 'GET', path: '/admin/v1/conversations/{conversation_id}/score', params: true },
  getUsage: { method: 'GET', path: '/admin/v1/usage', params: true },
  listUnanswered: { method: 'GET', path: '/admin/v1/agents/{agent_id}/unanswered', params: true },
  groupUnanswered: { method: 'GET', path: '/admin/v1/agents/{agent_id}/unanswered/groups', params: true },
  findCaught: { method: 'POST', path: '/admin/v1/agents/{agent_id}/unanswered/caught', params: true, body: true },
  answerUnanswered: { method: 'POST', path: '/admin/v1/agents/{agent_id}/unanswered/{question_id}/answer', params: true, body: true },
  dismissUnanswered: { method: 'POST', path: '/admin/v1/agents/{agent_id}/unanswered/{question_id}/dismiss', params: true },
  listHandoffs: { method: 'GET', path: '/admin/v1/handoffs', params: true },
  getHandoff: { method: 'GET', path: '/admin/v1/handoffs/{handoff_id}', params: true },
  getDeskQueue: { method: 'GET', path: '/desk/v1/queue', params: true },
  takeNextUser: { method: 'POST', path: '/desk/v1/next', body: true },
  getDeskCase: { method: 'GET', path: '/desk/v1/handoffs/{handoff_id}', params: true },
  claimUser: { method: 'POST', path: '/desk/v1/handoffs/{handoff_id}/claim', params: true },
  releaseUser: { method: 'POST', path: '/desk/v1/handoffs/{handoff_id}/release', params: true, body: true },
  transferUser: { method: 'POST', path: '/desk/v1/handoffs/{handoff_id}/transfer', params: true, body: true },
  acceptUser: { method: 'POST', path: '/desk/v1/handoffs/{handoff_id}/transfer/accept', params: true },
  declineUser: { method: 'POST', path: '/desk/v1/handoffs/{handoff_id}/transfer/decline', params: true },
  assignUser: { method: 'POST', path: '/desk/v1/handoffs/{handoff_id}/assign', params: true, body: true },
  replyToUser: { method: 'POST', path: '/desk/v1/handoffs/{handoff_id}/reply', params: true, body: true, idempotencyKey: true },
  closeDeskCase: { method: 'POST', path: '/desk/v1/handoffs/{handoff_id}/close', params: true, body: true },
  markTalkRead: { method: 'POST', path: '/desk/v1/handoffs/{handoff_id}/read', params: true, body: true },
  typeAtDesk: { method: 'POST', path: '/desk/v1/handoffs/{handoff_id}/typing', params: true, body: true },
  lookAtUser: { method: 'POST', path: '/desk/v1/handoffs/{handoff_id}/look', params: true },
  getPresence: { method: 'GET', path: '/desk/v1/presence' },
  setPresence: { method: 'PUT', path: '/desk/v1/presence', body: true },
  listDeskConversations: { method: 'GET', path: '/desk/v1/conversations', params: true },
  getDeskConversation: { method: 'GET', path: '/desk/v1/conversations/{conversation_id}', params: true },
  takeOver: { method: 'POST', path: '/desk/v1/conversations/{conversation_id}/takeover', params: true },
  addDeskNote: { method: 'POST', path: '/desk/v1/handoffs/{handoff_id}/notes', params: true, body: true },
  suggestAnswers: { method: 'GET', path: '/desk/v1/handoffs/{handoff_id}/suggest', params: true },
  makePairAtDesk: { method: 'POST', path: '/desk/v1/handoffs/{handoff_id}/pair', params: true, body: true },
  listDeskSnippets: { method: 'GET', path: '/desk/v1/snippets', params: true },
  createDeskSnippet: { method: 'POST', path: '/desk/v1/snippets', body: true },
  changeDeskSnippet: { method: 'PATCH', path: '/desk/v1/snippets/{snippet_id}', params: true, body: true },
  deleteDeskSnippet: { method: 'DELETE', path: '/desk/v1/snippets/{snippet_id}', params: true },
  dryRun: { method: 'POST', path: '/admin/v1/agents/{agent_id}/dry-run', params: true, body: true },
  previewDocument: { method: 'POST', path: '/admin/v1/agents/{agent_id}/documents/preview', params: true, body: true },
  listQuestionSets: { method: 'GET', path: '/admin/v1/agents/{agent_id}/question-sets', params: true },
  putQuestionSet: { method: 'PUT', path: '/admin/v1/agents/{agent_id}/question-sets', params: true, body: true },
  getQuestionSet: { method: 'GET', path: '/admin/v1/agents/{agent_id}/question-sets/{set_id}', params: true },
  deleteQuestionSet: { method: 'DELETE', path: '/admin/v1/agents/{agent_id}/question-sets/{set_id}', params: true },
  runQuestionSet: { method: 'POST', path: '/admin/v1/agents/{agent_id}/question-sets/{set_id}/run', params: true, body: true },
  listQuestionSetRuns: { method: 'GET', path: '/admin/v1/agents/{agent_id}/question-sets/{set_id}/runs', params: true },
  getQuestionSetRun: { method: 'GET', path: '/admin/v1/agents/{agent_id}/question-sets/{set_id}/runs/{run_id}', params: true },
}

/** The HTTP status of each code, because the events of a stream have only the code. */
export const statuses: Readonly<Record<number, number>> = {
  20040: 400,
  40000: 400,
  40005: 400,
  40127: 401,
  40348: 400,
  200222: 400,
  40356: 400,
  40357: 403,
  40358: 400,
  40300: 403,
  40301: 403,
  40378: 403,
  40400: 404,
  40500: 405,
  40800: 408,
  40900: 409,
  40901: 409,
  40902: 409,
  40903: 409,
  41300: 413,
  43100: 431,
  42900: 429,
  50000: 500,
  50300: 503,
}
