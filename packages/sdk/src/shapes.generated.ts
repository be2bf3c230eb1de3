// Written by `npm run generate` from packages/contract; change it there.

/** The account of a person */
export interface Account {
  /** Id of the account */
  id: string
  /** Email address, in lower case */
  email: string
  /** Name of the person */
  name: string
  /** admin: everything. developer: integration. editor: knowledge. operator: the desk */
  role: "admin" | "developer" | "editor" | "operator"
  /** Ids of the agents that the account has access to, or "all" */
  agents: "all" | string[]
  /** Whether the account may also work at the desk; operators always may */
  desk: boolean
  /** Whether the account is disabled */
  disabled: boolean
  /** Whether the account has a password; without one the person signs in with links */
  has_password: boolean
  /** When the account was created, in milliseconds since 1970 */
  created_at: number
}

/** One account */
export interface AccountAnswer {
  /** The account */
  account: Account
}

/** Create an account */
export interface AccountCreateRequest {
  /** Email address; upper and lower case do not differ */
  email: string
  /** Name of the person */
  name: string
  /** admin: everything. developer: integration. editor: knowledge. operator: the desk */
  role: "admin" | "developer" | "editor" | "operator"
  /** Ids of the agents that the account has access to, or "all"; must be "all" for an admin */
  agents: "all" | string[]
  /** Whether the account may also work at the desk; operators always may */
  desk?: boolean | undefined
  /** Password; without one the person signs in with the link */
  password?: string | undefined
}

/** A new account and its sign-in link */
export interface AccountCreated {
  /** The account */
  account: Account
  /** Link that signs in once, within ten minutes; shown only now */
  sign_in_link: string
}

/** Accounts */
export interface AccountList {
  /** Accounts, newest first */
  items: Account[]
  /** `cursor` of the next page; null on the last page */
  next_cursor: string | null
}

/** Change an account; an omitted field stays as it is */
export interface AccountUpdateRequest {
  /** New name */
  name?: string | undefined
  /** admin: everything. developer: integration. editor: knowledge. operator: the desk */
  role?: "admin" | "developer" | "editor" | "operator" | undefined
  /** Ids of the agents that the account has access to, or "all" */
  agents?: "all" | string[] | undefined
  /** Whether the account may also work at the desk; operators always may */
  desk?: boolean | undefined
  /** true disables the account and ends all its sessions at once */
  disabled?: boolean | undefined
}

/** A conversation */
export interface AdminConversation {
  /** Id of the conversation */
  conversation_id: string
  /** Your id of the user; null if none is bound */
  user_id: string | null
  /** Id of the anonymous user */
  anonymous_id: string
  /** Time of the last message, in milliseconds since 1970 */
  recent_chat_time: number
  /** Beginning of the first message of the user */
  subject: string
  /** API, WEB or PLAYGROUND */
  conversation_type: string
  /** Number of messages */
  message_count: number
  /** Credits consumed */
  cost_credit: number
  /** Id of the agent */
  bot_id: string
  /** Email address that the user entered; null if none */
  email: string | null
  /** Language of the user; null if unknown */
  language: string | null
  /** Who has the floor */
  owner: "ai" | "human"
  /** Outcome of the last question, not counting small talk; null before the first answer */
  outcome: "answered" | "offered" | "unanswered" | null
  /** Id of the open handoff; null if there is none */
  handoff_id: string | null
  /** When the conversation began, in milliseconds since 1970 */
  created_at: number
}

/** A conversation with its messages */
export interface AdminConversationAnswer {
  /** The conversation */
  conversation: AdminConversation
  /** Messages, oldest first; fewer than `limit` if they are long, but at least one */
  messages: AdminMessage[]
  /** Whether more messages follow; read them with the `sequence` of the last one as `after` */
  has_more: boolean
}

/** One page of conversations */
export interface AdminConversationPage {
  /** Conversations, most recently active first */
  items: AdminConversation[]
  /** Number of conversations on all pages */
  total: number
  /** With q: time of the oldest message that was searched, in milliseconds since 1970; null if all messages of the requested time were searched */
  searched_from: number | null
}

/** A document of an agent */
export interface AdminDocument {
  /** Id of the document */
  id: string
  /** Name of the document */
  name: string
  /** Content: question-answer pairs, passages of a text, or rows of a table */
  kind: "QA" | "TEXT" | "SPREADSHEET"
  /** Id of its knowledge base */
  base_id: string
  /** AVAILABLE: in use. PROCESSING: being converted, or waiting for approval. FAILED: could not be converted */
  status: "PROCESSING" | "AVAILABLE" | "FAILED"
  /** Number of pairs or passages */
  pairs: number
  /** Number of tokens; null while they are being counted */
  tokens: number | null
  /** Format of its file; QA for pairs that were sent directly */
  format: string
  /** URL of its file; null if it has none */
  source_url: string | null
  /** When the document was added, in milliseconds since 1970 */
  created_at: number
  /** When the document was last changed, in milliseconds since 1970 */
  updated_at: number
}

/** Documents of an agent */
export interface AdminDocumentList {
  /** Documents, newest first */
  items: AdminDocument[]
  /** Number of documents by status, for the requested knowledge base and name */
  counts: Record<string, number>
  /** `cursor` of the next page; null on the last page */
  next_cursor: string | null
}

/** A message with the details of an answer */
export interface AdminMessage {
  /** Id of the message */
  id: string
  /** Number of the message in the conversation */
  sequence: number
  /** Author of the message */
  role: "user" | "assistant" | "human" | "notice"
  /** Response mode of its turn: blocking, streaming, webhook or web */
  mode: string
  /** Text of the message */
  text: string
  /** Files of the user */
  files: AdminMessageFile[]
  /** Id of the message of the user that it answers */
  parent_id: string | null
  /** Id of the handoff during which it was sent */
  handoff_id: string | null
  /** Tokens and credits that it consumed */
  usage: unknown
  /** Details of an answer: what was found, with which confidence, by which component */
  detail: unknown
  /** Rating by the user */
  feedback: string | null
  /** Rating by a reviewer */
  quality: string | null
  /** When the message was created, in milliseconds since 1970 */
  created_at: number
}

/** A file of a message */
export interface AdminMessageFile {
  /** image, audio, document, video or file */
  kind: string
  /** Name of the file; null if unknown */
  name: string | null
  /** Format of the file; null if unknown */
  format: string | null
  /** Size in bytes; null for a file that was sent as a URL */
  size: number | null
  /** URL of the file: the URL that the user sent, or a path below the address of the service that is valid for a week. A URL from a user may be of any kind: check it before you open it */
  url: string | null
  /** Audio: the spoken words as text */
  transcript: string | null
}

/** Search the knowledge of an agent */
export interface AdminSearchRequest {
  /** The question */
  text: string
  /** Maximum number of hits to return; default 10 */
  limit?: number | undefined
  /** Search only this knowledge base */
  knowledge_base_id?: string | undefined
}

/** Hits with their confidence */
export interface AdminSearchResponse {
  /** Band of the best hit; none if there is no hit */
  band: "answer" | "offer" | "none"
  /** Whether embeddings contributed to the order of the hits */
  embedding: {
    /** off: no embedding model is configured. not ready, failed: the search used words only */
    state: "off" | "used" | "not ready" | "failed"
    /** Explanation of the state; may be null */
    note: string | null
  }
  /** The hits, best first */
  hits: SearchHit[]
}

/** Number of messages changed */
export interface Affected {
  /** Number of messages changed; 0 if no message has this id */
  affectCount: number
}

/** An agent */
export interface Agent {
  /** Id of the agent */
  id: string
  /** Name of the agent */
  name: string
  /** Requests with keys of a deleted agent fail with code 40378 */
  status: "active" | "deleted"
  /** When the agent was created, in milliseconds since 1970 */
  created_at: number
  /** When the agent was last changed, in milliseconds since 1970 */
  updated_at: number
  /** When the agent was deleted, in milliseconds since 1970, or null */
  deleted_at: number | null
}

/** One agent */
export interface AgentAnswer {
  /** The agent */
  agent: Agent
}

/** Create an agent and its first API key */
export interface AgentCreateRequest {
  /** Name, for people */
  name: string
}

/** A new agent and its first API key */
export interface AgentCreated {
  /** The new agent */
  agent: Agent
  /** Its first API key; shown only now */
  api_key: string
}

/** Description of an agent */
export interface AgentDetail {
  /** Id of the agent */
  bot_id: string
  /** Name of the agent */
  name: string
  /** Always empty */
  logo: string
  /** Always QuestionAnswer */
  bot_type: "QuestionAnswer"
  /** Greeting on the chat page */
  welcome_message: string
  /** Always empty */
  introduction: string
  /** Always empty */
  tags: string[]
  /** Persona of the agent, for the model */
  identity_prompt: string
  /** Name of the model that writes the answers; empty without a model */
  ai_model: string
  /** Always empty */
  ai_model_version: string
  /** Always 0 */
  creativity_level: number
  /** Always 0 */
  doc_correlation: number
  /** Always false: the agent answers only from its knowledge */
  irrelevant_questions: false
  /** Maximum length of a message, in characters */
  question_limit: number
  /** Always false: the agent remembers nothing beyond the conversation */
  long_term_memory: false
}

/** Agents */
export interface AgentList {
  /** Agents, newest first */
  items: Agent[]
  /** `cursor` of the next page; null on the last page */
  next_cursor: string | null
}

/** A message of the agent */
export interface AgentMessage {
  /** Your id of the user; null if none is bound */
  user_id: string | null
  /** Id of the anonymous user (device) */
  anonymous_id: string
  /** Id of the conversation */
  conversation_id: string
  /** Id of the message; the same in every attempt to deliver it */
  message_id: string
  /** When the message was created, in milliseconds since 1970 */
  create_time: number
  /** The message of the agent, or of the person who replaces it */
  output: MessageOutput[]
  usage: MessageUsage
  /** Sources of the answer, if requested */
  citations?: Citation[] | undefined
  /** Files of the message that could not be used; absent if all were used */
  unused?: {
    /** Name of the file */
    name: string
    /** Why the file was not used */
    reason: string
  }[] | undefined
  /** true: this is an availability test; respond with 200 and do nothing else */
  istest?: boolean | undefined
}

/** Settings of an agent */
export interface AgentSettings {
  answering?: AnsweringSettings | undefined
  voice?: VoiceSettings | undefined
  prices?: PriceSettings | undefined
  handoff?: HandoffSettings | undefined
  web?: WebSettings | undefined
  knowledge?: KnowledgeSettings | undefined
  desk?: DeskSettings | undefined
}

/** Settings to change; the others stay as they are */
export interface AgentSettingsChange {
  /** Fields of answering to change; null resets all of them to their defaults */
  answering?: Record<string, unknown> | null | undefined
  /** Fields of voice to change; null resets all of them to their defaults */
  voice?: Record<string, unknown> | null | undefined
  /** Fields of prices to change; null resets all of them to their defaults */
  prices?: Record<string, unknown> | null | undefined
  /** Fields of handoff to change; null resets all of them to their defaults */
  handoff?: Record<string, unknown> | null | undefined
  /** Fields of web to change; null resets all of them to their defaults */
  web?: Record<string, unknown> | null | undefined
  /** Fields of knowledge to change; null resets all of them to their defaults */
  knowledge?: Record<string, unknown> | null | undefined
  /** Fields of desk to change; null resets all of them to their defaults */
  desk?: Record<string, unknown> | null | undefined
}

/** Rename an agent */
export interface AgentUpdateRequest {
  /** New name */
  name: string
}

/** An anonymous user */
export interface AnonymousId {
  /** Id of the anonymous user */
  anonymous_id: string
  /** Channel of the anonymous user */
  conversation_type: string
  /** Distinguishes several pages or channels of one type */
  source_id?: string | undefined
}

/** How the agent answers */
export interface AnsweringSettings {
  /** Whether a configured model writes the answers */
  use_model?: boolean | undefined
  /** Persona of the agent, for the model */
  persona?: string | undefined
  /** How the agent should answer, for the model */
  instructions?: string | undefined
  /** Maximum number of pairs given to the model */
  knowledge_limit?: number | undefined
  /** Maximum number of tokens of the conversation given to the model */
  history_tokens?: number | undefined
  /** Whether next questions are offered */
  suggest_questions?: boolean | undefined
  /** Language of texts if the language of the user is unknown */
  default_language?: string | undefined
  /** Standard texts of the agent, by language and name; an empty text sends nothing */
  texts?: Record<string, Record<string, string>> | undefined
}

/** An API key, without the key itself */
export interface ApiKey {
  /** Id of the key */
  id: string
  /** Purpose of the key */
  label: string | null
  /** Beginning of the key, to recognise it */
  prefix: string
  /** When the key was created, in milliseconds since 1970 */
  created_at: number
  /** When the key was last used, in milliseconds since 1970, or null */
  last_used_at: number | null
  /** When the key was revoked, in milliseconds since 1970, or null */
  revoked_at: number | null
}

/** Create an API key */
export interface ApiKeyCreateRequest {
  /** Purpose of the key */
  label?: string | undefined
}

/** A new API key */
export interface ApiKeyCreated {
  /** Id of the key */
  id: string
  /** The key itself; shown only now */
  api_key: string
}

/** API keys of an agent */
export interface ApiKeyList {
  /** The valid keys of the agent, then its last revoked ones, newest first */
  items: ApiKey[]
}

/** The document after applying its draft */
export interface Applied {
  /** Id of the document */
  doc_id: string
  /** Number of pairs in the document now */
  pairs: number
}

/** Replace the content of a document by the approved pairs of its draft */
export interface ApplyRequest {
  /** Version of the plan that you have read */
  version?: string | undefined
}

/** An action in the audit log */
export interface AuditEntry {
  /** Id of the entry */
  id: string
  /** Time of the action, in milliseconds since 1970 */
  at: number
  /** Id of the account; null for the admin token and the command line */
  account_id: string | null
  /** Email address of the account, "admin token" or "command line" */
  actor: string
  /** Operation id of the endpoint */
  action: string
  /** Id of the agent concerned; null if there is none */
  agent_id: string | null
  /** Id of the thing concerned; null if there is none */
  target: string | null
  /** Network address of the caller; empty for the command line */
  address: string
}

/** Entries of the audit log */
export interface AuditList {
  /** Entries, newest first */
  items: AuditEntry[]
  /** `cursor` of the next page; null on the last page */
  next_cursor: string | null
}

/** The answer of the agent */
export interface BlockingAnswer {
  /** When the answer was created, in milliseconds since 1970 */
  create_time: number
  /** Id of the conversation */
  conversation_id: string
  /** Id of the answer; id of the sent message if there is no answer */
  message_id: string
  /** The answer; empty while a person has the floor, because the person gets the message */
  output: MessageOutput[]
  usage: MessageUsage
  /** Sources of the answer, if requested */
  citations?: Citation[] | undefined
  /** Files of the message that could not be used; absent if all were used */
  unused?: {
    /** Name of the file */
    name: string
    /** Why the file was not used */
    reason: string
  }[] | undefined
}

/** The answer of the agent, version 1 */
export interface BlockingAnswerV1 {
  /** Id of the answer; id of the sent message if there is no answer */
  message_id: string
  /** Always ANSWER */
  message_type: "ANSWER"
  /** The answer; empty while a person has the floor, because the person gets the message */
  text: string
  /** The parts of the answer */
  flow_output: {
    /** Text of the part */
    content: string
    /** Branch of the component that produced it */
    branch: string
    /** Component that produced it */
    from_component_name: string
  }[]
  /** When the answer was created, in milliseconds since 1970 */
  create_time: number
  /** Id of the conversation */
  conversation_id: string
  usage: MessageUsage
  /** Files of the message that could not be used; absent if all were used */
  unused?: {
    /** Name of the file */
    name: string
    /** Why the file was not used */
    reason: string
  }[] | undefined
}

/** A past question that a pair would have answered */
export interface CaughtQuestion {
  /** The question */
  question: UnansweredQuestion
  /** answer: the pair would be given as the answer. offer: the pair would be offered */
  band: "answer" | "offer" | "none"
  /** How likely the pair answers the question */
  confidence: number
}

/** Past questions that a pair would have answered */
export interface CaughtQuestions {
  /** Open questions for which the pair would be given or offered, highest confidence first */
  items: CaughtQuestion[]
  /** Number of questions for which the pair would be given */
  answered: number
  /** Number of questions for which the pair would be offered */
  offered: number
  /** Number of times that these questions were asked, in total */
  asked: number
  /** Number of open questions that were searched, the most frequently asked ones */
  looked_at: number
}

/** A pair that might be added */
export interface CaughtRequest {
  /** Question of the pair */
  question: string
  /** Answer of the pair */
  answer: string
}

/** What a page needs to show the chat before it is opened */
export interface ChatConfig {
  /** Title of the chat */
  title: string
  /** Greeting of the chat; may be empty */
  greeting: string
  /** The look of the chat */
  theme: {
    /** Colour, such as #1f5eff */
    accent: string
    /** Colour of text on the accent colour: black or white, with a contrast of at least 4.5 */
    accent_ink: string
    scheme: "auto" | "light" | "dark"
    side: "right" | "left"
    /** Distance of the button from that side, in pixels */
    offset_x: number
    /** Distance of the button from the bottom, in pixels */
    offset_y: number
    icon: string
    /** Text on the button; may be empty */
    label: string
    /** Text in the empty input field; if empty, the default text of the language */
    placeholder: string
  }
  /** Questions offered as buttons in an empty chat */
  starters: string[]
  /** Languages of the chat page */
  languages: string[]
  /** Whether a person can be asked for */
  can_hand_over: boolean
  /** Whether people are available now */
  availability: {
    /** none: no person can be asked for */
    state: "open" | "closed" | "none"
    /** When people are available next; null if unknown */
    opens_at: string | null
  }
  /** Files that the visitor may send; null: none */
  files: {
    max_bytes: number
    formats: string[]
  } | null
  /** Whether the visitor may save the transcript */
  can_save: boolean
}

/** The visitor rates an answer */
export interface ChatFeedbackRequest {
  /** CANCELED removes an earlier rating */
  feedback: "POSITIVE" | "NEGATIVE" | "CANCELED"
}

/** A file of a message */
export interface ChatFile {
  /** Name of the file */
  name: string
  /** image, audio, document … */
  kind: string
  /** Path of the file below the address of the service; valid for a week */
  url: string
}

/** A file of the visitor */
export interface ChatFileRequest {
  /** Name of the file, with one of the endings png, jpg, jpeg, gif, webp, mp3, wav, pdf, docx, xlsx, csv, txt, md */
  name: string
  /** Content of the file, at most 10 MB */
  base64_content: string
  /** Text of the visitor */
  text?: string | undefined
  /** Your id of the message; a repeat with the same id is not stored again */
  client_id?: string | undefined
}

/** Result of asking for a person */
export interface ChatHandoffAnswer {
  /** requested: a handoff has begun. already: one was open before. declined: nobody is available now, and the visitor was told. none: the agent has no human service */
  result: "requested" | "already" | "declined" | "none"
}

/** The visitor asks for a person */
export interface ChatHandoffRequest {
  /** Email address of the visitor */
  email?: string | undefined
}

/** Messages of a chat */
export interface ChatHistory {
  /** At most 100 messages, oldest first; fewer if they are long, but at least one */
  messages: ChatMessage[]
  /** Whether more messages follow; read them with the `sequence` of the last one as `after` */
  has_more: boolean
}

/** A message of a chat */
export interface ChatMessage {
  /** Id of the message */
  id: string
  /** Number of the message in the chat; events and history can be requested after a number */
  sequence: number
  /** Author of the message */
  role: "user" | "assistant" | "human" | "notice"
  /** Name of the component that wrote it; null for the visitor */
  name: string | null
  /** Text of the message */
  text: string
  /** The message as speech */
  audio: {
    audio: string
    transcript: string
  }[]
  /** Id of the message that it answers */
  parent_id: string | null
  /** Files of the message */
  files: ChatFile[]
  /** Suggested replies, to be shown as buttons; send the chosen one as text */
  options: string[]
  /** Rating by the visitor; null if not rated */
  feedback: "POSITIVE" | "NEGATIVE" | null
  /** When the message was created, in milliseconds since 1970 */
  created_at: number
}

/** The newest message that the visitor has seen */
export interface ChatSeenRequest {
  /** Number of the newest message that the visitor has seen */
  sequence: number
}

/** A message of the visitor */
export interface ChatSendRequest {
  /** Text of the visitor */
  text: string
  /** Your id of the message; a repeat with the same id is not stored again */
  client_id?: string | undefined
}

/** The message is stored; the answer comes as an event */
export interface ChatSent {
  /** Id of the message */
  message_id: string
  /** Number of the message in the chat */
  sequence: number
}

/** A visitor opens the chat */
export interface ChatStartRequest {
  /** Token of an earlier chat. The visitor stays the same, and a chat of the last hour is continued */
  token?: string | undefined
  /** Identity of the visitor: a JWT signed by your server, with sub and exp, valid for at most 12 hours */
  user_jwt?: string | undefined
}

/** A chat */
export interface ChatStarted {
  /** Id of the conversation */
  conversation_id: string
  /** Token for the other requests of this chat; store it in the browser */
  token: string
  /** Id of the visitor, for POST /v1/user/set-userid */
  anonymous_id: string
  /** Your id of the visitor; null if unknown */
  user_id: string | null
  /** Title of the chat */
  title: string
  /** Greeting of the chat; may be empty */
  greeting: string
  /** Whether a person can be asked for */
  can_hand_over: boolean
  /** Who has the floor */
  owner: "ai" | "human"
  /** The last 100 messages, fewer if they are long, oldest first */
  messages: ChatMessage[]
}

/** A source of the answer */
export interface Citation {
  /** Number of the citation; the text refers to it as $[1]$ */
  index: number
  /** Name of the document or file */
  name: string
  /** Kind of source */
  type: "attachment" | "doc" | "tool"
  /** Text of the source that the answer is based on */
  content: string
  /** Id of the pair */
  segment_id: string | null
  /** Position of the pair in its document, starting at 0 */
  segment_index: number | null
  /** Place in the document; null if unknown */
  position: string | null
  /** Audio: position in milliseconds */
  timestamp_millis: number | null
  /** Id of the document */
  data_id: string | null
  /** Id of the agent */
  bot_id: string
  /** The file, if the source is a file of the message */
  attachment: {
    /** Id of the file */
    id: string
    /** URL of the file; null if its content was sent */
    url: string | null
    /** Name of the file */
    name: string
    /** Kind of file */
    type: string
  } | null
  /** Component that used the source */
  component_id: string | null
}

/** A file, by URL or by content */
export interface ContentFile {
  /** URL of the file. If base64_content is given, the URL is not fetched and may be of any kind */
  url?: string | undefined
  /** Content of the file; used instead of the URL */
  base64_content?: string | undefined
  /** Format of the file, such as pdf, png or mp3 */
  format?: string | undefined
  /** Name of the file */
  name?: string | undefined
}

/** Text, or files of one kind */
export type ContentPart = {
  type: "text"
  /** The text; may be blank only if there are other parts */
  text: string
} | {
  type: "image"
  /** Images: jpg, jpeg, png, gif, webp */
  image: ContentFile[] | ContentFile
} | {
  type: "audio"
  /** Audio: mp3, wav */
  audio: ContentFile[] | ContentFile
} | {
  type: "document"
  /** Documents: pdf, docx, txt, csv, html, md … */
  document: ContentFile[] | ContentFile
} | {
  type: "video"
  /** Videos; never used, and listed in `unused` */
  video: ContentFile[] | ContentFile
} | {
  type: "file"
  /** Files of another kind; never used, and listed in `unused` */
  file: ContentFile[] | ContentFile
}

/** Two similar questions with different answers */
export interface Contradiction {
  first: {
    question: string
    answer: string
  }
  second: {
    question: string
    answer: string
  }
}

/** Options for this message only */
export interface ConversationConfig {
  /** Whether the answer may use earlier messages of the conversation; default true */
  short_term_memory?: boolean | undefined
  /** Accepted for compatibility, without effect: the agent remembers nothing beyond the conversation */
  long_term_memory?: boolean | undefined
  /** Knowledge that the answer may use. Without both lists: all of it. With one or both lists: the documents and knowledge bases they name. An empty list names nothing */
  knowledge?: {
    /** Ids of documents */
    data_ids?: string[] | undefined
    /** Ids of knowledge bases */
    group_ids?: string[] | undefined
  } | undefined
  /** Values of {{names}} in the instructions of the agent; null is the same as an empty object */
  custom_variables?: Record<string, string | number | boolean | null | unknown[] | Record<string, unknown>> | undefined
  /** Whether to return the sources of the answer in `citations`. An answer that a model writes also has marks such as $[1]$ in its text */
  corner_citation?: boolean | undefined
}

/** Create a conversation with a user */
export interface ConversationCreateRequest {
  /** Your id of the user */
  user_id: string
  /** true: a trial conversation of type PLAYGROUND, which is left out of statistics. Only for people and the admin token, not with an API key */
  playground?: boolean | undefined
}

/** A new conversation */
export interface ConversationCreated {
  /** Id of the conversation; it does not expire */
  conversation_id: string
}

/** A conversation in a list */
export interface ConversationEntry {
  /** Id of the conversation */
  conversation_id: string
  /** Your id of the user; null if none is bound */
  user_id: string | null
  /** Id of the anonymous user */
  anonymous_id: string
  /** Time of the last message, in milliseconds since 1970 */
  recent_chat_time: number
  /** Beginning of the first message of the user */
  subject: string
  /** API, WEB or PLAYGROUND */
  conversation_type: string
  /** Number of messages */
  message_count: number
  /** Credits consumed */
  cost_credit: number
  /** Id of the agent */
  bot_id: string
}

/** A message to the agent */
export interface ConversationMessageRequest {
  /** Id of the conversation, from POST /v1/conversation */
  conversation_id: string
  /** blocking: the response is the answer. streaming: the answer comes as server-sent events. webhook: the answer goes to the message webhook */
  response_mode: "blocking" | "streaming" | "webhook"
  /** The new message of the user must be last; messages before it are used as history for this answer */
  messages: SentMessage[]
  /** Options for this message only */
  conversation_config?: ConversationConfig | undefined
}

/** One page of conversations */
export interface ConversationPage {
  /** Conversations, most recently active first */
  list: ConversationEntry[]
  /** Number of conversations on all pages */
  total: number
}

/** Failed passages are being converted again */
export interface ConversionRetried {
  /** Id of the document */
  doc_id: string
  /** Number of passages that the model gets again */
  chunks: number
}

/** The knowledge behind an answer */
export interface CorrelateAnswer {
  /** Id of the conversation */
  conversation_id: string
  /** Id of the question */
  question_id: string | null
  /** Id of the answer */
  answer_id: string | null
  /** Pairs that the answer was based on, best first */
  correlate_dataset: ({
    /** The pair: question, then answer */
    content: string
    /** Id of the document */
    data_id: string
    /** Name of the document */
    data_name: string
    /** URL of the document; null if it has none */
    source_url: string | null
    /** Score, on the scale of POST /v1/vector/match */
    score: number
  })[]
}

/** One request to a developer-hosted endpoint */
export interface Delivery {
  /** Id of the delivery */
  id: string
  /** The webhook-id header of the request: the id of the delivery, or for a replay the id of the original delivery */
  webhook_id: string
  /** Kind of request */
  kind: "message" | "handoff_establish" | "handoff_chat" | "handoff_close"
  /** State of the delivery; dead: given up, but can be replayed */
  state: "pending" | "delivered" | "dead"
  /** Id of the conversation; for handoff requests the id in their body */
  conversation_id: string
  /** Position of the delivery in its conversation */
  sequence: number
  /** URL to which it will be sent, or was sent */
  url: string
  /** Number of attempts so far */
  attempts: number
  /** When the delivery was created, in milliseconds since 1970 */
  created_at: number
  /** When it was delivered, in milliseconds since 1970; null if it was not */
  delivered_at: number | null
  /** Why the last attempt failed or the delivery was given up, or what was unusual about a success; otherwise null */
  last_error: string | null
  /** Time of the next attempt, in milliseconds since 1970; null if the delivery is settled, is being sent, waits for an earlier delivery of its conversation, or its endpoint is not open */
  next_attempt_at: number | null
  /** Sequence of the delivery that must be settled before this one; null if there is none */
  behind: number | null
}

/** One attempt at a delivery */
export interface DeliveryAttempt {
  /** Number of the attempt, starting at 1 */
  number: number
  /** When the attempt began, in milliseconds since 1970 */
  started_at: number
  /** Last stage that the attempt reached */
  stage: "resolve" | "connect" | "tls" | "send" | "wait" | "read"
  /** Status of the response; null without a response */
  http_status: number | null
  /** Duration, in milliseconds */
  latency_ms: number
  /** Beginning of the body of the response */
  response: string | null
  /** Why the attempt failed; null if it succeeded */
  error: string | null
  /** What was unusual about a success, such as a status other than 200 */
  warning: string | null
  /** Whether it counts as an attempt; false if the endpoint was parked in the meantime */
  counted: boolean
  /** URL of the request */
  url: string
  /** Headers of the request; credentials are masked, values are cut after 500 characters; null if unknown */
  request_headers: Record<string, string> | null
  /** Headers of the response; credentials are masked, values are cut after 500 characters; null if unknown */
  response_headers: Record<string, string> | null
  /** Duration of each phase in milliseconds; null for attempts of earlier versions of Tandem */
  phases_ms: {
    /** DNS lookup; null if the attempt did not get that far, or an open connection was reused */
    resolve: number | null
    /** TCP connection; null if the attempt did not get that far, or an open connection was reused */
    connect: number | null
    /** TLS handshake; null if the attempt did not get that far, or an open connection was reused */
    tls: number | null
    /** Sending the request, including the wait for a free connection; null if the attempt did not get that far, or an open connection was reused */
    send: number | null
    /** Waiting for the headers of the response; null if the attempt did not get that far, or an open connection was reused */
    wait: number | null
    /** Reading the body of the response; null if the attempt did not get that far, or an open connection was reused */
    read: number | null
  } | null
}

/** Number of deliveries of an agent by endpoint and state */
export interface DeliveryCounts {
  /** One entry for each endpoint that was ever used */
  endpoints: EndpointCounts[]
}

/** A delivery with its body and every attempt */
export interface DeliveryDetail {
  /** Id of the delivery */
  id: string
  /** The webhook-id header of the request: the id of the delivery, or for a replay the id of the original delivery */
  webhook_id: string
  /** Kind of request */
  kind: "message" | "handoff_establish" | "handoff_chat" | "handoff_close"
  /** State of the delivery; dead: given up, but can be replayed */
  state: "pending" | "delivered" | "dead"
  /** Id of the conversation; for handoff requests the id in their body */
  conversation_id: string
  /** Position of the delivery in its conversation */
  sequence: number
  /** URL to which it will be sent, or was sent */
  url: string
  /** Number of attempts so far */
  attempts: number
  /** When the delivery was created, in milliseconds since 1970 */
  created_at: number
  /** When it was delivered, in milliseconds since 1970; null if it was not */
  delivered_at: number | null
  /** Why the last attempt failed or the delivery was given up, or what was unusual about a success; otherwise null */
  last_error: string | null
  /** Time of the next attempt, in milliseconds since 1970; null if the delivery is settled, is being sent, waits for an earlier delivery of its conversation, or its endpoint is not open */
  next_attempt_at: number | null
  /** Sequence of the delivery that must be settled before this one; null if there is none */
  behind: number | null
  /** The JSON body as it is sent */
  body: unknown
  /** A command that repeats the request; secrets are masked */
  curl: string
  /** Every attempt, oldest first */
  attempt_log: DeliveryAttempt[]
}

/** Deliveries */
export interface DeliveryList {
  /** Deliveries, newest first. With http_status or q a page may have few or none although further pages have more */
  items: Delivery[]
  /** `cursor` of the next page; null on the last page */
  next_cursor: string | null
}

/** Which deliveries to send again */
export interface DeliveryReplayRequest {
  /** Deliveries of this agent */
  agent_id: string
  /** Deliveries in this state, usually dead */
  state: "delivered" | "dead"
  /** Deliveries created at this time or later, in milliseconds since 1970 */
  since: number
  /** Only deliveries of this conversation and its handoffs */
  conversation_id?: string | undefined
  /** Only deliveries of this kind */
  kind?: "message" | "handoff_establish" | "handoff_chat" | "handoff_close" | undefined
  /** Only deliveries to this endpoint: `message` for the message webhook, or the id of a human service */
  endpoint?: string | undefined
  /** Only deliveries whose last attempt got a response with this status; 0: no response */
  http_status?: number | undefined
  /** Only deliveries created before this time, in milliseconds since 1970 */
  until?: number | undefined
  /** Only deliveries whose body contains this text */
  q?: string | undefined
  /** true: only count the deliveries; nothing is sent */
  dry_run?: boolean | undefined
}

/** Number of deliveries that are sent again */
export interface DeliveryReplayResponse {
  /** Number of deliveries that are (with dry_run: would be) sent again */
  replayed: number
}

/** Give a user to a person, even if somebody else has the user */
export interface DeskAssignRequest {
  /** Id of the account that gets the user; null puts the user back into the queue */
  to: string | null
}

/** A handoff with its messages, events and notes */
export interface DeskCase {
  /** Id of the handoff */
  id: string
  /** Id of the agent */
  agent_id: string
  /** Name of the agent */
  agent_name: string
  /** Id of the conversation */
  conversation_id: string
  /** waiting: nobody has the user. mine: you have the user. others: somebody else has the user */
  state: "waiting" | "mine" | "others"
  /** The person who has the user; null for nobody */
  owner: DeskPersonName | null
  /** Number of your claim; null if you do not have the user */
  claim: number | null
  /** The colleague to whom the user is offered; null for nobody */
  offered_to: DeskPersonName | null
  /** State of the handoff */
  handoff_state: "REQUESTED" | "WAITING" | "CONNECTED" | "ENDED"
  /** How the handoff ended; null while it is open */
  end_reason: string | null
  /** The user */
  user: DeskUser
  /** Language of the user */
  language: string
  /** Why the handoff began */
  reason: string
  /** When the handoff began, in milliseconds since 1970 */
  requested_at: number
  /** Since when the user has been waiting: since the handoff began, or since the user last changed hands, in milliseconds since 1970 */
  waiting_since: number
  /** When the handoff ends unless somebody replies, in milliseconds since 1970, or null */
  deadline_at: number | null
  /** Beginning of the last message of the user or a person; null if there is none */
  last_message: string | null
  /** Author of that message */
  last_message_role: string | null
  /** Time of that message, in milliseconds since 1970, or null */
  last_message_at: number | null
  /** Number of messages that the owner has not read */
  unread: number
  /** The last 200 messages of the conversation, fewer if they are long, oldest first */
  talk: DeskMessage[]
  /** Events of the handoff: the last 500, fewer if they are long, oldest first */
  timeline: HandoffEvent[]
  /** Notes, oldest first */
  notes: DeskNote[]
  /** Earlier conversations of the same user, newest first */
  earlier: ({
    /** Id of the conversation */
    conversation_id: string
    /** Beginning of the first message of the user */
    subject: string | null
    /** Time of the last message, in milliseconds since 1970 */
    at: number
  })[]
}

/** You have the user */
export interface DeskClaim {
  /** Number of your claim, required by later requests */
  claim: number
}

/** The claim under which the request is made */
export interface DeskClaimRequest {
  /** Number of your claim, which you got when you took the user */
  claim: number
}

/** A user who is waiting for a person or talking to one */
export interface DeskItem {
  /** Id of the handoff */
  id: string
  /** Id of the agent */
  agent_id: string
  /** Name of the agent */
  agent_name: string
  /** Id of the conversation */
  conversation_id: string
  /** waiting: nobody has the user. mine: you have the user. others: somebody else has the user */
  state: "waiting" | "mine" | "others"
  /** The person who has the user; null for nobody */
  owner: DeskPersonName | null
  /** Number of your claim; null if you do not have the user */
  claim: number | null
  /** The colleague to whom the user is offered; null for nobody */
  offered_to: DeskPersonName | null
  /** State of the handoff */
  handoff_state: "REQUESTED" | "WAITING" | "CONNECTED" | "ENDED"
  /** How the handoff ended; null while it is open */
  end_reason: string | null
  /** The user */
  user: DeskUser
  /** Language of the user */
  language: string
  /** Why the handoff began */
  reason: string
  /** When the handoff began, in milliseconds since 1970 */
  requested_at: number
  /** Since when the user has been waiting: since the handoff began, or since the user last changed hands, in milliseconds since 1970 */
  waiting_since: number
  /** When the handoff ends unless somebody replies, in milliseconds since 1970, or null */
  deadline_at: number | null
  /** Beginning of the last message of the user or a person; null if there is none */
  last_message: string | null
  /** Author of that message */
  last_message_role: string | null
  /** Time of that message, in milliseconds since 1970, or null */
  last_message_at: number | null
  /** Number of messages that the owner has not read */
  unread: number
}

/** A message at the desk */
export interface DeskMessage {
  /** Id of the message */
  id: string
  /** Number of the message in the conversation */
  sequence: number
  /** Author of the message */
  role: "user" | "assistant" | "human" | "notice"
  /** Response mode of its turn: blocking, streaming, webhook or web */
  mode: string
  /** Text of the message */
  text: string
  /** Files of the user */
  files: AdminMessageFile[]
  /** Id of the message of the user that it answers */
  parent_id: string | null
  /** Id of the handoff during which it was sent */
  handoff_id: string | null
  /** Tokens and credits that it consumed */
  usage: unknown
  /** Details of an answer: what was found, with which confidence, by which component */
  detail: unknown
  /** Rating by the user */
  feedback: string | null
  /** Rating by a reviewer */
  quality: string | null
  /** When the message was created, in milliseconds since 1970 */
  created_at: number
  /** Reply of a person: its delivery status. Otherwise null */
  way: DeskWay | null
}

/** The user you have now, if anybody was waiting */
export interface DeskNext {
  /** The user you have now; null if nobody is waiting */
  taken: DeskTakeover | null
}

/** Take the next user */
export interface DeskNextRequest {
  /** Only users of this agent */
  agent_id?: string | undefined
}

/** A note for colleagues, which the user never sees */
export interface DeskNote {
  /** Id of the note */
  id: string
  /** Author of the note */
  author: DeskPersonName
  /** Text of the note */
  text: string
  /** When the note was written, in milliseconds since 1970 */
  created_at: number
}

/** A note for colleagues */
export interface DeskNoteRequest {
  /** Text of the note; the user never sees it */
  text: string
}

/** The result of adding a pair */
export interface DeskPairMade {
  /** live: the pair is in use. draft: it waits for approval by an editor. none: nothing was stored */
  state: "live" | "draft" | "none"
  /** Id of the document of the pair; null if nothing was stored */
  doc_id: string | null
  /** Past questions that the pair would have answered */
  caught: CaughtQuestions
}

/** Add a question and its answer to the knowledge */
export interface DeskPairRequest {
  /** Question of the pair */
  question: string
  /** Answer of the pair */
  answer: string
  /** true: nothing is stored; the response only has the past questions that the pair would have answered */
  dry_run?: boolean | undefined
}

/** A person at the desk */
export interface DeskPerson {
  /** Id of the account */
  id: string
  /** Name of the person */
  name: string
  /** Role of the account */
  role: string
  /** Ids of those of your agents whose users the person sees, or all */
  agents: "all" | string[]
  /** Whether the person is at the desk; also `away` if the person has sent no sign of presence */
  state: "here" | "away" | "off"
  /** Last sign of presence, in milliseconds since 1970, or null */
  seen_at: number | null
  /** Number of users of your agents whom the person has now */
  open: number
}

/** A person who works at the desk */
export interface DeskPersonName {
  /** Id of the account */
  id: string
  /** Name of the person */
  name: string
}

/** Who is at the desk */
export interface DeskPresence {
  /** You */
  me: DeskPerson
  /** Everybody who may work at the desk for your agents, including you */
  people: DeskPerson[]
  /** Your agents that use the desk */
  agents: {
    /** Id of the agent */
    id: string
    /** Name of the agent */
    name: string
    /** Seconds without a sign of your presence after which your users go back to the queue */
    away_after_s: number
    /** Maximum number of its users that one person may have; 0: no limit */
    max_per_person: number
  }[]
  /** Seconds after which `here` must be sent again */
  heartbeat_s: number
}

/** The users who are waiting for a person or talking to one */
export interface DeskQueue {
  /** Users, earliest deadline first */
  items: DeskItem[]
  /** Total number of users whom nobody has */
  waiting: number
}

/** How far you have read the conversation */
export interface DeskReadRequest {
  /** Number of your claim, which you got when you took the user */
  claim: number
  /** Number of the last message that you have read */
  sequence: number
}

/** The reply is on its way to the user */
export interface DeskReplied {
  /** Id of the message to the user */
  message_id: string
}

/** A reply to the user */
export interface DeskReplyRequest {
  /** Text of the reply; may be omitted if there are files */
  text?: string | undefined
  /** Number of your claim, which you got when you took the user */
  claim: number
  /** Files; the user gets their addresses, which are valid for a week */
  files?: {
    /** Name of the file */
    name: string
    /** Content of the file, at most 10 MB */
    base64_content: string
  }[] | undefined
}

/** How people work at the desk */
export interface DeskSettings {
  /** Maximum number of users of the agent that one person may have at the desk; 0: no limit */
  max_per_person?: number | undefined
  /** Seconds of absence of a person after which their users go back to the queue */
  away_after_s?: number | undefined
  /** Whether pairs that operators make wait for approval (draft) or are used at once (live) */
  pairs?: "draft" | "live" | undefined
}

/** A text that people at the desk use often */
export interface DeskSnippet {
  /** Id of the snippet */
  id: string
  /** Id of the agent */
  agent_id: string
  /** Name that a person types to insert the snippet */
  name: string
  /** Text with its variables */
  text: string
  /** Text with the values of the handoff; null without handoff_id */
  filled: string | null
  /** Variables without a known value, which are removed from `filled` */
  missing: ("user.name" | "user.email" | "user.id" | "agent.name" | "operator.name")[]
  /** When the snippet was created, in milliseconds since 1970 */
  created_at: number
  /** When the snippet was last changed, in milliseconds since 1970 */
  updated_at: number
}

/** Change a snippet; an omitted field stays as it is */
export interface DeskSnippetChange {
  /** Name that a person types after a slash to insert the snippet */
  name?: string | undefined
  /** Text of the snippet; may contain {user.name}, {user.email}, {user.id}, {agent.name}, {operator.name} */
  text?: string | undefined
}

/** A new snippet */
export interface DeskSnippetRequest {
  /** Id of the agent */
  agent_id: string
  /** Name that a person types after a slash to insert the snippet */
  name: string
  /** Text of the snippet; may contain {user.name}, {user.email}, {user.id}, {agent.name}, {operator.name} */
  text: string
}

/** Snippets */
export interface DeskSnippets {
  /** Snippets, sorted by name */
  items: DeskSnippet[]
}

/** A pair or passage that may help */
export interface DeskSuggestion {
  /** Id of the document */
  doc_id: string
  /** Name of the document */
  doc_name: string
  /** Id of the pair; null for a passage */
  pair_id: string | null
  /** Question of the pair; empty for a passage */
  question: string
  /** Answer of the pair, or text of the passage */
  answer: string
  /** answer: the AI would give it as the answer. offer: the AI would offer it */
  band: "answer" | "offer" | "none"
  /** How likely it answers the text */
  confidence: number
}

/** Suggestions from the knowledge for a message of the user */
export interface DeskSuggestions {
  /** Text that was searched for */
  text: string
  /** At most five suggestions, best first */
  items: DeskSuggestion[]
}

/** You have the user */
export interface DeskTakeover {
  /** Number of your claim, required by later requests */
  claim: number
  /** Id of the handoff */
  handoff_id: string
}

/** Offer the user to a colleague, who accepts or declines */
export interface DeskTransferRequest {
  /** Number of your claim, which you got when you took the user */
  claim: number
  /** Id of the account of the colleague; null withdraws the offer */
  to: string | null
}

/** A user at the desk */
export interface DeskUser {
  /** Your id of the user, or the anonymous id if none is bound */
  id: string
  /** Name of the user; null if unknown */
  name: string | null
  /** Email address of the user; null if unknown */
  email: string | null
  /** Phone number of the user; null if unknown */
  phone: string | null
}

/** Delivery status of a reply to the user */
export interface DeskWay {
  /** stored: available on the chat page. seen: shown to the user on the chat page. pending, delivered, dead: state of the delivery to your server */
  state: "stored" | "seen" | "pending" | "delivered" | "dead"
  /** Duration of the delivery in milliseconds; null until it has arrived */
  ms: number | null
  /** Why it has not arrived; null if nothing failed */
  error: string | null
}

/** A document of a knowledge base */
export interface Document {
  /** Id of the document */
  id: string
  /** Name of the document */
  name: string
  /** Content: question-answer pairs, passages of a text, or rows of a table */
  kind: "QA" | "TEXT" | "SPREADSHEET"
  /** Format of its file; QA for pairs that were sent directly */
  format: string
  /** URL of its file; null if it has none */
  source_url: string | null
  /** ACTIVE: the document is in use */
  status: "PROCESSING" | "ACTIVE" | "FAILED"
  /** Number of pairs or passages */
  chunk: number
  /** Number of tokens in them */
  token: number
  /** Number of characters in them */
  char_count: number
  /** When the document was added, in milliseconds since 1970 */
  create_time: number
  /** When the document was last replaced or appended to, in milliseconds since 1970 */
  update_time: number
  /** Id of its creator; null if unknown */
  creator_id: string | null
  /** Email address of its creator; null if unknown */
  creator_email: string | null
}

/** The conversion of a document, finished or running */
export interface DocumentConversion {
  /** Format of the content: PDF, DOCX, XLSX, HTML, MD, TXT, JSON, YAML or CSV */
  format: string
  /** Number of pairs made */
  pairs: number
  /** How much of the text the pairs cover */
  coverage: {
    /** Number of characters of text in the document */
    text_chars: number
    /** Number of characters that are part of a pair */
    covered_chars: number
    /** Passages that are part of no pair */
    uncovered: UncoveredPassage[]
  }
  /** Warnings about the conversion */
  warnings: string[]
  /** Id of the document */
  doc_id: string
  /** Name of the file */
  file_name: string
  /** State of the conversion. waiting: a draft waits for approval. replaced: the document has other content now */
  status: "running" | "waiting" | "published" | "replaced" | "failed"
  /** Why the conversion failed; null if it did not */
  reason: string | null
  /** Name of the model; null if no model was used */
  model: string | null
  /** Progress of the model */
  progress: {
    /** Number of passages for the model */
    chunks: number
    /** Number of passages from which the model made pairs */
    done: number
    /** Number of passages that failed; they are stored as they would be without a model */
    failed: number
  }
  /** The first 200 passages that failed */
  failed_chunks: FailedChunk[]
  /** The first 200 pairs that were held back */
  held: HeldPair[]
  /** Number of pairs that were held back */
  held_count: number
  /** Number of pairs that were dropped as repetitions */
  repeated: number
  /** When the conversion was accepted, in milliseconds since 1970 */
  created_at: number
  /** Same as created_at, in milliseconds since 1970 */
  started_at: number
  /** When the conversion last made progress, in milliseconds since 1970 */
  updated_at: number
  /** When the conversion ended, in milliseconds since 1970, or null */
  ended_at: number | null
}

/** The latest import of a document */
export interface DocumentImport {
  /** Id of the import */
  id: string
  /** Id of the document */
  doc_id: string
  /** Name of the file */
  file_name: string
  /** State of the import */
  state: "stored"
  /** Result, row by row */
  ledger: ImportLedger
  /** The rejected rows as a CSV file, to be corrected and imported again; null if there are none or they were not kept */
  rejected_csv: string | null
  /** When the import was stored, in milliseconds since 1970 */
  created_at: number
}

/** One page of documents */
export interface DocumentPage {
  /** The documents on this page */
  list: Document[]
  /** Number of documents on all pages */
  total: number
}

/** Pairs of a document */
export interface DocumentPairs {
  /** Content of the document: question-answer pairs, passages of a text, or rows of a table */
  kind: "QA" | "TEXT" | "SPREADSHEET"
  /** Pairs or passages, in order. With q a page may have few or none although further pages have more */
  items: StoredPair[]
  /** Number of pairs of the document */
  total: number
  /** Number of the revision */
  revision: number
  /** `from` of the next page; null on the last page */
  next_from: number | null
}

/** The result of adding a file */
export interface DocumentPreview {
  /** Name of the file */
  file_name: string
  /** How the file was read; add it with this purpose */
  purpose: "QA_FILE" | "FILE_2_QA"
  /** Format of the content; null if unknown */
  format: string | null
  /** Why the file cannot be stored; null if it can */
  reason: string | null
  /** Number of pairs that would be stored */
  pair_count: number
  /** The first of these pairs, in order */
  pairs: {
    question: string
    answer: string
  }[]
  /** List of pairs: its columns, and the result for every row. Otherwise null */
  ledger: ImportLedger | null
  /** The rejected rows as a CSV file, to be corrected and imported again; each row comes after its number and the reason. Null if there are none */
  rejected_csv: string | null
  /** Document to convert: how much of its text the pairs cover. Otherwise null */
  conversion: {
    /** How much of the text the pairs cover */
    coverage: {
      /** Number of characters of text in the document */
      text_chars: number
      /** Number of characters that are part of a pair */
      covered_chars: number
      /** Passages that are part of no pair */
      uncovered: UncoveredPassage[]
    }
    /** Warnings about the conversion */
    warnings: string[]
  } | null
  /** The model that would write the pairs; the pairs shown are those made without it. Null: none */
  model: {
    /** Name of the model */
    name: string
    /** Number of passages that it would get */
    chunks: number
  } | null
}

/** A file to preview */
export interface DocumentPreviewRequest {
  /** The file; with doc_id it is read as a replacement of that document */
  file: FileEntry
  /** QA_FILE: read it as a list of pairs. FILE_2_QA: convert it into pairs. Detected if omitted */
  purpose?: "QA_FILE" | "FILE_2_QA" | undefined
  /** CSV: number of header rows to skip; 0 for none. Detected if omitted */
  header_row?: number | undefined
  /** FILE_2_QA: maximum number of tokens in one chunk of the document */
  chunk_token?: number | undefined
  /** QA_FILE: the CSV delimiter; detected if omitted. FILE_2_QA: the text that separates chunks; used instead of chunk_token */
  splitter?: string | undefined
  /** Maximum number of pairs to return; default 50 */
  limit?: number | undefined
}

/** A document that was added or updated */
export interface DocumentResult {
  /** Id of the document */
  doc_id: string
  /** Name of the document */
  doc_name: string
}

/** The status of a document */
export interface DocumentStatus {
  /** Id of the document */
  data_id: string
  /** PROCESSING: still being converted. AVAILABLE: in use. FAILED: could not be converted */
  data_status: "PROCESSING" | "AVAILABLE" | "FAILED"
}

/** One entry for each document that exists */
export type DocumentStatusList = DocumentStatus[]

/** Number of pairs of a draft by state */
export interface DraftCounts {
  /** Number of pairs */
  total: number
  /** Number of pairs without a decision */
  pending: number
  /** Number of pairs approved unchanged */
  approved: number
  /** Number of pairs approved with edits */
  edited: number
  /** Number of pairs dropped */
  dropped: number
  /** Number of pending pairs that a check held back; they must be approved one by one */
  held: number
}

/** Approve, drop or reset pairs of a draft */
export interface DraftDecision {
  /** approve, drop, or reset to pending */
  decision: "approve" | "drop" | "reset"
  /** Positions of the pairs */
  ordinals?: number[] | undefined
  /** Instead of `ordinals`. true: all pending pairs. Pairs that a check held back are dropped too, but not approved */
  all?: boolean | undefined
}

/** Documents that wait for approval */
export interface DraftList {
  /** Drafts, newest documents first */
  items: DraftSummary[]
  /** `cursor` of the next page; null on the last page */
  next_cursor: string | null
}

/** A pair of a draft */
export interface DraftPair {
  /** Position in the draft, starting at 0 */
  ordinal: number
  /** State of the pair; an edited pair is approved too */
  state: "pending" | "approved" | "dropped" | "edited"
  /** The question, with edits */
  question: string
  /** The answer, with edits */
  answer: string
  /** The pair before it was edited; null if it was not edited */
  original: {
    question: string
    answer: string
  } | null
  /** Origin in the document, and why a check held the pair back; null if unknown */
  origin: PairOrigin | null
}

/** Edit a pair of a draft; an omitted field stays as it is */
export interface DraftPairChange {
  /** New question */
  question?: string | undefined
  /** New answer */
  answer?: string | undefined
}

/** Pairs of a draft */
export interface DraftPairs {
  /** The pairs, in order */
  items: DraftPair[]
  counts: DraftCounts
  /** `from` of the next page; null on the last page */
  next_from: number | null
}

/** The passage from which a pair of a draft was made */
export interface DraftPassage {
  /** The passage that the model got; null if the pair was made without a model */
  passage: string | null
}

/** A converted document that waits for approval */
export interface DraftSummary {
  /** Id of the document */
  doc_id: string
  /** Name of the document */
  doc_name: string
  /** Format of its file */
  format: string
  counts: DraftCounts
  /** When the draft was created, in milliseconds since 1970 */
  created_at: number
  /** When the draft was last changed, in milliseconds since 1970 */
  updated_at: number
}

/** The answer that the agent would give, and why */
export interface DryRun {
  /** answered: with an answer. offered: with questions to choose from. unanswered: nothing was found. small_talk: with small talk. handed_over: the user would be handed over to a person */
  outcome: "answered" | "offered" | "unanswered" | "small_talk" | "handed_over"
  /** The whole answer; may be empty */
  text: string
  /** The parts of the answer, in order */
  parts: {
    /** Component: knowledge, model, small_talk or fallback */
    component: string
    /** Branch of the component */
    branch: string
    /** Text of the part */
    text: string
  }[]
  /** How sure the knowledge was */
  band: "answer" | "offer" | "none"
  /** Question for the search, made from the message */
  question: string
  /** Language of the answer */
  language: string
  /** Questions offered, in order */
  offered: string[]
  /** Sources of the answer, if requested */
  citations: Citation[]
  /** Why the user would be handed over: asked by the user, or decided by the model; otherwise null */
  handoff: "user_asked" | "model" | null
  /** Questions that would count as unanswered */
  gaps: string[]
  /** Every search, in order */
  searches: DryRunSearch[]
  /** Requests to the model; null if no model was asked */
  model: DryRunModel | null
  usage: MessageUsage
  /** Duration, in milliseconds */
  took_ms: number
}

/** Requests to a model and their result */
export interface DryRunModel {
  /** Name of the model */
  name: string
  /** Requests to the model, in order */
  requests: ({
    /** System prompt: rules, persona and instructions */
    system: string
    /** Messages of the conversation, and the sources, in order */
    messages: ({
      role: "user" | "assistant"
      text: string
    })[]
    /** Names of the tools offered to the model */
    tools: string[]
  })[]
  /** Finish reason that the model reported; null if it did not finish */
  finish: string | null
  /** Why the answer is not complete; null if it is complete */
  failure: string | null
}

/** A message to try out */
export interface DryRunRequest {
  /** Message of the user */
  text: string
  /** Settings for this request only, in the form of a change; the others are as stored */
  settings?: AgentSettingsChange | undefined
  /** Id of a document with a draft: the pairs of the draft, except dropped ones, replace the pairs of the document */
  draft?: string | undefined
}

/** A search of the knowledge */
export interface DryRunSearch {
  /** Text that was searched for */
  text: string
  /** Band of the best hit; none if there is no hit */
  band: "answer" | "offer" | "none"
  /** Whether embeddings contributed to the order of the hits */
  embedding: {
    /** off: no embedding model is configured. not ready, failed: the search used words only */
    state: "off" | "used" | "not ready" | "failed"
    /** Explanation of the state; may be null */
    note: string | null
  }
  /** Hits, best first */
  hits: SearchHit[]
}

/** An endpoint and its health */
export interface Endpoint {
  /** Id of the endpoint: message:{agent id} or human:{id of the human service} */
  id: string
  /** Id of the agent */
  agent_id: string
  /** Name of the human service component; null for the message webhook */
  name: string | null
  /** URL of the endpoint */
  url: string
  /** Kind of endpoint */
  type: "message" | "human_service"
  /** Id of the human service component; null for the message webhook */
  component_id: string | null
  /** parked: tested regularly until it responds. disabled: it responded with 410. paused: by a person, until it is resumed */
  state: "open" | "parked" | "disabled" | "paused"
  /** Why the endpoint is not open; null if it is open */
  reason: string | null
  /** Time of the next test of a parked endpoint, in milliseconds since 1970; otherwise null */
  next_probe_at: number | null
  /** Number of pending deliveries */
  pending: number
  /** Number of completed deliveries, including those no longer in the delivery log */
  delivered: number
  /** Number of dead deliveries in the delivery log */
  dead: number
  /** Whether a person has paused it */
  paused: boolean
  /** Since when it has not been open, in milliseconds since 1970; null if it is open */
  since: number | null
  /** Attempts per minute in the last five minutes. This and the fields below consider only the newest 1,000 deliveries of the agent */
  attempts_per_minute: number
  /** Attempts in each five minutes of the last hour, oldest first */
  last_hour: {
    /** Number of successful attempts */
    good: number
    /** Number of failed attempts */
    failed: number
  }[]
  /** Median duration of an attempt in milliseconds; null without attempts */
  p50_ms: number | null
  /** 95th percentile of the duration in milliseconds; null without attempts */
  p95_ms: number | null
  /** The last failed attempt; null if none failed */
  last_error: {
    /** When it failed, in milliseconds since 1970 */
    at: number
    /** Status of the response; null without a response */
    http_status: number | null
    /** Why it failed */
    error: string
    /** Id of the delivery */
    delivery_id: string
  } | null
}

/** Number of deliveries to one endpoint by state */
export interface EndpointCounts {
  /** Kind of endpoint */
  type: "message" | "human_service"
  /** Id of the human service component; null for the message webhook */
  component_id: string | null
  /** parked: tested regularly until it responds. disabled: it responded with 410. paused: by a person, until it is resumed */
  state: "open" | "parked" | "disabled" | "paused"
  /** Why the endpoint is not open; null if it is open */
  reason: string | null
  /** Time of the next test of a parked endpoint, in milliseconds since 1970; otherwise null */
  next_probe_at: number | null
  /** Number of pending deliveries */
  pending: number
  /** Number of completed deliveries, including those no longer in the delivery log */
  delivered: number
  /** Number of dead deliveries in the delivery log */
  dead: number
}

/** Changes of the state of an endpoint */
export interface EndpointHistory {
  /** The last 200 changes, newest first; changes are kept as long as settled deliveries stay in the delivery log */
  items: ({
    /** Time of the change, in milliseconds since 1970 */
    at: number
    /** State after the change */
    state: "open" | "parked" | "disabled" | "paused"
    /** Reason of the change */
    reason: string | null
  })[]
}

/** The endpoints of an agent */
export interface EndpointList {
  /** The message webhook first, then the human services */
  items: Endpoint[]
}

/** Pause an endpoint */
export interface EndpointPauseRequest {
  /** Reason, for other people */
  reason?: string | undefined
}

/** The result of a test request */
export interface EndpointProbe {
  /** Whether it responded with 200 */
  reachable: boolean
  /** Status of the response; null without a response */
  http_status: number | null
  /** Duration, in milliseconds */
  latency_ms: number
  /** Why the test failed; null if it did not */
  error: string | null
  /** State of the endpoint after the test */
  state: "open" | "parked" | "disabled" | "paused"
  /** The requests: one to a message webhook, two to a human service */
  exchanges: ({
    /** URL of the request */
    url: string
    /** Headers of the request; credentials are masked */
    headers: Record<string, string>
    /** Body of the request */
    body: string
    /** Status of the response; null without a response */
    http_status: number | null
    /** The first 4,096 characters of the response */
    response: string | null
  })[]
}

/** A passage from which the model made no pairs, and why */
export interface FailedChunk {
  /** Number of the passage, starting at 0 */
  chunk: number
  /** Page number in the document */
  page?: number | undefined
  /** Heading of its section */
  heading?: string | undefined
  /** Position of its first character in the text, starting at 0 */
  start: number
  /** Position after its last character */
  end: number
  /** Beginning of the passage */
  excerpt: string
  /** Number of times that the model was asked */
  tries: number
  /** Why it failed */
  reason: string
}

/** Body of every failure */
export interface Failure {
  /** Error code; docs/errors.md lists all codes */
  code: number
  /** The message of docs/errors.md, followed by what was found and what is needed */
  message: string
  /** What was found, what is needed and what to do. For people; programs should use `code` */
  hint?: string | undefined
}

/** Something has changed; the name of the event says what kind of thing it is */
export interface FeedEvent {
  /** Time of the change, in milliseconds since 1970 */
  at: number
  /** Id of the agent */
  agent_id: string
  /** Id of the conversation; for requests to a desk, id of the handoff */
  conversation_id?: string | undefined
  /** Id of the message */
  message_id?: string | undefined
  /** Author of the message; for typing: who is typing, user or human */
  role?: string | undefined
  /** Id of the handoff */
  handoff_id?: string | undefined
  /** Id of the delivery */
  delivery_id?: string | undefined
  /** Id of the human service component; absent for the message webhook */
  component_id?: string | undefined
  /** Id of the document */
  doc_id?: string | undefined
  /** New state */
  state?: string | undefined
  /** Desk events: topic of the event */
  about?: "queue" | "words" | "claim" | "away" | "typing" | "looking" | "seen" | "presence" | "notes" | "snippets" | undefined
  /** Desk events: id of the account of the person concerned */
  account_id?: string | undefined
}

/** Rate an answer as the user */
export interface FeedbackRequest {
  /** Id of the answer */
  answer_id: string
  /** Rating of the user; CANCELED removes it */
  feedback: "POSITIVE" | "NEGATIVE" | "CANCELED"
}

/** A file, by URL or by content */
export interface FileEntry {
  /** Name of the file; a new document gets its name */
  file_name: string
  /** URL of the file; used instead of source_url. If file_base64 is given, the URL is not fetched and may be of any kind */
  file_url?: string | undefined
  /** URL of the file. If file_base64 is given, the URL is not fetched and may be of any kind */
  source_url?: string | undefined
  /** Content of the file; used instead of both URLs */
  file_base64?: string | undefined
  /** Update: id of the document to replace */
  doc_id?: string | undefined
}

/** One handoff of a user to people */
export interface Handoff {
  /** Id of the handoff, which is the conversation_id of the requests to the desk */
  id: string
  /** Id of the agent */
  agent_id: string
  /** Id of the conversation */
  conversation_id: string
  /** Id of the human service component */
  human_service_id: string
  /** Name of the component when the handoff began */
  human_service_name: string
  /** State of the handoff */
  state: "REQUESTED" | "WAITING" | "CONNECTED" | "ENDED"
  /** Why it began: user_asked, unanswered, developer, button or model */
  reason: string
  /** How it ended; null while it is open */
  end_reason: "HUMAN_CLOSED" | "USER_CLOSED" | "TIMEOUT" | "WAIT_TIMEOUT" | "FAILED" | null
  /** Language of the notices to the user */
  language: string
  /** Email address of the user; null if unknown */
  email: string | null
  /** Phone number of the user; null if unknown */
  phone: string | null
  /** When it began, in milliseconds since 1970 */
  requested_at: number
  /** When the desk responded to the establish request, in milliseconds since 1970, or null */
  established_at: number | null
  /** When a person first replied, in milliseconds since 1970, or null */
  first_reply_at: number | null
  /** Time of the last message of the user or a person, in milliseconds since 1970 */
  last_activity_at: number
  /** When it ends unless somebody writes before, in milliseconds since 1970, or null */
  deadline_at: number | null
  /** When it ended, in milliseconds since 1970, or null */
  ended_at: number | null
  /** Time from the beginning to the response of the desk, in milliseconds */
  time_to_establish_ms: number | null
  /** Time from the beginning to the first reply, in milliseconds */
  time_to_first_reply_ms: number | null
  /** Time from the beginning to the end, in milliseconds */
  duration_ms: number | null
  /** Number of messages of the user during the handoff */
  user_messages: number
  /** Number of replies of people */
  human_messages: number
}

/** Hand the user over to a person */
export interface HandoffBeginRequest {
  /** Id of the conversation */
  conversation_id: string
  /** Id of the human service component; if omitted, one is chosen by the rules of the components */
  human_service_id?: string | undefined
  /** Email address of the user, for the person */
  email?: string | undefined
  /** Phone number of the user, for the person */
  phone?: string | undefined
}

/** The result of asking for a handoff */
export interface HandoffBegun {
  /** Always 0 */
  code: 0
  /** Always OK */
  message: "OK"
  /** Id of the conversation */
  conversation_id: string
  /** State of the handoff; or OUTSIDE_HOURS: nobody is available, and the user was told when somebody will be; or FAILED: the endpoint of the human service is disabled, and the user was told */
  state: "REQUESTED" | "WAITING" | "CONNECTED" | "OUTSIDE_HOURS" | "FAILED"
  /** Id of the handoff; null outside service hours */
  handoff_id: string | null
  /** Whether the handoff was open before this request */
  already_open: boolean
  /** Time of this response, in milliseconds since 1970 */
  timestamp: number
}

/** A message of the user to the person */
export interface HandoffChatRequest {
  /** Id of this handoff; pass it back in replies */
  conversation_id: string
  /** When it happened, in milliseconds since 1970 */
  timestamp: number
  /** Text of the user */
  body: string
  /** true: this is an availability test; respond with 200 and do nothing else */
  istest?: boolean | undefined
}

/** Tells the desk that the handoff has ended */
export interface HandoffCloseNotice {
  /** Id of this handoff; pass it back in replies */
  conversation_id: string
  /** When it happened, in milliseconds since 1970 */
  timestamp: number
  /** Why the handoff ended */
  type: "TIMEOUT" | "USER_CLOSED"
}

/** One request to the desk */
export interface HandoffDelivery {
  /** Id of the delivery */
  id: string
  /** Kind of request */
  kind: "message" | "handoff_establish" | "handoff_chat" | "handoff_close"
  /** State of the delivery */
  state: "pending" | "delivered" | "dead"
  /** Position of the delivery in the handoff */
  sequence: number
  /** When the delivery was created, in milliseconds since 1970 */
  created_at: number
  /** When it was delivered, in milliseconds since 1970, or null */
  delivered_at: number | null
  /** Why the last attempt failed */
  last_error: string | null
  /** The JSON body */
  body: unknown
  /** Every attempt, oldest first */
  attempt_log: DeliveryAttempt[]
}

/** A handoff with its events and deliveries */
export interface HandoffDetail {
  /** Id of the handoff, which is the conversation_id of the requests to the desk */
  id: string
  /** Id of the agent */
  agent_id: string
  /** Id of the conversation */
  conversation_id: string
  /** Id of the human service component */
  human_service_id: string
  /** Name of the component when the handoff began */
  human_service_name: string
  /** State of the handoff */
  state: "REQUESTED" | "WAITING" | "CONNECTED" | "ENDED"
  /** Why it began: user_asked, unanswered, developer, button or model */
  reason: string
  /** How it ended; null while it is open */
  end_reason: "HUMAN_CLOSED" | "USER_CLOSED" | "TIMEOUT" | "WAIT_TIMEOUT" | "FAILED" | null
  /** Language of the notices to the user */
  language: string
  /** Email address of the user; null if unknown */
  email: string | null
  /** Phone number of the user; null if unknown */
  phone: string | null
  /** When it began, in milliseconds since 1970 */
  requested_at: number
  /** When the desk responded to the establish request, in milliseconds since 1970, or null */
  established_at: number | null
  /** When a person first replied, in milliseconds since 1970, or null */
  first_reply_at: number | null
  /** Time of the last message of the user or a person, in milliseconds since 1970 */
  last_activity_at: number
  /** When it ends unless somebody writes before, in milliseconds since 1970, or null */
  deadline_at: number | null
  /** When it ended, in milliseconds since 1970, or null */
  ended_at: number | null
  /** Time from the beginning to the response of the desk, in milliseconds */
  time_to_establish_ms: number | null
  /** Time from the beginning to the first reply, in milliseconds */
  time_to_first_reply_ms: number | null
  /** Time from the beginning to the end, in milliseconds */
  duration_ms: number | null
  /** Number of messages of the user during the handoff */
  user_messages: number
  /** Number of replies of people */
  human_messages: number
  /** Events of the handoff: the last 500, fewer if they are long, oldest first */
  timeline: HandoffEvent[]
  /** Requests to the desk: the last 500, fewer if they are long, oldest first */
  deliveries: HandoffDelivery[]
  /** Messages of the user among these deliveries that did not reach the person */
  undelivered: UndeliveredMessage[]
}

/** Response of a developer-hosted handoff endpoint */
export interface HandoffDeveloperAnswer {
  /** 0 or 200 for success */
  code: number
  /** Description of the result */
  message: string
}

/** End the handoff on behalf of the user */
export interface HandoffEndRequest {
  /** Id of the conversation */
  conversation_id: string
}

/** Hands a user over to a person */
export interface HandoffEstablishRequest {
  /** Id of this handoff; pass it back in replies */
  conversation_id: string
  /** When it happened, in milliseconds since 1970 */
  timestamp: number
  /** Email address of the user, which some human service systems need; null if unknown */
  email: string | null
  /** Id of the agent */
  bot_id: string
  /** The conversation so far, oldest first */
  body: HandoffMessageItem[]
  user_info: HandoffUserInfo
  /** Type of the conversation: API, WEB or PLAYGROUND */
  conversation_type?: string | undefined
  /** Id of the agent */
  channel_id?: string | undefined
  /** Title of the chat page, or name of the agent */
  channel_name?: string | undefined
  /** true: this is an availability test; respond with 200 and do nothing else */
  istest?: boolean | undefined
}

/** An event in a handoff */
export interface HandoffEvent {
  /** Time of the event, in milliseconds since 1970 */
  at: number
  /** Kind of event */
  kind: string
  /** The message of the event; null if it has none */
  message: {
    /** Id of the message */
    id: string
    /** Author of the message: user, human or notice */
    role: string
    /** Text of the message */
    text: string
  } | null
  /** Details of the event */
  detail: Record<string, unknown>
}

/** Handoffs */
export interface HandoffList {
  /** Handoffs, newest first */
  items: Handoff[]
  /** `cursor` of the next page; null on the last page */
  next_cursor: string | null
}

/** One message of the conversation so far */
export interface HandoffMessageItem {
  /** Text of the message; an ANSWER may be empty */
  text: string
  /** QUESTION: from the user. ANSWER: from the agent */
  message_type: "QUESTION" | "ANSWER"
}

/** When and how users are handed over */
export interface HandoffSettings {
  /** Whether users are handed over at all */
  enabled?: boolean | undefined
  /** Additional phrases by which a user asks for a person */
  phrases?: string[] | undefined
  /** The user is handed over after this many consecutive questions without an answer; 0: never */
  after_unanswered?: number | undefined
  /** Id of the human service component to use if the rules choose no other */
  default_service_id?: string | null | undefined
  /** Maximum number of messages in the transcript for the person */
  transcript_messages?: number | undefined
  /** Notices to the user about the handoff, by language and name; an empty text sends nothing */
  texts?: Record<string, Record<string, string>> | undefined
}

/** What is known about the user */
export interface HandoffUserInfo {
  /** Phone number; null unless the channel provides it */
  phone: string | null
  /** Email address; null unless the user entered one */
  email: string | null
  /** Your id of the user; null if none is bound */
  user_id: string | null
  /** Id of the anonymous user; contains the channel */
  anonymous_id: string
  /** Name of the user: the property `name` or `user_name` of POST /v1/property/update */
  user_name?: string | null | undefined
}

/** A pair that the text of the document does not support */
export interface HeldPair {
  /** The question */
  question: string
  /** The answer */
  answer: string
  /** Origin of the pair, and why it was held back */
  origin: PairOrigin
}

/** Figures of one hour */
export interface HourStats {
  /** When the hour began, in milliseconds since 1970 */
  at: number
  /** Number of questions to the AI, not counting small talk */
  questions: number
  /** Number of questions that were answered */
  answered: number
  /** Number of questions for which choices were offered */
  offered: number
  /** Number of questions without an answer */
  none: number
  /** Median time until the AI responded to a question, in milliseconds; null if there is none */
  answer_p50_ms: number | null
  /** 95th percentile of the time until the AI responded to a question, in milliseconds; null if there is none */
  answer_p95_ms: number | null
  /** Number of handoffs */
  handoffs: number
  /** Median time until the first reply of a person in a handoff, in milliseconds; null if there is none */
  first_reply_p50_ms: number | null
  /** 95th percentile of the time until the first reply of a person in a handoff, in milliseconds; null if there is none */
  first_reply_p95_ms: number | null
  /** Number of completed deliveries */
  deliveries: number
  /** Number of failed attempts at deliveries */
  failures: number
  /** Median duration of an attempt, in milliseconds; null if there is none */
  latency_p50_ms: number | null
  /** 95th percentile of the duration of an attempt, in milliseconds; null if there is none */
  latency_p95_ms: number | null
}

/** A person ends the handoff */
export interface HumanCloseRequest {
  /** The conversation_id from the handoff requests */
  conversation_id: string
  /** When it happened, in milliseconds since 1970 */
  timestamp: number
}

/** The handoff has ended */
export interface HumanCloseResponse {
  /** Always 0 */
  code: 0
  /** Always OK */
  message: "OK"
  /** The conversation_id of the request */
  conversation_id: string
  /** When it was closed, in milliseconds since 1970 */
  timestamp: number
}

/** A reply of a person to the user */
export interface HumanMessageRequest {
  /** The conversation_id from the handoff requests */
  conversation_id: string
  /** When it happened, in milliseconds since 1970 */
  timestamp: number
  /** Text of the reply */
  body: string
}

/** A human service component */
export interface HumanService {
  /** Id of the component */
  id: string
  /** Name of the component */
  name: string
  /** webhook: your own desk. desk: the desk of this service, at /desk */
  kind: "webhook" | "desk"
  /** Base URL of the developer-hosted handoff endpoints; tandem://desk for the built-in desk */
  webhook_url: string
  /** Username; null if there is none */
  username: string | null
  /** Whether a secret is set */
  has_secret: boolean
  /** Maximum number of seconds that a user waits for the first reply of a person */
  waiting_timeout_s: number
  /** Seconds without messages after which the handoff ends */
  idle_timeout_s: number
  /** Hours, languages, rules and texts */
  options: HumanServiceOptions
  /** When the component was created, in milliseconds since 1970 */
  created_at: number
  /** When the component was last changed, in milliseconds since 1970 */
  updated_at: number
}

/** Add a human service component */
export interface HumanServiceCreateRequest {
  /** Name, for people */
  name: string
  /** webhook: your own desk. desk: the desk of this service, at /desk. Default webhook */
  kind?: "webhook" | "desk" | undefined
  /** Base URL of the developer-hosted handoff endpoints; required unless kind is desk */
  webhook_url?: string | undefined
  /** Sent as a bearer token; with a secret, as the username of HTTP Basic authentication */
  username?: string | undefined
  /** Password of HTTP Basic authentication; requires a username */
  secret?: string | undefined
  /** Maximum number of seconds that a user waits for the first reply of a person */
  waiting_timeout_s?: number | undefined
  /** Seconds without messages after which the handoff ends */
  idle_timeout_s?: number | undefined
  /** Hours, languages, rules and texts */
  options?: HumanServiceOptionsChange | undefined
}

/** Human services of an agent */
export interface HumanServiceList {
  /** All human services of the agent, oldest first */
  items: HumanService[]
}

/** Hours, languages, rules and texts of a human service */
export interface HumanServiceOptions {
  /** When people are available; null: always */
  hours?: ServiceHours | null | undefined
  /** Languages spoken there */
  languages?: string[] | undefined
  /** This component is chosen if the user writes one of these phrases, in upper or lower case */
  phrases?: string[] | undefined
  /** true: replies and closes need no API key, only the id of the handoff */
  keyless_replies?: boolean | undefined
  /** Texts of the notices to users, by language and name; an empty text sends no notice */
  texts?: Record<string, Record<string, string>> | undefined
}

/** Options to change; an omitted field stays as it is, null resets it to its default */
export interface HumanServiceOptionsChange {
  /** When people are available; null: always */
  hours?: ServiceHours | null | undefined
  /** Languages spoken there */
  languages?: string[] | null | undefined
  /** This component is chosen if the user writes one of these phrases */
  phrases?: string[] | null | undefined
  /** true: replies and closes need no API key */
  keyless_replies?: boolean | null | undefined
  /** Texts of the notices to users, by language and name */
  texts?: Record<string, Record<string, string>> | null | undefined
}

/** Change a human service; an omitted field stays as it is */
export interface HumanServiceUpdateRequest {
  /** New name */
  name?: string | undefined
  /** New base URL of the developer-hosted handoff endpoints. On another host it needs the secret again, or the username if there is no secret */
  webhook_url?: string | undefined
  /** New username; null removes it and the secret */
  username?: string | null | undefined
  /** New secret; null removes it */
  secret?: string | null | undefined
  /** Maximum number of seconds that a user waits for the first reply of a person */
  waiting_timeout_s?: number | undefined
  /** Seconds without messages after which the handoff ends */
  idle_timeout_s?: number | undefined
  /** Hours, languages, rules and texts */
  options?: HumanServiceOptionsChange | undefined
}

/** A person is typing */
export interface HumanTypingRequest {
  /** The conversation_id from the handoff requests */
  conversation_id: string
}

/** The result of an import, row by row */
export interface ImportLedger {
  /** Format of the content */
  format: "CSV" | "XLSX"
  /** Number of rows with content below the header; always the sum of stored, duplicate and rejected */
  rows_read: number
  /** Number of rows stored */
  stored: number
  /** Number of pairs stored; a row with similar questions becomes several pairs */
  pairs: number
  /** Number of rows with the same question and answer as an earlier row */
  duplicate: number
  /** Number of rows rejected */
  rejected: number
  /** The first 1,000 rejections */
  rejections: ImportRejection[]
  /** Encoding of the text; null for a workbook */
  encoding: string | null
  /** Delimiter of the cells; null for a workbook */
  delimiter: string | null
  /** Name of the sheet that was read; null for a CSV */
  sheet: string | null
  /** Number of header rows */
  header_rows: number
  /** Name or number of the column with the questions */
  question_column: string
  /** Name or number of the column with the answers */
  answer_column: string
  /** Remarks, such as a file name that does not match the content */
  notes: string[]
}

/** A row that was rejected, and why */
export interface ImportRejection {
  /** Row number as in a spreadsheet, starting at 1 */
  row: number
  /** Name of the column with the fault */
  column?: string | undefined
  /** Why the row was rejected */
  reason: string
  /** Beginning of the rejected text */
  excerpt: string
}

/** The progress of running imports */
export interface ImportsUnderWay {
  /** At most 100 running imports that take longer than a second, oldest first */
  items: {
    /** Id of the document; a new document exists only when the import has ended */
    doc_id: string
    /** Name of the file */
    file_name: string
    /** Number of rows read so far */
    rows_read: number
    /** Number of rows in the file */
    rows_total: number
    /** When the import began, in milliseconds since 1970 */
    started_at: number
  }[]
}

/** The key is valid */
export interface KeyVerified {
  /** Always 0 */
  code: 0
  /** Always OK */
  message: "OK"
  /** Always agent */
  type: "agent"
  /** Id of the agent */
  id: string
  /** Name of the agent */
  name: string
}

/** A knowledge base */
export interface KnowledgeBase {
  /** Id of the knowledge base */
  id: string
  /** Name of the knowledge base */
  name: string
  /** Description; may be empty */
  desc: string
  /** Number of documents */
  doc: number
  /** Number of pairs and passages in them */
  chunk: number
  /** Number of tokens in them */
  token: number
  /** Whether it gets the documents that name no knowledge base; it cannot be deleted */
  is_default: boolean
  /** Id of its creator; null if unknown */
  owner_id: string | null
  /** Email address of its creator; null if unknown */
  owner_email: string | null
}

/** Change a knowledge base; an omitted field stays as it is */
export interface KnowledgeBaseChange {
  /** New name */
  name?: string | undefined
  /** New description */
  desc?: string | undefined
}

/** Create a knowledge base */
export interface KnowledgeBaseCreateRequest {
  /** Name of the knowledge base */
  name: string
  /** Description */
  desc?: string | undefined
}

/** The knowledge base that was created */
export interface KnowledgeBaseCreated {
  /** Id of the new knowledge base */
  knowledge_base_id: string
}

/** The knowledge bases of the agent */
export interface KnowledgeBasePage {
  /** All knowledge bases of the agent */
  knowledge_base: KnowledgeBase[]
}

/** The changes that new content would make in a document */
export interface KnowledgePlan {
  /** Version of the plan. Send it with apply, which then refuses if anything has changed since */
  version: string
  /** Number of pairs by kind of change */
  counts: {
    /** Number of pairs whose question the document does not have yet */
    added: number
    /** Number of pairs with the same question but another answer or wording */
    changed: number
    /** Number of pairs that the document would lose */
    removed: number
    /** Number of pairs that stay as they are */
    same: number
    /** Number of pairs of the draft without a decision; apply refuses while there are any */
    pending: number
  }
  /** Which pairs are listed */
  list: "added" | "changed" | "removed" | "same"
  /** The listed pairs */
  items: PlanItem[]
  /** `from` of the next page; null on the last page */
  next_from: number | null
  /** The first 100 cases of similar questions with different answers */
  contradictions: Contradiction[]
  /** Number of all such cases */
  contradiction_count: number
}

/** How knowledge is published */
export interface KnowledgeSettings {
  /** Whether converted documents are used at once or only after somebody has approved them */
  publish_conversions?: "at_once" | "after_approval" | undefined
}

/** A pair in the current revision of its document */
export interface LivePair {
  /** Id of the pair; stays the same when the pair is edited or its file is imported again */
  id: string
  /** Position in the document, starting at 0; a deleted pair leaves a gap */
  ordinal: number
  /** The question; empty for a passage */
  question: string
  /** The answer; the text of a passage */
  answer: string
  /** Further words by which it is found */
  keywords: string[]
  /** Origin in the document; null if it was sent as a pair */
  origin: PairOrigin | null
  /** Revision of the document in which the pair has this content */
  revision: number
}

/** The response that confirms receipt of the message */
export interface MessageAcknowledgement {
  /** Always 200 */
  code: 200
  /** Always success */
  msg: "success"
}

/** A spoken part of an answer */
export interface MessageAudio {
  /** URL of the audio */
  audio: string
  /** The spoken words as text */
  transcript: string
}

/** A message of a conversation */
export interface MessageEntry {
  /** Id of the message */
  message_id: string
  /** Id of the message that it answers, else of the previous message; null for the first message */
  parent_message_id: string | null
  /** When the message was created, in milliseconds since 1970 */
  create_time: number
  /** POSITIVE or NEGATIVE, if the user rated the message */
  feedback?: string | undefined
  /** Author of the message; a person who replaces the agent is `assistant` too */
  role: "user" | "assistant"
  /** Content of the message */
  content: ({
    /** Branch of the component that produced it */
    from_component_branch?: string | undefined
    /** Component that produced it */
    from_component_name?: string | undefined
    /** The parts; files of the same kind are in one part */
    branch_content: ({
      /** Name of the field that holds the content */
      type: "text" | "image" | "audio" | "document" | "video" | "file"
      /** The text */
      text?: string | undefined
      /** The files */
      image?: MessageFile[] | undefined
      /** The files */
      audio?: MessageFile[] | undefined
      /** The files */
      document?: MessageFile[] | undefined
      /** The files */
      video?: MessageFile[] | undefined
      /** The files */
      file?: MessageFile[] | undefined
      [name: string]: unknown
    })[]
  })[]
  /** Sources of the answer, if requested */
  citations?: Citation[] | undefined
}

/** A message of a conversation, version 1 */
export interface MessageEntryV1 {
  /** Id of the message */
  message_id: string
  /** Id of the message that it answers, else of the previous message; null for the first message */
  parent_message_id: string | null
  /** QUESTION: a message of the user. ANSWER: any other */
  message_type: "QUESTION" | "ANSWER"
  /** Text of the message */
  text: string
  /** When the message was created, in milliseconds since 1970 */
  create_time: number
}

/** A file of a message */
export interface MessageFile {
  /** URL of the file; null if it has none */
  url: string | null
  /** Format, such as png; null if unknown */
  format: string | null
  /** Name of the file; null if unknown */
  name: string | null
  /** Size in bytes; null if unknown */
  size: number | null
  /** For audio: the spoken words as text */
  transcript?: string | undefined
}

/** One part of an answer */
export interface MessageOutput {
  /** Branch of the component that produced the content */
  from_component_branch?: string | undefined
  /** Component that produced the content */
  from_component_name?: string | undefined
  /** The content: text, audio or both */
  content: {
    /** The text */
    text?: string | undefined
    /** The audio */
    audio?: MessageAudio[] | undefined
  }
}

/** One page of messages */
export interface MessagePage {
  /** Number of messages on all pages */
  total: number
  /** Messages, oldest first */
  conversation_content: MessageEntry[]
}

/** One page of messages, version 1 */
export interface MessagePageV1 {
  /** Number of messages on all pages */
  total: number
  /** Messages, oldest first */
  messages: MessageEntryV1[]
}

/** A message for the message webhook */
export interface MessageSendRequest {
  /** Id of the conversation; the messages of a conversation arrive in order */
  conversation_id: string
  /** Text of the message */
  text: string
  /** Your id of the user; ignored for a conversation that Tandem stores */
  user_id?: string | undefined
  /** Id of the anonymous user; ignored for a conversation that Tandem stores */
  anonymous_id?: string | undefined
  /** Value of from_component_name in the message */
  from_component_name?: string | undefined
  /** Value of from_component_branch in the message */
  from_component_branch?: string | undefined
}

/** A message that will be delivered */
export interface MessageSent {
  /** Id of the delivery */
  delivery_id: string
  /** Id of the message */
  message_id: string
  /** Position of the delivery in its conversation */
  sequence: number
}

/** Tokens and credits that the answer consumed */
export interface MessageUsage {
  /** Tokens consumed */
  tokens: {
    /** Input and output tokens together */
    total_tokens: number
    /** Input tokens */
    prompt_tokens: number
    /** Output tokens */
    completion_tokens: number
    /** Input tokens by kind */
    prompt_tokens_details: {
      /** Audio tokens */
      audio_tokens: number
      /** Text tokens */
      text_tokens: number
    }
    /** Output tokens by kind */
    completion_tokens_details: {
      /** Reasoning tokens */
      reasoning_tokens: number
      /** Audio tokens */
      audio_tokens: number
      /** Text tokens */
      text_tokens: number
    }
  }
  /** Credits consumed */
  credits: {
    /** Total credits */
    total_credits: number
    /** Credits for input text */
    text_input_credits: number
    /** Credits for output text */
    text_output_credits: number
    /** Credits for input audio */
    audio_input_credits: number
    /** Credits for output audio */
    audio_output_credits: number
  }
}

/** A message to the agent, version 1 */
export interface MessageV1Request {
  /** Id of the conversation, from POST /v1/conversation */
  conversation_id: string
  /** As in POST /v2/conversation/message */
  response_mode: "blocking" | "streaming" | "webhook"
  /** Text of the user; required without files */
  text?: string | undefined
  /** Images, audio or documents; their format, name or URL tells which */
  files?: ContentFile[] | undefined
  /** As in conversation_config */
  short_term_memory?: boolean | undefined
  /** As in conversation_config */
  long_term_memory?: boolean | undefined
  /** As in conversation_config */
  knowledge?: {
    /** Ids of documents */
    data_ids?: string[] | undefined
  } | undefined
}

/** The message webhook of an agent */
export interface MessageWebhook {
  /** URL for messages of the agent */
  url: string
  /** Username; only its first characters if it is a bearer token; null if there is none */
  username: string | null
  /** Whether a secret is set */
  has_secret: boolean
}

/** Set the message webhook; it replaces the previous one completely */
export interface MessageWebhookRequest {
  /** URL for messages of the agent */
  url: string
  /** Sent as a bearer token; with a secret, as the username of HTTP Basic authentication */
  username?: string | undefined
  /** Password of HTTP Basic authentication; requires a username */
  secret?: string | undefined
}

/** A pair to append to a document */
export interface NewPair {
  /** The question */
  question: string
  /** The answer */
  answer: string
}

/** Suggested next questions */
export interface NextQuestions {
  /** Questions that the user may want to ask next */
  questions: string[]
}

/** Success without data */
export interface Ok {
  /** Always 0 */
  code: 0
  /** Always OK */
  message: "OK"
}

/** Edit a pair; an omitted field stays as it is */
export interface PairChange {
  /** New question */
  question?: string | undefined
  /** New answer */
  answer?: string | undefined
  /** The revision that you read: the change is refused if somebody else has changed the pair since */
  if_revision?: number | undefined
}

/** The origin of a pair in its document */
export interface PairOrigin {
  /** Page number in the document */
  page?: number | undefined
  /** Heading of its section */
  heading?: string | undefined
  /** Position of its first character in the text, starting at 0 */
  start: number
  /** Position after its last character */
  end: number
  /** How the pair was made: from structure, a section or a paragraph, or by a model */
  how: string
  /** Why checks held the pair back; absent if none did */
  held?: string[] | undefined
}

/** Change the password and end all other sessions */
export interface PasswordChangeRequest {
  /** The new password */
  password: string
  /** Current password; not needed if the session began with a link, or if the account has no password */
  current_password?: string | undefined
}

/** A pair before and after a change */
export interface PlanItem {
  /** The pair in the old content; null if it is added */
  before: {
    question: string
    answer: string
  } | null
  /** The pair in the new content; null if it is removed */
  after: {
    question: string
    answer: string
  } | null
}

/** Preview the changes of replacing all pairs, without storing anything */
export interface PlanRequest {
  /** All pairs of the new content */
  qaList: QaPair[]
}

/** Whether you are at the desk; `here` must be sent again every heartbeat_s seconds */
export interface PresenceRequest {
  /** here: at work. away: absent for a moment. off: not at work, which puts your users back into the queue */
  state: "here" | "away" | "off"
}

/** What tokens cost */
export interface PriceSettings {
  /** Credits per 1,000 tokens of input text */
  text_input?: number | undefined
  /** Credits per 1,000 tokens of output text */
  text_output?: number | undefined
  /** Credits per 1,000 tokens of input audio */
  audio_input?: number | undefined
  /** Credits per 1,000 tokens of output audio */
  audio_output?: number | undefined
}

/** Set properties of a user */
export interface PropertyUpdateRequest {
  /** Your id of the user */
  user_id: string
  /** Properties to set; other properties stay as they are. A user has at most 100 properties */
  property_values: ({
    /** a name of 1 to 100 letters, digits, blanks and _ . - */
    property_name?: unknown | undefined
    /** Text, number, true, false, list or object; null removes the property */
    value?: unknown | undefined
  })[]
}

/** Which properties were set */
export interface PropertyUpdateResult {
  /** Properties that were set or removed */
  success_update: {
    /** Name of the property */
    property_name: string
    /** Same as property_name */
    propertyName: string
    /** Value of the property */
    value: unknown
  }[]
  /** Properties that were not set */
  fail_update: {
    /** Name of the property */
    property_name: string
    /** Same as property_name */
    propertyName: string
    /** Value of the property */
    value: unknown
    /** Why the property was not set */
    reason: string
  }[]
}

/** Add QA documents */
export interface QaAddRequest {
  /** QA_TEXT: pairs in qaList. QA_FILE: CSV files. FILE_2_QA: documents to convert into pairs */
  purpose: "QA_TEXT" | "QA_FILE" | "FILE_2_QA"
  /** Id of the knowledge base; the default one if omitted */
  knowledge_base_id?: string | undefined
  /** Name of the document; required for QA_TEXT */
  name?: string | undefined
  /** The pairs; required for QA_TEXT */
  qaList?: QaPair[] | undefined
  /** The files; required for QA_FILE and FILE_2_QA */
  files?: FileEntry[] | undefined
  /** CSV: number of header rows to skip; 0 for none. Detected if omitted */
  header_row?: number | undefined
  /** FILE_2_QA: maximum number of tokens in one chunk of the document */
  chunk_token?: number | undefined
  /** QA_FILE: the CSV delimiter; detected if omitted. FILE_2_QA: the text that separates chunks; used instead of chunk_token */
  splitter?: string | undefined
}

/** A pair, with further words by which it is found */
export interface QaChunk {
  /** The question */
  question: string
  /** The answer */
  answer: string
  /** Further words by which the pair is found */
  keywords?: string[] | undefined
}

/** Append pairs to a QA document */
export interface QaChunksAddRequest {
  /** Id of the document */
  doc_id: string
  /** The pairs to append */
  chunks: QaChunk[]
}

/** One question with its answer */
export interface QaPair {
  /** The question */
  question: string
  /** The answer */
  answer: string
}

/** Documents added or updated, and files that failed */
export interface QaResult {
  /** Documents added or updated */
  doc: DocumentResult[]
  /** Names of the files that could not be fetched or read */
  failed: string[]
  /** Why each file failed; absent if none failed */
  failed_reasons?: {
    /** Name of the file */
    file_name: string
    /** Why the file failed */
    reason: string
  }[] | undefined
}

/** Replace QA documents */
export interface QaUpdateRequest {
  /** Id of the document to replace; required with qaList */
  doc_id?: string | undefined
  /** If given, it must be the knowledge base of the document */
  knowledge_base_id?: string | undefined
  /** The new pairs, which replace all pairs of the document; not together with files */
  qaList?: QaPair[] | undefined
  /** New files of the documents that their doc_id names; not together with qaList */
  files?: FileEntry[] | undefined
  /** With files. true: add their pairs to the documents. Otherwise their pairs replace those of the documents */
  append?: boolean | undefined
  /** CSV: number of header rows to skip; 0 for none. Detected if omitted */
  header_row?: number | undefined
  /** FILE_2_QA: maximum number of tokens in one chunk of the document */
  chunk_token?: number | undefined
  /** QA_FILE: the CSV delimiter; detected if omitted. FILE_2_QA: the text that separates chunks; used instead of chunk_token */
  splitter?: string | undefined
}

/** Rate an answer as a reviewer */
export interface QualityRequest {
  /** Id of the answer */
  answer_id: string
  /** Whether the answer resolved the matter */
  quality: "NONE" | "UNRESOLVED" | "PARTIALLY_RESOLVED" | "FULLY_RESOLVED"
}

/** Questions with the pairs that they should find */
export interface QuestionSet {
  /** Id of the set */
  id: string
  /** Name of the set */
  name: string
  /** Number of questions */
  question_count: number
  /** The newest run; null if there is none */
  last_run: QuestionSetRunSummary | null
  /** When the set was created, in milliseconds since 1970 */
  created_at: number
  /** When the set was last changed, in milliseconds since 1970 */
  updated_at: number
  /** Questions, in order */
  questions: SetQuestion[]
}

/** Create or replace a question set */
export interface QuestionSetChange {
  /** Id of the set to replace; if omitted, the set with this name is replaced, or a new one is created */
  id?: string | undefined
  /** Name of the set, unique for the agent */
  name: string
  /** All questions of the set */
  questions: SetQuestionChange[]
  /** If given, the request fails with code 40900 if the set was changed since then */
  if_updated_at?: number | undefined
}

/** A question with another result than in the previous run */
export interface QuestionSetDifference {
  /** The question */
  question: string
  /** Result in the previous run */
  before: {
    /** Rank of the expected pair among the first ten hits; null if it is not among them */
    rank: number | null
    /** Band of the best hit */
    band: "answer" | "offer" | "none"
    /** Beginning of the best hit; null if nothing was found */
    top: {
      /** Id of the document */
      doc_id: string
      question: string
      answer: string
    } | null
  }
  /** Result in this run */
  after: {
    /** Rank of the expected pair among the first ten hits; null if it is not among them */
    rank: number | null
    /** Band of the best hit */
    band: "answer" | "offer" | "none"
    /** Beginning of the best hit; null if nothing was found */
    top: {
      /** Id of the document */
      doc_id: string
      question: string
      answer: string
    } | null
  }
}

/** The question sets of an agent */
export interface QuestionSetList {
  /** All question sets of the agent, sorted by name */
  items: QuestionSetSummary[]
}

/** Result of one question */
export interface QuestionSetResult {
  /** Rank of the expected pair among the first ten hits; null if it is not among them */
  rank: number | null
  /** Band of the best hit */
  band: "answer" | "offer" | "none"
  /** Beginning of the best hit; null if nothing was found */
  top: {
    /** Id of the document */
    doc_id: string
    question: string
    answer: string
  } | null
  /** The question */
  question: string
  /** Question of the expected pair */
  expected_question: string | null
  /** there: the expected pair exists. missing: the expected pair does not exist. none: no pair is expected */
  expected: "there" | "missing" | "none"
}

/** A run of a question set */
export interface QuestionSetRun {
  /** Id of the run */
  id: string
  /** Id of the set */
  set_id: string
  /** Id of the document whose draft was used in the run; null if none */
  draft: string | null
  /** When the run began, in milliseconds since 1970 */
  at: number
  /** Duration, in milliseconds */
  took_ms: number
  /** Number of questions */
  questions: number
  /** Number of questions with an expected pair */
  expected: number
  /** Share of these questions whose expected pair was the first hit; null if no pair is expected */
  recall_at_1: number | null
  /** Share of these questions whose expected pair was among the first five hits */
  recall_at_5: number | null
  /** Number of questions by the band of their best hit */
  bands: {
    /** Number of questions that would be answered */
    answer: number
    /** Number of questions for which choices would be offered */
    offer: number
    /** Number of questions without a usable hit */
    none: number
  }
  /** Id of the previous run; null for the first run */
  previous_run_id: string | null
  /** Number of questions with another result than in the previous run */
  changed: number
  /** Results of all questions, in the order of the set */
  results: QuestionSetResult[]
  /** Questions with another result than in the previous run */
  changes: QuestionSetDifference[]
}

/** The runs of a question set */
export interface QuestionSetRunList {
  /** Stored runs, newest first */
  items: QuestionSetRunSummary[]
}

/** Run a question set */
export interface QuestionSetRunRequest {
  /** Id of a document whose draft is used as if it were applied */
  draft?: string | undefined
  /** Only with `draft`. true: compare the draft with the current knowledge instead of the previous run; the run is not stored */
  trial?: boolean | undefined
}

/** Summary of a run of a question set */
export interface QuestionSetRunSummary {
  /** Id of the run */
  id: string
  /** Id of the set */
  set_id: string
  /** Id of the document whose draft was used in the run; null if none */
  draft: string | null
  /** When the run began, in milliseconds since 1970 */
  at: number
  /** Duration, in milliseconds */
  took_ms: number
  /** Number of questions */
  questions: number
  /** Number of questions with an expected pair */
  expected: number
  /** Share of these questions whose expected pair was the first hit; null if no pair is expected */
  recall_at_1: number | null
  /** Share of these questions whose expected pair was among the first five hits */
  recall_at_5: number | null
  /** Number of questions by the band of their best hit */
  bands: {
    /** Number of questions that would be answered */
    answer: number
    /** Number of questions for which choices would be offered */
    offer: number
    /** Number of questions without a usable hit */
    none: number
  }
  /** Id of the previous run; null for the first run */
  previous_run_id: string | null
  /** Number of questions with another result than in the previous run */
  changed: number
}

/** A question set without its questions */
export interface QuestionSetSummary {
  /** Id of the set */
  id: string
  /** Name of the set */
  name: string
  /** Number of questions */
  question_count: number
  /** The newest run; null if there is none */
  last_run: QuestionSetRunSummary | null
  /** When the set was created, in milliseconds since 1970 */
  created_at: number
  /** When the set was last changed, in milliseconds since 1970 */
  updated_at: number
}

/** Number of documents that are tried again */
export interface RetryResult {
  /** Number of failed documents that are tried again */
  affectCount: number
}

/** Changes in a document since a revision */
export interface RevisionDiff {
  /** The requested revision */
  revision: number
  /** The current revision */
  live_revision: number
  /** Number of pairs by kind of change */
  counts: {
    /** Number of pairs that only the current revision has */
    added: number
    /** Number of pairs with the same question but another answer or wording */
    changed: number
    /** Number of pairs that only the requested revision has */
    removed: number
    /** Number of pairs that both revisions have */
    same: number
  }
  /** Which pairs are listed */
  list: "added" | "changed" | "removed" | "same"
  /** The listed pairs: `before` in the requested revision, `after` in the current revision */
  items: PlanItem[]
  /** `from` of the next page; null on the last page */
  next_from: number | null
}

/** A change of a document */
export interface RevisionEntry {
  /** Number of the revision; later revisions have higher numbers */
  revision: number
  /** Kind of change */
  kind: "add" | "replace" | "import" | "convert" | "apply" | "append" | "add_pair" | "edit_pair" | "delete_pair" | "rollback"
  /** Who made the change: an email address, `admin token` or `API key`; null if nobody did */
  by: string | null
  /** Time of the change, in milliseconds since 1970 */
  at: number
  /** Number of pairs in the revision */
  pairs: number
  /** Number of pairs that the previous revision does not have */
  added: number
  /** Number of pairs that have another answer than in the previous revision, or were edited */
  changed: number
  /** Number of pairs that only the previous revision has */
  removed: number
  /** Whether it is the current revision */
  is_live: boolean
}

/** The history of a document */
export interface RevisionList {
  /** The current revision and up to twenty earlier ones, newest first */
  items: RevisionEntry[]
}

/** Restore an earlier revision */
export interface RollbackRequest {
  /** The revision to restore; if omitted, the one before the last change */
  revision?: number | undefined
}

/** The document after the rollback */
export interface RolledBack {
  /** Id of the document */
  doc_id: string
  /** Number of pairs in the document now */
  pairs: number
  /** The new revision, with the content of the old one */
  revision: number
}

/** Timeline of everything that happened in a conversation */
export interface Score {
  /** Time of this response, in milliseconds since 1970 */
  now: number
  /** Whether earlier events are left out */
  is_cut: boolean
  /** The last 500 messages, oldest first */
  messages: ({
    /** Id of the message */
    id: string
    /** Author of the message */
    role: "user" | "assistant" | "human" | "notice"
    /** When the message was created, in milliseconds since 1970 */
    at: number
  })[]
  /** Turns of the AI, oldest first; old turns are removed after a while */
  turns: ({
    /** Id of the message of the user */
    message_id: string
    /** When the turn could begin, in milliseconds since 1970 */
    began_at: number
    /** When the turn ended, in milliseconds since 1970, or null */
    ended_at: number | null
    /** said: with an answer. dropped: a person took the floor during the turn. failed: the turn failed. silent: without an answer. null: the turn is waiting or running */
    end: "said" | "dropped" | "failed" | "silent" | null
    /** Number of attempts */
    tries: number
  })[]
  /** Handoffs, oldest first */
  handoffs: ({
    /** Id of the handoff */
    id: string
    /** Id of the human service */
    endpoint: string
    /** State of the handoff */
    state: "REQUESTED" | "WAITING" | "CONNECTED" | "ENDED"
    /** How it ended; null while it is open */
    end_reason: "HUMAN_CLOSED" | "USER_CLOSED" | "TIMEOUT" | "WAIT_TIMEOUT" | "FAILED" | null
    /** When it began; a person has the floor from then on, in milliseconds since 1970 */
    requested_at: number
    /** When the desk responded to the establish request, in milliseconds since 1970, or null */
    established_at: number | null
    /** When a person first replied, in milliseconds since 1970, or null */
    first_reply_at: number | null
    /** When it ended, in milliseconds since 1970, or null */
    ended_at: number | null
    /** Maximum time that the user waits for the first reply, in milliseconds */
    waiting_ms: number
    /** After the first reply: time without messages after which the handoff ends, in milliseconds */
    idle_ms: number
    /** When it ends unless somebody writes before, in milliseconds since 1970, or null */
    deadline_at: number | null
  })[]
  /** The last 500 deliveries, oldest first, as long as the delivery log keeps them */
  deliveries: ({
    /** Id of the delivery */
    id: string
    /** Id of the endpoint */
    endpoint: string
    /** Kind of request */
    kind: "message" | "handoff_establish" | "handoff_chat" | "handoff_close"
    /** State of the delivery */
    state: "pending" | "delivered" | "dead"
    /** When the delivery was created, in milliseconds since 1970 */
    created_at: number
    /** When it was delivered or given up, in milliseconds since 1970, or null */
    settled_at: number | null
    /** Every attempt, oldest first */
    attempts: ({
      /** Number of the attempt, starting at 1 */
      number: number
      /** When the attempt began, in milliseconds since 1970 */
      started_at: number
      /** Duration, in milliseconds */
      latency_ms: number
      /** Status of the response; null without a response */
      http_status: number | null
      /** Why the attempt failed; null if it succeeded */
      error: string | null
    })[]
  })[]
  /** The endpoints of these deliveries and handoffs */
  endpoints: ({
    /** `message` for the message webhook, or the id of a human service */
    id: string
    /** Name of the human service; null for the message webhook */
    name: string | null
    /** parked: tested regularly until it responds. disabled: it responded with 410. paused: by a person, until it is resumed */
    state: "open" | "parked" | "disabled" | "paused"
    /** Why it is not open; null if it is open */
    reason: string | null
    /** Since when it has not been open, in milliseconds since 1970, or null */
    closed_at: number | null
    /** The last 200 changes of its state, oldest first, as long as they are kept */
    changes: ({
      /** Time of the change, in milliseconds since 1970 */
      at: number
      /** State after the change */
      state: "open" | "parked" | "disabled" | "paused"
      /** Reason of the change */
      reason: string | null
    })[]
  })[]
}

/** A pair or passage that was found, and why */
export interface SearchHit {
  /** Id of the document */
  doc_id: string
  /** Name of the document */
  doc_name: string
  /** Position in the document, starting at 0 */
  ordinal: number
  /** Id of the pair; null for a passage */
  pair_id: string | null
  /** passage: a part of a text or a row of a spreadsheet; its band is never `answer` */
  kind: "pair" | "passage"
  /** Pair: the phrasing that matches best. Passage: empty */
  question: string
  /** Pair: the answer. Passage: its text */
  answer: string
  /** How well the hit matches. Hits are sorted by score, sure pairs before passages */
  score: number
  /** How likely the hit is to answer the question */
  confidence: number
  /** answer: sure enough to be given as the answer. offer: only offered to the user as a choice. none: too uncertain to be used */
  band: "answer" | "offer" | "none"
  explain: {
    /** The words that match, highest weight first */
    terms: ({
      /** A word of the question */
      term: string
      /** Share of the word in the weight of the question */
      weight: number
      /** Where the word occurs in the pair */
      where: "question" | "answer" | "both"
    })[]
    phrasing: {
      /** Share of the weight of the question that the phrasing covers */
      terms: number
      /** Similarity of the question and the phrasing by their characters */
      characters: number
    }
    embedding: number | null
    /** Contribution of other phrasings of the same answer to the score */
    other_phrasings: number
    /** Share of the weight of the question that the text of the answer covers */
    answer: number
  }
}

/** One message of the conversation */
export type SentMessage = {
  /** Author of the message */
  role: "user"
  /** Text, a list of parts, or a single part */
  content: string | ContentPart[] | ContentPart
} | {
  /** Author of the message */
  role: "assistant"
  /** Text, a list of parts, or a single part */
  content: "" | string | ContentPart[] | ContentPart
}

/** When people are available */
export interface ServiceHours {
  /** Time zone of the hours */
  time_zone: string
  /** Weekly service hours */
  weekly: ({
    /** Days of the week */
    days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[]
    /** Start of service */
    from: string
    /** End of service; on the next day if it is not after `from` */
    to: string
  })[]
  /** Dates without service; hours that begin on such a date are left out */
  closed_dates?: string[] | undefined
}

/** A session of a person */
export interface Session {
  /** Id of the session */
  id: string
  /** Id of the account */
  account_id: string
  /** Whether it is the session of this request */
  current: boolean
  /** When the session began, in milliseconds since 1970 */
  created_at: number
  /** When the session was last used, to the minute, in milliseconds since 1970 */
  last_used_at: number
  /** Network address from which the person signed in */
  address: string
  /** User-Agent header of the browser */
  user_agent: string
}

/** Sessions of an account */
export interface SessionList {
  /** Active sessions, newest first */
  items: Session[]
}

/** A question of a set */
export interface SetQuestion {
  /** Question of a user */
  question: string
  /** Id of the pair that should be found */
  expected_pair_id: string | null
  /** Question of that pair */
  expected_question: string | null
  /** Note for other people */
  note: string | null
}

/** A question of a set */
export interface SetQuestionChange {
  /** Question of a user */
  question: string
  /** Id of the pair that should be found */
  expected_pair_id?: string | undefined
  /** Question of that pair, which identifies the pair if the id no longer exists */
  expected_question?: string | undefined
  /** Note for other people */
  note?: string | undefined
}

/** A sign-in link */
export interface SignInLink {
  /** Link that signs in once, within ten minutes; shown only now */
  sign_in_link: string
}

/** Sign in with a password, or with the code of a link */
export interface SignInRequest {
  /** Email address of the account */
  email?: string | undefined
  /** Password of the account */
  password?: string | undefined
  /** Instead of email and password: the text after #code= in a sign-in link */
  code?: string | undefined
}

/** A signing secret, without the secret itself */
export interface SigningSecret {
  /** Id of the secret */
  id: string
  /** When the secret was created, in milliseconds since 1970 */
  created_at: number
  /** When the secret expires, in milliseconds since 1970; null: never */
  expires_at: number | null
}

/** Add a signing secret */
export interface SigningSecretCreateRequest {
  /** Your own secret; if omitted, one is generated */
  secret?: string | undefined
  /** Seconds after which the other signing secrets of the endpoint expire; if omitted, they do not expire */
  expire_others_in_s?: number | undefined
}

/** A new signing secret */
export interface SigningSecretCreated {
  /** Id of the secret */
  id: string
  /** The secret; shown only now */
  secret: string
}

/** Signing secrets of an endpoint */
export interface SigningSecretList {
  /** All signing secrets of the endpoint, newest first */
  items: SigningSecret[]
}

/** A receiver inside Tandem */
export interface Sink {
  /** URL of the sink, which can be set as the URL of a message webhook or a human service */
  url: string
  /** Status of the response */
  status: number
  /** Delay of the response in milliseconds */
  delay_ms: number
  /** Body of the response */
  body: string
  /** Whether it closes the connection without a response */
  drop: boolean
  /** Whether it closes every connection and stores no request */
  down: boolean
  /** Whether the message webhook of the agent has the URL of the sink */
  connected: boolean
  /** While connected: the URL that the message webhook had before; null if it had none */
  replaces: string | null
}

/** Responses of the sink; an omitted field is reset to its default */
export interface SinkChange {
  /** Status of the response; default 200 */
  status?: number | undefined
  /** Delay of the response in milliseconds; default 0 */
  delay_ms?: number | undefined
  /** Body of the response; if omitted, the body of a success */
  body?: string | undefined
  /** true: close the connection without a response */
  drop?: boolean | undefined
  /** true: close every connection, and do not store its request */
  down?: boolean | undefined
}

/** A request to the sink */
export interface SinkRequest {
  /** Id of the request; later requests have larger ids */
  id: number
  /** When the request arrived, in milliseconds since 1970 */
  at: number
  /** Path after the URL of the sink; empty for a message */
  path: string
  /** Headers of the request; credentials are masked */
  headers: Record<string, string>
  /** Body of the request, cut after 65,536 characters */
  body: string
  /** Status of the response; null if the connection was closed */
  answered: number | null
  /** Whether it was an availability test (istest) */
  is_test: boolean
}

/** The newest requests to the sink */
export interface SinkRequestList {
  /** Requests, oldest first */
  items: SinkRequest[]
}

/** The deliveries to give up */
export interface SkipHeadRequest {
  /** Id of a delivery that is the first pending one of its conversation; if omitted, every such delivery that has failed at least once */
  delivery_id?: string | undefined
}

/** The number of deliveries given up */
export interface SkipHeadResponse {
  /** Number of deliveries given up, at most 1,000 */
  skipped: number
  /** Whether other deliveries still block their conversations */
  more: boolean
}

/** Add spreadsheets as knowledge */
export interface SpreadsheetAddRequest {
  /** The files: CSV or XLSX */
  files: TextFileEntry[]
  /** Id of the knowledge base; the default one if omitted */
  knowledge_base_id?: string | undefined
  /** Number of header rows, which name the columns */
  header_row?: number | undefined
}

/** Replace spreadsheets */
export interface SpreadsheetUpdateRequest {
  /** The new files: CSV or XLSX */
  files: TextFileUpdate[]
  /** If given, it must be the knowledge base of the documents */
  knowledge_base_id?: string | undefined
  /** Number of header rows, which name the columns */
  header_row?: number | undefined
}

/** Figures by hour, without playground conversations */
export interface StatsAnswer {
  /** Hours with activity, oldest first */
  items: HourStats[]
  /** Figures of all hours together */
  total: {
    /** Number of questions to the AI, not counting small talk */
    questions: number
    /** Number of questions that were answered */
    answered: number
    /** Number of questions for which choices were offered */
    offered: number
    /** Number of questions without an answer */
    none: number
    /** Median time until the AI responded to a question, in milliseconds; null if there is none */
    answer_p50_ms: number | null
    /** 95th percentile of the time until the AI responded to a question, in milliseconds; null if there is none */
    answer_p95_ms: number | null
    /** Number of handoffs */
    handoffs: number
    /** Median time until the first reply of a person in a handoff, in milliseconds; null if there is none */
    first_reply_p50_ms: number | null
    /** 95th percentile of the time until the first reply of a person in a handoff, in milliseconds; null if there is none */
    first_reply_p95_ms: number | null
    /** Number of completed deliveries */
    deliveries: number
    /** Number of failed attempts at deliveries */
    failures: number
    /** Median duration of an attempt, in milliseconds; null if there is none */
    latency_p50_ms: number | null
    /** 95th percentile of the duration of an attempt, in milliseconds; null if there is none */
    latency_p95_ms: number | null
  }
}

/** A pair or passage of a document */
export interface StoredPair {
  /** Id of the pair; stays the same when the pair is edited or its file is imported again */
  id: string
  /** Position in the document, starting at 0; a deleted pair leaves a gap */
  ordinal: number
  /** The question; empty for a passage */
  question: string
  /** The answer; the text of a passage */
  answer: string
  /** Further words by which it is found */
  keywords: string[]
  /** Origin in the document; null if it was sent as a pair */
  origin: PairOrigin | null
}

/** One event of a stream: the JSON after `data: ` */
export interface StreamEvent {
  /** 11: message info. 3: piece of text. 10: flow output. 4: cost. 20: citations. 29: a person took the floor, so discard the answer so far. 39: audio. 83: attachments that could not be used. 0: end. Any other code is an error code (docs/errors.md) */
  code: number
  /** Description of the code */
  message: string
  /** Depends on the code; null for the end */
  data: unknown
}

/** Add texts as knowledge */
export interface TextAddRequest {
  /** The files */
  files: TextFileEntry[]
  /** Id of the knowledge base; the default one if omitted */
  knowledge_base_id?: string | undefined
  /** Maximum number of tokens in one passage; texts are split at headings, paragraphs and sentences */
  chunk_token?: number | undefined
  /** Text that separates passages, such as a blank line or ##; used instead of chunk_token */
  splitter?: string | undefined
}

/** A passage, with further words by which it is found */
export interface TextChunk {
  /** The passage, at most 1000 tokens */
  content: string
  /** Further words by which the passage is found */
  keywords?: string[] | undefined
}

/** Append passages to a text or spreadsheet */
export interface TextChunksAddRequest {
  /** Id of the text or spreadsheet */
  doc_id: string
  /** The passages to append */
  chunks: TextChunk[]
}

/** A file, by content or by URL */
export interface TextFileEntry {
  /** Name of the file; a new document gets its name */
  file_name: string
  /** Content of the file; used instead of both URLs */
  file_base64?: string | undefined
  /** URL of the file; used instead of source_url */
  file_url?: string | undefined
  /** Source of the text, stored with the document. Without file_base64 and file_url the file is fetched from it */
  source_url?: string | undefined
}

/** The new file of a document */
export interface TextFileUpdate {
  /** Name of the file; a new document gets its name */
  file_name: string
  /** Content of the file; used instead of both URLs */
  file_base64?: string | undefined
  /** URL of the file; used instead of source_url */
  file_url?: string | undefined
  /** Source of the text. Empty: the stored source stays. NULL: the stored source is removed */
  source_url?: string | undefined
  /** Id of the document to replace */
  doc_id: string
}

/** Replace texts */
export interface TextUpdateRequest {
  /** The new files */
  files: TextFileUpdate[]
  /** If given, it must be the knowledge base of the documents */
  knowledge_base_id?: string | undefined
  /** Maximum number of tokens in one passage; texts are split at headings, paragraphs and sentences */
  chunk_token?: number | undefined
  /** Text that separates passages, such as a blank line or ##; used instead of chunk_token */
  splitter?: string | undefined
}

/** Documents that were replaced, and documents that were not */
export interface TextUpdateResult {
  /** The documents that were replaced */
  doc: DocumentResult[]
  /** Ids of the documents that were not replaced; they keep their content */
  failed: string[]
  /** Why each document failed; absent if none failed */
  failed_reasons?: {
    /** Id of the document */
    doc_id: string
    /** Name of the file */
    file_name: string
    /** Why it failed */
    reason: string
  }[] | undefined
}

/** Add a question and its answer as a pair */
export interface UnansweredAnswerRequest {
  /** The answer */
  answer: string
  /** The question in better words; if omitted, as it was asked */
  question?: string | undefined
  /** Id of the document to append the pair to; if omitted, the document "Answered questions" */
  doc_id?: string | undefined
  /** Ids of other questions that the pair answers too; they are closed */
  also?: string[] | undefined
}

/** The question was added as a pair */
export interface UnansweredAnswered {
  /** Id of the document of the pair */
  doc_id: string
  /** The question */
  question: UnansweredQuestion
  /** Other open questions that the pair answers */
  caught: CaughtQuestions
}

/** A group of similar questions */
export interface UnansweredGroup {
  /** The most frequently asked question of the group */
  question: string
  /** Number of times that its questions were asked, in total */
  asked: number
  /** Number of questions in the group */
  question_count: number
  /** When one of its questions was last asked, in milliseconds since 1970 */
  last_asked_at: number
  /** The first 50 questions of the group, most frequently asked first */
  questions: UnansweredQuestion[]
}

/** Unanswered questions in groups of similar ones */
export interface UnansweredGroups {
  /** Groups, in the requested order */
  items: UnansweredGroup[]
  /** Number of all groups */
  total: number
  /** Number of questions that were grouped: the first 2000 in the requested order */
  looked_at: number
  /** `from` of the next page; null on the last page */
  next_from: number | null
}

/** Questions that the agent could not answer */
export interface UnansweredList {
  /** Questions, in the requested order */
  items: UnansweredQuestion[]
  /** `cursor` of the next page; null on the last page */
  next_cursor: string | null
}

/** A question that the agent could not answer */
export interface UnansweredQuestion {
  /** Id of the question */
  id: string
  /** The question as it was first asked */
  question: string
  /** Language of the question; null if unknown */
  language: string | null
  /** Number of times that it was asked */
  asked: number
  /** open until somebody answers or dismisses it */
  state: "open" | "answered" | "dismissed"
  /** Id of the conversation in which it was last asked; empty if that conversation was removed */
  conversation_id: string
  /** Id of the message that last asked it */
  message_id: string
  /** When it was first asked, in milliseconds since 1970 */
  first_asked_at: number
  /** When it was last asked, in milliseconds since 1970 */
  last_asked_at: number
}

/** A passage that is part of no pair */
export interface UncoveredPassage {
  /** Position of the first character in the text, starting at 0 */
  start: number
  /** Position after the last character */
  end: number
  /** Beginning of the passage */
  excerpt: string
}

/** A message of the user that did not reach the person */
export interface UndeliveredMessage {
  /** Id of the delivery */
  delivery_id: string
  /** When the user sent the message, in milliseconds since 1970 */
  sent_at: number
  /** Text of the message */
  text: string
  /** Why it did not reach the person */
  reason: string
}

/** Tokens and credits that answers consumed */
export interface UsageAnswer {
  /** Sum of all days */
  total: {
    /** Number of answers of the AI */
    turns: number
    /** Input tokens */
    prompt_tokens: number
    /** Output tokens */
    completion_tokens: number
    /** Input and output tokens together */
    total_tokens: number
    /** Credits */
    credits: number
  }
  /** Days with answers, oldest first */
  days: {
    /** Day (UTC), such as 2026-11-15 */
    day: string
    /** Number of answers of the AI */
    turns: number
    /** Input tokens */
    prompt_tokens: number
    /** Output tokens */
    completion_tokens: number
    /** Input and output tokens together */
    total_tokens: number
    /** Credits */
    credits: number
  }[]
}

/** Users by id, each with the anonymous ids bound to it */
export interface UserAnswer {
  code: 0
  message: "OK"
  data: Record<string, {
      /** Your id of the user */
      user_id: string
      /** Anonymous ids bound to the user, the last bound first */
      anonymous_ids: ({
        anonymous_id: string
        conversation_type: string
        source_id: string | null
      })[]
    }>
}

/** Bind anonymous ids to a user */
export interface UserBindRequest {
  /** Your id of the user */
  user_id: string
  /** Anonymous ids of this user; an id that is bound to another user is moved to this one */
  anonymous_ids: AnonymousId[]
}

/** The anonymous ids bound to the user now */
export interface UserBound {
  code: 0
  message: "OK"
  data: {
    /** Your id of the user */
    user_id: string
    /** Anonymous ids bound to the user, the last bound first */
    anonymous_ids: ({
      anonymous_id: string
      conversation_type: string
      source_id: string | null
    })[]
  }
}

/** The properties of a user */
export interface UserProperties {
  /** The user id of the request */
  user_id?: string | undefined
  /** The anonymous id of the request */
  anonymous_id?: string | undefined
  /** Properties, sorted by name; empty if the user has none or no user is bound to the anonymous id */
  property_values: {
    /** Name of the property */
    property_name: string
    /** Same as property_name */
    propertyName: string
    /** Value of the property */
    value: unknown
  }[]
}

/** One entry for each id, in the order of the request */
export type UserPropertyList = UserProperties[]

/** A pair or passage that was found */
export interface VectorMatchEntry {
  /** Pair: its question and its answer, separated by a line break. Passage: its text */
  content: string
  /** Id of the document */
  data_id: string
  /** Name of the document */
  document_name: string
  /** How well the entry matches the question. Pair: from 0.8 it is given as the answer, from 0.5 to 0.75 it is offered. Passage: from 0.78 it is offered. Below 0.5 it is noise */
  score: number
}

/** Find pairs and passages that answer a question */
export interface VectorMatchRequest {
  /** The question */
  prompt: string
  /** Maximum number of entries to return */
  top_k: number
  /** Accepted for compatibility, without effect */
  embedding_rate?: number | undefined
  /** Ids of knowledge bases to search; see `data_ids` */
  group_ids?: string[] | undefined
  /** Ids of documents to search. Without both lists: everything is searched. With one or both lists: the documents and knowledge bases they name. An empty list names nothing */
  data_ids?: string[] | undefined
  /** Accepted for compatibility, without effect */
  rerank_version?: string | undefined
  /** Minimum score of an entry */
  doc_correlation?: number | undefined
}

/** Pairs and passages that were found */
export interface VectorMatchResponse {
  /** Number of entries */
  total: number
  /** The entries, best first */
  list: VectorMatchEntry[]
}

/** The secret for tokens that identify visitors */
export interface VisitorIdentity {
  /** Secret with which your server signs the tokens of visitors (HS256); keep it on your server */
  secret: string
  /** Version of the secret: web.identity_version in the settings */
  version: number
}

/** Spoken answers */
export interface VoiceSettings {
  /** Whether answers are also spoken */
  enabled?: boolean | undefined
}

/** The chat page */
export interface WebSettings {
  /** Whether the chat page works */
  enabled?: boolean | undefined
  /** Title of the chat page; if empty, the name of the agent */
  title?: string | undefined
  /** Greeting on the chat page */
  greeting?: string | undefined
  /** Origins of other pages that may embed the chat */
  allowed_origins?: string[] | undefined
  /** Whether pages without an origin may embed the chat too, such as local files in an app. Any site can pretend to have no origin */
  allow_null_origin?: boolean | undefined
  /** The look of the chat; a change replaces the whole theme */
  theme?: WebTheme | undefined
  /** Questions offered as buttons in an empty chat */
  starters?: string[] | undefined
  /** Whether visitors may save the transcript */
  transcript?: boolean | undefined
  /** Whether visitors may send files */
  files?: boolean | undefined
  /** Public key (PEM) that verifies the tokens with which your server identifies visitors (ES256 or EdDSA) */
  identity_public_key?: string | undefined
  /** Version of the secret for such tokens with HS256; a new number creates a new secret */
  identity_version?: number | undefined
  /** Maximum number of messages of one visitor per minute */
  messages_per_minute?: number | undefined
}

/** The look of the chat */
export interface WebTheme {
  /** Colour of the button and of the visitor’s messages; text on it is black or white, whichever is easier to read */
  accent?: string | undefined
  /** auto follows the visitor’s device */
  scheme?: "auto" | "light" | "dark" | undefined
  /** Side of the page on which the button is */
  side?: "right" | "left" | undefined
  /** Distance of the button from that side, in pixels */
  offset_x?: number | undefined
  /** Distance of the button from the bottom, in pixels */
  offset_y?: number | undefined
  /** Icon on the button */
  icon?: "chat" | "question" | "person" | undefined
  /** Text on the button, next to the icon */
  label?: string | undefined
  /** Text in the empty input field; if empty, the default text of the visitor’s language */
  placeholder?: string | undefined
}

/** The message is accepted; the answer goes to the message webhook */
export interface WebhookAccepted {
  /** Always 0 */
  code: 0
  /** Always OK */
  message: "OK"
  /** Id of the conversation */
  conversation_id: string
  /** Id that the answer will have; id of the sent message if it goes to a person */
  message_id: string
}

/** Results for all webhooks of the agent */
export interface WebhookCheckResponse {
  /** One result for each configured webhook */
  results: WebhookCheckResult[]
}

/** Result for one webhook */
export interface WebhookCheckResult {
  /** Kind of webhook */
  type: "message" | "human_service"
  /** Id of the human service component; null for the message webhook */
  component_id: string | null
  /** Name of the human service component; null for the message webhook */
  component_name: string | null
  /** URL that was probed */
  webhook_url: string
  /** true only if the response had status 200 */
  reachable: boolean
  /** Status of the response; null after a timeout or a failed connection */
  http_status: number | null
  /** Duration of the probe, in milliseconds */
  latency_ms: number
}
