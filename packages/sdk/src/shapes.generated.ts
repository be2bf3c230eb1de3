// Written by `npm run generate` from packages/contract; change it there.

/** The account of a person */
export interface Account {
  /** Id of the account */
  id: string
  /** Email address, in lower case */
  email: string
  /** Name, for people */
  name: string
  /** admin: everything; developer: integration; editor: knowledge; operator: the desk */
  role: "admin" | "developer" | "editor" | "operator"
  /** The agents the account is for: "all", or their ids */
  agents: "all" | string[]
  /** Whether the account also works at the desk; operators always do */
  desk: boolean
  /** Whether it is shut out */
  disabled: boolean
  /** Whether it has a password; without one, links sign in */
  has_password: boolean
  /** When it was made, in milliseconds since 1970 */
  created_at: number
}

/** One account */
export interface AccountAnswer {
  /** The account */
  account: Account
}

/** Make an account */
export interface AccountCreateRequest {
  /** Email address; upper and lower case are the same */
  email: string
  /** Name, for people */
  name: string
  /** admin: everything; developer: integration; editor: knowledge; operator: the desk */
  role: "admin" | "developer" | "editor" | "operator"
  /** The agents the account is for: "all", or their ids; an admin has "all" */
  agents: "all" | string[]
  /** Whether the account also works at the desk; operators always do */
  desk?: boolean | undefined
  /** Password; without one, the link signs in */
  password?: string | undefined
}

/** A new account and a link that signs in */
export interface AccountCreated {
  /** The account */
  account: Account
  /** Signs in once, within ten minutes; shown only now */
  sign_in_link: string
}

/** Accounts */
export interface AccountList {
  /** Accounts, newest first */
  items: Account[]
  /** Give it as cursor to go on; null at the end */
  next_cursor: string | null
}

/** Change an account; what is omitted stays */
export interface AccountUpdateRequest {
  /** New name */
  name?: string | undefined
  /** admin: everything; developer: integration; editor: knowledge; operator: the desk */
  role?: "admin" | "developer" | "editor" | "operator" | undefined
  /** The agents the account is for: "all", or their ids */
  agents?: "all" | string[] | undefined
  /** Whether the account also works at the desk; operators always do */
  desk?: boolean | undefined
  /** true ends every session of the account at once */
  disabled?: boolean | undefined
}

/** A conversation, with who has the floor */
export interface AdminConversation {
  /** Id of the conversation */
  conversation_id: string
  /** Your id of the user; null when none is bound */
  user_id: string | null
  /** Id of the anonymous user */
  anonymous_id: string
  /** When something was last said, in milliseconds since 1970 */
  recent_chat_time: number
  /** How it began */
  subject: string
  /** API, WEB or PLAYGROUND */
  conversation_type: string
  /** Messages of both sides */
  message_count: number
  /** Credits consumed */
  cost_credit: number
  /** Id of the agent */
  bot_id: string
  /** Email the user left */
  email: string | null
  /** Language of the user, where known */
  language: string | null
  /** Who has the floor */
  owner: "ai" | "human"
  /** What came of the last question, small talk aside; null before the first answer */
  outcome: "answered" | "offered" | "unanswered" | null
  /** The open handoff */
  handoff_id: string | null
  /** When it began, in milliseconds since 1970 */
  created_at: number
}

/** A conversation with its messages */
export interface AdminConversationAnswer {
  /** The conversation */
  conversation: AdminConversation
  /** Messages, oldest first */
  messages: AdminMessage[]
}

/** Conversations */
export interface AdminConversationPage {
  /** The most recently active first */
  items: AdminConversation[]
  /** Of all pages together */
  total: number
  /** With q: how far back was looked; null when all of the time asked for was, and without q */
  searched_from: number | null
}

/** A document of an agent */
export interface AdminDocument {
  /** Id of the document */
  id: string
  /** Its name */
  name: string
  /** What it holds: question-answer pairs, passages of a text, rows of a table */
  kind: "QA" | "TEXT" | "SPREADSHEET"
  /** Id of its knowledge base */
  base_id: string
  /** AVAILABLE: it answers; PROCESSING: it is being converted or waits for approval; FAILED */
  status: "PROCESSING" | "AVAILABLE" | "FAILED"
  /** Number of pairs or passages it shows */
  pairs: number
  /** Number of tokens in them; null while they are counted */
  tokens: number | null
  /** What it was made from: QA for pairs given directly, else the kind of file */
  format: string
  /** Where its file came from, if from a URL */
  source_url: string | null
  /** When it was added, in milliseconds since 1970 */
  created_at: number
  /** When it was last changed, in milliseconds since 1970 */
  updated_at: number
}

/** Documents of an agent */
export interface AdminDocumentList {
  /** Documents, newest first */
  items: AdminDocument[]
  /** How many there are in each state, of the base and name asked for */
  counts: Record<string, number>
  /** Give it as cursor to go on; null at the end */
  next_cursor: string | null
}

/** A message, with how it came about */
export interface AdminMessage {
  /** Id of the message */
  id: string
  /** Its number in the conversation */
  sequence: number
  /** Who said it */
  role: "user" | "assistant" | "human" | "notice"
  /** How its turn came: blocking, streaming, webhook or web */
  mode: string
  /** What was said */
  text: string
  /** Files that the user sent along */
  files: AdminMessageFile[]
  /** The user message it answers */
  parent_id: string | null
  /** The handoff it was said in */
  handoff_id: string | null
  /** What it consumed */
  usage: unknown
  /** How it came about: what was found, with which confidence, by which component */
  detail: unknown
  /** What the user thinks of it */
  feedback: string | null
  /** What its reviewer thinks of it */
  quality: string | null
  /** When it was said, in milliseconds since 1970 */
  created_at: number
}

/** A file that came with a message */
export interface AdminMessageFile {
  /** image, audio, document, video or file */
  kind: string
  /** Its name, where it was given */
  name: string | null
  /** Its format, where it was given */
  format: string | null
  /** Its bytes; null for a file that was given by its address */
  size: number | null
  /** Its address: as the user gave it, or for a week below the address of the service. May be anything; check before following it */
  url: string | null
  /** What is said in it */
  transcript: string | null
}

/** Search the knowledge of an agent */
export interface AdminSearchRequest {
  /** The question to find answers to */
  text: string
  /** Most hits to answer; 10 unless given */
  limit?: number | undefined
  /** Search this base only */
  knowledge_base_id?: string | undefined
}

/** What was found, and how sure it is */
export interface AdminSearchResponse {
  /** The band of the best hit; none when there is no hit */
  band: "answer" | "offer" | "none"
  /** What embeddings had to do with the order */
  embedding: {
    /** off: no model is configured. not ready, failed: found by words only */
    state: "off" | "used" | "not ready" | "failed"
    /** What there is to know about it, in one sentence */
    note: string | null
  }
  /** The hits, best first */
  hits: SearchHit[]
}

/** How many messages changed */
export interface Affected {
  /** How many messages changed; 0 when there is none with this id */
  affectCount: number
}

/** An agent */
export interface Agent {
  /** Id of the agent */
  id: string
  /** Its name */
  name: string
  /** Keys of a deleted agent are answered with 40378 */
  status: "active" | "deleted"
  /** When it was made, in milliseconds since 1970 */
  created_at: number
  /** When it was last changed, in milliseconds since 1970 */
  updated_at: number
  /** When it was deleted, in milliseconds since 1970; null if not */
  deleted_at: number | null
}

/** One agent */
export interface AgentAnswer {
  /** The agent */
  agent: Agent
}

/** Make an agent with its first API key */
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

/** What an agent is like */
export interface AgentDetail {
  /** Id of the agent */
  bot_id: string
  /** Its name */
  name: string
  /** Always empty */
  logo: string
  /** Always QuestionAnswer */
  bot_type: "QuestionAnswer"
  /** First words on the chat page */
  welcome_message: string
  /** Always empty */
  introduction: string
  /** Always empty */
  tags: string[]
  /** Who the agent is, for the model */
  identity_prompt: string
  /** Name of the model that writes the answers; empty without one */
  ai_model: string
  /** Always empty */
  ai_model_version: string
  /** Always 0 */
  creativity_level: number
  /** Always 0 */
  doc_correlation: number
  /** Always false: what knowledge lacks is not answered */
  irrelevant_questions: false
  /** Longest text of a message, in characters */
  question_limit: number
  /** Always false: the agent remembers one conversation */
  long_term_memory: false
}

/** Agents */
export interface AgentList {
  /** Agents, newest first */
  items: Agent[]
  /** Give it as cursor to go on; null at the end */
  next_cursor: string | null
}

/** A response of the agent */
export interface AgentMessage {
  /** User id bound by the developer; null when none is bound */
  user_id: string | null
  /** Id of the anonymous user (device) */
  anonymous_id: string
  /** Id of the conversation */
  conversation_id: string
  /** Id of the message; the same in every attempt to deliver it */
  message_id: string
  /** When it was made, in milliseconds since 1970 */
  create_time: number
  /** What the agent, or the person in its place, says */
  output: MessageOutput[]
  usage: MessageUsage
  /** What it rests on, when that was asked for */
  citations?: Citation[] | undefined
  /** Files of the message that could not be used; absent when there are none */
  unused?: {
    /** Its name */
    name: string
    /** Why */
    reason: string
  }[] | undefined
  /** true: an availability test; answer 200 and do nothing else with it */
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

/** What to change in the settings; the rest stays */
export interface AgentSettingsChange {
  /** Fields of answering to change; null for its defaults */
  answering?: Record<string, unknown> | null | undefined
  /** Fields of voice to change; null for its defaults */
  voice?: Record<string, unknown> | null | undefined
  /** Fields of prices to change; null for its defaults */
  prices?: Record<string, unknown> | null | undefined
  /** Fields of handoff to change; null for its defaults */
  handoff?: Record<string, unknown> | null | undefined
  /** Fields of web to change; null for its defaults */
  web?: Record<string, unknown> | null | undefined
  /** Fields of knowledge to change; null for its defaults */
  knowledge?: Record<string, unknown> | null | undefined
  /** Fields of desk to change; null for its defaults */
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
  /** The way that user came */
  conversation_type: string
  /** Tells several pages or channels of one kind apart */
  source_id?: string | undefined
}

/** How the agent answers */
export interface AnsweringSettings {
  /** Whether a configured model writes the answers */
  use_model?: boolean | undefined
  /** Who the agent is, for the model */
  persona?: string | undefined
  /** How it answers, for the model */
  instructions?: string | undefined
  /** Pairs given to the model */
  knowledge_limit?: number | undefined
  /** Most tokens of history given to the model */
  history_tokens?: number | undefined
  /** Whether next questions are offered */
  suggest_questions?: boolean | undefined
  /** Language of texts when the user’s is unknown */
  default_language?: string | undefined
  /** What the agent says by itself, by language and name; an empty text says nothing */
  texts?: Record<string, Record<string, string>> | undefined
}

/** An API key, without the key itself */
export interface ApiKey {
  /** Id of the key */
  id: string
  /** What the key is for */
  label: string | null
  /** How the key begins, to recognise it by */
  prefix: string
  /** When it was made, in milliseconds since 1970 */
  created_at: number
  /** When it was last used, in milliseconds since 1970; null if not */
  last_used_at: number | null
  /** When it was revoked, in milliseconds since 1970; null if not */
  revoked_at: number | null
}

/** Make an API key */
export interface ApiKeyCreateRequest {
  /** What the key is for */
  label?: string | undefined
}

/** A new API key */
export interface ApiKeyCreated {
  /** Id of the key, to revoke it by */
  id: string
  /** The key itself; shown only now */
  api_key: string
}

/** API keys of an agent */
export interface ApiKeyList {
  /** All keys of the agent, newest first */
  items: ApiKey[]
}

/** What a document shows now */
export interface Applied {
  /** The document */
  doc_id: string
  /** Pairs it shows now */
  pairs: number
}

/** Show the approved pairs of a draft */
export interface ApplyRequest {
  /** Version of the plan that was looked at */
  version?: string | undefined
}

/** Something that somebody did */
export interface AuditEntry {
  /** Id of the entry */
  id: string
  /** When it was done, in milliseconds since 1970 */
  at: number
  /** Who did it; null for the admin token and the command line */
  account_id: string | null
  /** The email address of the account, "admin token" or "command line" */
  actor: string
  /** What was done: the operation id of the endpoint */
  action: string
  /** The agent it was done to; null for none */
  agent_id: string | null
  /** Id of the thing it was done to; null where it has none */
  target: string | null
  /** Where the request came from; empty for the command line */
  address: string
}

/** What was done */
export interface AuditList {
  /** Entries, newest first */
  items: AuditEntry[]
  /** Give it as cursor to go on; null at the end */
  next_cursor: string | null
}

/** The answer of the agent */
export interface BlockingAnswer {
  /** When it was made, in milliseconds since 1970 */
  create_time: number
  /** Id of the conversation */
  conversation_id: string
  /** Id of the answer; of the message itself when there is none */
  message_id: string
  /** What the agent says; empty while a person has the floor, who gets the message */
  output: MessageOutput[]
  /** What the answer consumed */
  usage: MessageUsage
  /** What it rests on, when that was asked for */
  citations?: Citation[] | undefined
  /** Files of the message that could not be used; absent when there are none */
  unused?: {
    /** Its name */
    name: string
    /** Why */
    reason: string
  }[] | undefined
}

/** The answer of the agent, in the first version */
export interface BlockingAnswerV1 {
  /** Id of the answer; of the message itself when there is none */
  message_id: string
  /** Always ANSWER */
  message_type: "ANSWER"
  /** The answer; empty while a person has the floor, who gets the message */
  text: string
  /** The parts of the answer */
  flow_output: {
    /** What was said */
    content: string
    /** Branch of the flow it came from */
    branch: string
    /** Component of the flow it came from */
    from_component_name: string
  }[]
  /** When it was made, in milliseconds since 1970 */
  create_time: number
  /** Id of the conversation */
  conversation_id: string
  /** What the answer consumed */
  usage: MessageUsage
  /** Files of the message that could not be used; absent when there are none */
  unused?: {
    /** Its name */
    name: string
    /** Why */
    reason: string
  }[] | undefined
}

/** A past question that a pair would have caught */
export interface CaughtQuestion {
  /** The question */
  question: UnansweredQuestion
  /** answer: the pair would be given. offer: it would be offered */
  band: "answer" | "offer" | "none"
  /** How sure it is that the pair answers it */
  confidence: number
}

/** Past questions that a pair would have caught */
export interface CaughtQuestions {
  /** Open questions that the pair answers or would be offered for, the surest first */
  items: CaughtQuestion[]
  /** How many of them it answers */
  answered: number
  /** How many it would be offered for */
  offered: number
  /** How often they were asked, all together */
  asked: number
  /** Open questions that were looked at, the most asked of them */
  looked_at: number
}

/** A pair that might be added */
export interface CaughtRequest {
  /** The question of the pair */
  question: string
  /** Its answer */
  answer: string
}

/** What a page shows of the chat before anybody opens it */
export interface ChatConfig {
  /** Title of the chat */
  title: string
  /** First words; may be empty */
  greeting: string
  /** The look of the chat */
  theme: {
    /** Colour, such as #1f5eff */
    accent: string
    /** Colour of text on it: black or white, at a contrast of 4.5 or more */
    accent_ink: string
    scheme: "auto" | "light" | "dark"
    side: "right" | "left"
    /** Pixels from that side */
    offset_x: number
    /** Pixels from the bottom */
    offset_y: number
    icon: string
    /** Words on the button; may be empty */
    label: string
    /** Words in the empty field; empty for those of the language */
    placeholder: string
  }
  /** Questions to begin with */
  starters: string[]
  /** Languages the page itself speaks */
  languages: string[]
  /** Whether a person can be asked for */
  can_hand_over: boolean
  /** Whether people are there now */
  availability: {
    /** none: no person can be asked for */
    state: "open" | "closed" | "none"
    /** When people are there next, if that is known */
    opens_at: string | null
  }
  /** What files the visitor may send; null: none */
  files: {
    max_bytes: number
    formats: string[]
  } | null
  /** Whether the visitor may save what was said */
  can_save: boolean
}

/** The visitor rates an answer */
export interface ChatFeedbackRequest {
  /** CANCELED takes an earlier one back */
  feedback: "POSITIVE" | "NEGATIVE" | "CANCELED"
}

/** A file that came with a message */
export interface ChatFile {
  /** Its name */
  name: string
  /** image, audio, document … */
  kind: string
  /** Where it can be loaded for a week, below the address of the service */
  url: string
}

/** The visitor sends a file */
export interface ChatFileRequest {
  /** Its name, which ends in one of png, jpg, jpeg, gif, webp, mp3, wav, pdf, docx, xlsx, csv, txt, md */
  name: string
  /** The file, of at most 10 MB */
  base64_content: string
  /** What the visitor says with it */
  text?: string | undefined
  /** Your id of the message: sent twice, it is stored once */
  client_id?: string | undefined
}

/** What became of the wish */
export interface ChatHandoffAnswer {
  /** declined: nobody is there now, and the visitor was told. none: the agent has no human service */
  result: "requested" | "already" | "declined" | "none"
}

/** The visitor asks for a person */
export interface ChatHandoffRequest {
  /** Where the visitor can be reached */
  email?: string | undefined
}

/** Messages of a chat */
export interface ChatHistory {
  /** Messages, oldest first, at most a hundred */
  messages: ChatMessage[]
}

/** A message of a chat */
export interface ChatMessage {
  /** Id of the message */
  id: string
  /** Its number in the chat; give the last one seen to go on from there */
  sequence: number
  /** Who says it */
  role: "user" | "assistant" | "human" | "notice"
  /** Name of the component that speaks; null for the visitor */
  name: string | null
  /** What is said */
  text: string
  /** The same, spoken */
  audio: {
    audio: string
    transcript: string
  }[]
  /** The message it answers */
  parent_id: string | null
  /** Files that came with it */
  files: ChatFile[]
  /** What it offers to say next, for buttons; one of them is sent as text */
  options: string[]
  /** What the visitor thinks of it */
  feedback: "POSITIVE" | "NEGATIVE" | null
  /** When it was said, in milliseconds since 1970 */
  created_at: number
}

/** How far the page has shown the chat */
export interface ChatSeenRequest {
  /** Number of the newest message that is on the visitor’s screen */
  sequence: number
}

/** The visitor says something */
export interface ChatSendRequest {
  /** What the visitor says */
  text: string
  /** Your id of the message: sent twice, it is stored once */
  client_id?: string | undefined
}

/** The message is stored; the answer comes with the events */
export interface ChatSent {
  /** Id of the message */
  message_id: string
  /** Its number in the chat */
  sequence: number
}

/** A visitor opens the chat */
export interface ChatStartRequest {
  /** Token of an earlier chat: the visitor stays the same, and a chat of the last hour goes on */
  token?: string | undefined
  /** Who the visitor is: a JWT that your server has signed, with sub and exp, good for at most 12 hours */
  user_jwt?: string | undefined
}

/** A chat */
export interface ChatStarted {
  /** Id of the conversation */
  conversation_id: string
  /** Proof for the other calls; keep it in the browser */
  token: string
  /** Id of the visitor, for /v1/user/set-userid */
  anonymous_id: string
  /** Who the visitor is, where that is known */
  user_id: string | null
  /** Title of the chat */
  title: string
  /** First words; may be empty */
  greeting: string
  /** Whether a person can be asked for */
  can_hand_over: boolean
  /** Who has the floor */
  owner: "ai" | "human"
  /** What was said so far, the last hundred */
  messages: ChatMessage[]
}

/** What a part of the answer rests on */
export interface Citation {
  /** Its number; the text marks it as $[1]$ */
  index: number
  /** Name of the document or file */
  name: string
  /** What it is */
  type: "attachment" | "doc" | "tool"
  /** The words the answer rests on */
  content: string
  /** Id of the pair */
  segment_id: string | null
  /** Place of the pair in its document, from 0 */
  segment_index: number | null
  /** Where in the document it stands, when that is known */
  position: string | null
  /** Of audio: where it is said */
  timestamp_millis: number | null
  /** Id of the document */
  data_id: string | null
  /** Id of the agent */
  bot_id: string
  /** The file, when it is one that came with the message */
  attachment: {
    /** Its id */
    id: string
    /** Where it came from; null when it was sent as such */
    url: string | null
    /** Its name */
    name: string
    /** What it is */
    type: string
  } | null
  /** Component of the flow that used it */
  component_id: string | null
}

/** A file, by URL or by content */
export interface ContentFile {
  /** Where to fetch the file. Beside base64_content it need not be http */
  url?: string | undefined
  /** The file itself; wins over the URL */
  base64_content?: string | undefined
  /** Its format, such as pdf, png or mp3 */
  format?: string | undefined
  /** Its name */
  name?: string | undefined
}

/** Text, or files of one kind */
export type ContentPart = {
  type: "text"
  /** The text; blank only beside other parts */
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
  /** Videos; named under unused, since none is watched */
  video: ContentFile[] | ContentFile
} | {
  type: "file"
  /** Files of no known kind; named under unused */
  file: ContentFile[] | ContentFile
}

/** Nearly the same question with another answer */
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

/** How this one message is answered */
export interface ConversationConfig {
  /** Whether the answer may use what was said before; true unless given */
  short_term_memory?: boolean | undefined
  /** Accepted for the sake of clients; the agent remembers nothing beyond the conversation */
  long_term_memory?: boolean | undefined
  /** Neither list: everything the agent knows. Both: what either names. Empty lists: no knowledge is used */
  knowledge?: {
    /** Documents to answer from */
    data_ids?: string[] | undefined
    /** Knowledge bases to answer from */
    group_ids?: string[] | undefined
  } | undefined
  /** Values for {{names}} in the instructions of the agent; null is the same as none */
  custom_variables?: Record<string, string | number | boolean | null | unknown[] | Record<string, unknown>> | undefined
  /** Whether the answer says where it comes from: in citations, and where a model writes it as $[1]$ in the text */
  corner_citation?: boolean | undefined
}

/** Begin a conversation with a user */
export interface ConversationCreateRequest {
  /** Your id of the user */
  user_id: string
  /** For trying out: it is of the type PLAYGROUND and counts nowhere. Only for people and the admin token, not with an API key */
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
  /** Your id of the user; null when none is bound */
  user_id: string | null
  /** Id of the anonymous user */
  anonymous_id: string
  /** When something was last said, in milliseconds since 1970 */
  recent_chat_time: number
  /** How it began */
  subject: string
  /** API, WEB or PLAYGROUND */
  conversation_type: string
  /** Messages of both sides */
  message_count: number
  /** Credits consumed */
  cost_credit: number
  /** Id of the agent */
  bot_id: string
}

/** A message to the agent */
export interface ConversationMessageRequest {
  /** The conversation; POST /v1/conversation makes one */
  conversation_id: string
  /** blocking: the answer is the response. streaming: it comes as server-sent events. webhook: it goes to the message webhook */
  response_mode: "blocking" | "streaming" | "webhook"
  /** The newest message of the user, last; what comes before it is used as history of this turn */
  messages: SentMessage[]
  /** How this one message is answered */
  conversation_config?: ConversationConfig | undefined
}

/** Conversations */
export interface ConversationPage {
  /** Conversations, the most recently active first */
  list: ConversationEntry[]
  /** Of all pages together */
  total: number
}

/** Failed passages are on their way again */
export interface ConversionRetried {
  /** The document */
  doc_id: string
  /** Passages the model is asked about again */
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
  /** What the answer was based on, best first */
  correlate_dataset: ({
    /** The pair: question, then answer */
    content: string
    /** Id of its document */
    data_id: string
    /** Name of its document */
    data_name: string
    /** Where the document came from */
    source_url: string | null
    /** How sure it was, on the scale of /v1/vector/match */
    score: number
  })[]
}

/** One request to a developer-hosted endpoint */
export interface Delivery {
  /** Id of the delivery */
  id: string
  /** The webhook-id header on the wire: its id, or when it is a replay that of the delivery it repeats */
  webhook_id: string
  /** What is delivered */
  kind: "message" | "handoff_establish" | "handoff_chat" | "handoff_close"
  /** Where it stands; dead: given up, can be replayed */
  state: "pending" | "delivered" | "dead"
  /** The conversation it belongs to; of handoff requests the id they carry */
  conversation_id: string
  /** Its place in the order of the conversation */
  sequence: number
  /** Where it goes while it is pending, where it went once it is settled */
  url: string
  /** Attempts so far */
  attempts: number
  /** When it was enqueued, in milliseconds since 1970 */
  created_at: number
  /** When it was delivered; null if not */
  delivered_at: number | null
  /** Why the last attempt failed or it was given up, or what was odd about a success; null when nothing was */
  last_error: string | null
  /** When it is tried next; null when it is settled or under way, while one of its conversation comes before it, and while its endpoint is parked or disabled */
  next_attempt_at: number | null
  /** Sequence of the one that has to be settled before it is tried; null when there is none */
  behind: number | null
}

/** One attempt at a delivery */
export interface DeliveryAttempt {
  /** 1 for the first attempt */
  number: number
  /** When it began, in milliseconds since 1970 */
  started_at: number
  /** How far it came */
  stage: "resolve" | "connect" | "tls" | "send" | "wait" | "read"
  /** Status answered; null when there was no answer */
  http_status: number | null
  /** How long it took */
  latency_ms: number
  /** The first bytes of the answer */
  response: string | null
  /** Why it failed; null when it did not */
  error: string | null
  /** What was odd about a success, such as a status other than 200 */
  warning: string | null
  /** Whether it used up a try; not when the endpoint had been parked meanwhile */
  counted: boolean
  /** Where it was sent */
  url: string
  /** Headers of the request; credentials are masked, values cut after 500 characters; null where unknown */
  request_headers: Record<string, string> | null
  /** Headers of the response; credentials are masked, values cut after 500 characters; null where unknown */
  response_headers: Record<string, string> | null
  /** How long each phase took; null for attempts of earlier versions */
  phases_ms: {
    /** Looking up the name; null where it did not come to that, or an open connection was used */
    resolve: number | null
    /** Connecting; null where it did not come to that, or an open connection was used */
    connect: number | null
    /** Setting up TLS; null where it did not come to that, or an open connection was used */
    tls: number | null
    /** Writing the request, the wait for a free connection included; null where it did not come to that, or an open connection was used */
    send: number | null
    /** Until the head of the response; null where it did not come to that, or an open connection was used */
    wait: number | null
    /** Until its last byte; null where it did not come to that, or an open connection was used */
    read: number | null
  } | null
}

/** How the deliveries of an agent stand */
export interface DeliveryCounts {
  /** One for each endpoint that was ever used */
  endpoints: EndpointCounts[]
}

/** A delivery with its body and every attempt */
export interface DeliveryDetail {
  /** Id of the delivery */
  id: string
  /** The webhook-id header on the wire: its id, or when it is a replay that of the delivery it repeats */
  webhook_id: string
  /** What is delivered */
  kind: "message" | "handoff_establish" | "handoff_chat" | "handoff_close"
  /** Where it stands; dead: given up, can be replayed */
  state: "pending" | "delivered" | "dead"
  /** The conversation it belongs to; of handoff requests the id they carry */
  conversation_id: string
  /** Its place in the order of the conversation */
  sequence: number
  /** Where it goes while it is pending, where it went once it is settled */
  url: string
  /** Attempts so far */
  attempts: number
  /** When it was enqueued, in milliseconds since 1970 */
  created_at: number
  /** When it was delivered; null if not */
  delivered_at: number | null
  /** Why the last attempt failed or it was given up, or what was odd about a success; null when nothing was */
  last_error: string | null
  /** When it is tried next; null when it is settled or under way, while one of its conversation comes before it, and while its endpoint is parked or disabled */
  next_attempt_at: number | null
  /** Sequence of the one that has to be settled before it is tried; null when there is none */
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
  /** Deliveries, newest first; with http_status or q there may be few or none although more follow */
  items: Delivery[]
  /** Give it as cursor to go on; null at the end */
  next_cursor: string | null
}

/** Which deliveries to send again */
export interface DeliveryReplayRequest {
  /** Deliveries of this agent */
  agent_id: string
  /** Deliveries in this state, usually dead */
  state: "delivered" | "dead"
  /** Deliveries enqueued at this time or later, in milliseconds since 1970 */
  since: number
  /** Only deliveries of this conversation, those of its handoffs included */
  conversation_id?: string | undefined
  /** Only deliveries of this kind */
  kind?: "message" | "handoff_establish" | "handoff_chat" | "handoff_close" | undefined
  /** Only deliveries to the message webhook (message) or to this human service (its id) */
  endpoint?: string | undefined
  /** Only deliveries whose last attempt got this status; 0: no response */
  http_status?: number | undefined
  /** Only deliveries enqueued before this time, in milliseconds since 1970 */
  until?: number | undefined
  /** Only deliveries whose body contains this text */
  q?: string | undefined
  /** Only say how many there are; nothing is sent */
  dry_run?: boolean | undefined
}

/** What will be sent again */
export interface DeliveryReplayResponse {
  /** How many deliveries will be sent again, or with dry_run would be */
  replayed: number
}

/** Give a user to somebody, whoever has it now */
export interface DeskAssignRequest {
  /** Id of the account that gets the user; null: nobody yet */
  to: string | null
}

/** A handoff with what was said and what happened */
export interface DeskCase {
  /** Id of the handoff */
  id: string
  /** The agent */
  agent_id: string
  /** Its name */
  agent_name: string
  /** The conversation */
  conversation_id: string
  /** Whether nobody has taken it, you have it, or somebody else has */
  state: "waiting" | "mine" | "others"
  /** Who has it; null for nobody */
  owner: DeskPersonName | null
  /** The number of your claim; null when it is not yours */
  claim: number | null
  /** The colleague who is asked to take it; null for nobody */
  offered_to: DeskPersonName | null
  /** Where the handoff stands */
  handoff_state: "REQUESTED" | "WAITING" | "CONNECTED" | "ENDED"
  /** How it ended; null while it is open */
  end_reason: string | null
  /** Who waits */
  user: DeskUser
  /** Language of the user */
  language: string
  /** Why a person was asked for */
  reason: string
  /** When a person was asked for, in milliseconds since 1970 */
  requested_at: number
  /** Since when the user waits: the request, or the last change of who has it, in milliseconds since 1970 */
  waiting_since: number
  /** When the handoff ends unless somebody replies; null if not */
  deadline_at: number | null
  /** What the user or a person said last; its beginning */
  last_message: string | null
  /** Who said that */
  last_message_role: string | null
  /** When that was said; null if not */
  last_message_at: number | null
  /** Messages of the user that whoever has it has not seen */
  unread: number
  /** What was said in the conversation, oldest first; the last 200 */
  talk: DeskMessage[]
  /** What happened in the handoff, oldest first */
  timeline: HandoffEvent[]
  /** Notes of people, oldest first */
  notes: DeskNote[]
  /** Earlier conversations of the same user, newest first */
  earlier: ({
    /** The conversation */
    conversation_id: string
    /** What it was about */
    subject: string | null
    /** When something was last said in it, in milliseconds since 1970 */
    at: number
  })[]
}

/** You have the user */
export interface DeskClaim {
  /** The number of the claim; every later call names it */
  claim: number
}

/** Which claim it is done under */
export interface DeskClaimRequest {
  /** The number that taking the user gave you */
  claim: number
}

/** A user who waits for a person, or talks to one */
export interface DeskItem {
  /** Id of the handoff */
  id: string
  /** The agent */
  agent_id: string
  /** Its name */
  agent_name: string
  /** The conversation */
  conversation_id: string
  /** Whether nobody has taken it, you have it, or somebody else has */
  state: "waiting" | "mine" | "others"
  /** Who has it; null for nobody */
  owner: DeskPersonName | null
  /** The number of your claim; null when it is not yours */
  claim: number | null
  /** The colleague who is asked to take it; null for nobody */
  offered_to: DeskPersonName | null
  /** Where the handoff stands */
  handoff_state: "REQUESTED" | "WAITING" | "CONNECTED" | "ENDED"
  /** How it ended; null while it is open */
  end_reason: string | null
  /** Who waits */
  user: DeskUser
  /** Language of the user */
  language: string
  /** Why a person was asked for */
  reason: string
  /** When a person was asked for, in milliseconds since 1970 */
  requested_at: number
  /** Since when the user waits: the request, or the last change of who has it, in milliseconds since 1970 */
  waiting_since: number
  /** When the handoff ends unless somebody replies; null if not */
  deadline_at: number | null
  /** What the user or a person said last; its beginning */
  last_message: string | null
  /** Who said that */
  last_message_role: string | null
  /** When that was said; null if not */
  last_message_at: number | null
  /** Messages of the user that whoever has it has not seen */
  unread: number
}

/** A message of a talk at the desk */
export interface DeskMessage {
  /** Id of the message */
  id: string
  /** Its number in the conversation */
  sequence: number
  /** Who said it */
  role: "user" | "assistant" | "human" | "notice"
  /** How its turn came: blocking, streaming, webhook or web */
  mode: string
  /** What was said */
  text: string
  /** Files that the user sent along */
  files: AdminMessageFile[]
  /** The user message it answers */
  parent_id: string | null
  /** The handoff it was said in */
  handoff_id: string | null
  /** What it consumed */
  usage: unknown
  /** How it came about: what was found, with which confidence, by which component */
  detail: unknown
  /** What the user thinks of it */
  feedback: string | null
  /** What its reviewer thinks of it */
  quality: string | null
  /** When it was said, in milliseconds since 1970 */
  created_at: number
  /** Of words of a person: how far they have come; else null */
  way: DeskWay | null
}

/** The user you have now, if anybody waited */
export interface DeskNext {
  /** The user you have now; null when nobody waits */
  taken: DeskTakeover | null
}

/** Whom to take from */
export interface DeskNextRequest {
  /** Only users of this agent */
  agent_id?: string | undefined
}

/** What people note for each other; the user never sees it */
export interface DeskNote {
  /** Id of the note */
  id: string
  /** Who wrote it */
  author: DeskPersonName
  /** What it says */
  text: string
  /** When it was written, in milliseconds since 1970 */
  created_at: number
}

/** A note for colleagues */
export interface DeskNoteRequest {
  /** What you note; the user never sees it */
  text: string
}

/** What became of the pair */
export interface DeskPairMade {
  /** live: it answers now. draft: an editor looks at it first. none: nothing was stored */
  state: "live" | "draft" | "none"
  /** The document it is in */
  doc_id: string | null
  /** Past questions that it would have caught */
  caught: CaughtQuestions
}

/** Make a pair of what was answered */
export interface DeskPairRequest {
  /** What was asked */
  question: string
  /** What was answered */
  answer: string
  /** Only count what it would have caught; nothing is stored */
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
  /** The agents whose users the person sees */
  agents: "all" | string[]
  /** Whether the person is at the desk; away also when nothing was heard of them */
  state: "here" | "away" | "off"
  /** When the person was last heard of; null if not */
  seen_at: number | null
  /** Users the person has now */
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
  /** Everybody who may work at the desk for agents of yours, you too */
  people: DeskPerson[]
  /** Your agents that are connected to the desk */
  agents: {
    /** Id of the agent */
    id: string
    /** Its name */
    name: string
    /** Seconds without a sign of you until its users go back to the queue */
    away_after_s: number
    /** Most users of it that one person has; 0 for no limit */
    max_per_person: number
  }[]
  /** Say `here` again so often */
  heartbeat_s: number
}

/** Who waits, and who is talked to */
export interface DeskQueue {
  /** Who waits and who is talked to, oldest deadline first */
  items: DeskItem[]
  /** How many wait for somebody in all */
  waiting: number
}

/** What you have seen of the talk */
export interface DeskReadRequest {
  /** The number that taking the user gave you */
  claim: number
  /** Number of the last message that was seen */
  sequence: number
}

/** The reply is on its way to the user */
export interface DeskReplied {
  /** Id of the message to the user */
  message_id: string
}

/** Say something to the user */
export interface DeskReplyRequest {
  /** What you say; may be left out where there are files */
  text?: string | undefined
  /** The number that taking the user gave you */
  claim: number
  /** Files; the user gets their addresses, which are good for a week */
  files?: {
    /** Name of the file */
    name: string
    /** The file itself, at most 10 MB */
    base64_content: string
  }[] | undefined
}

/** How people work at the desk */
export interface DeskSettings {
  /** Most users of the agent that one person has at the desk; 0 for no limit */
  max_per_person?: number | undefined
  /** Seconds without a sign of the person who has a user until the user goes back to the queue */
  away_after_s?: number | undefined
  /** Whether pairs that operators make wait for an editor or answer at once */
  pairs?: "draft" | "live" | undefined
}

/** Words that people at the desk say often */
export interface DeskSnippet {
  /** Id of the snippet */
  id: string
  /** The agent */
  agent_id: string
  /** What is typed to get it */
  name: string
  /** As it was written */
  text: string
  /** With what is known of the user; null without handoff_id */
  filled: string | null
  /** Variables that nothing is known for: left out of `filled` */
  missing: ("user.name" | "user.email" | "user.id" | "agent.name" | "operator.name")[]
  /** When it was made, in milliseconds since 1970 */
  created_at: number
  /** When it was last changed, in milliseconds since 1970 */
  updated_at: number
}

/** What changes in a snippet */
export interface DeskSnippetChange {
  /** What is typed behind a slash to get it */
  name?: string | undefined
  /** What is said; may hold {user.name}, {user.email}, {user.id}, {agent.name}, {operator.name} */
  text?: string | undefined
}

/** A new snippet */
export interface DeskSnippetRequest {
  /** The agent */
  agent_id: string
  /** What is typed behind a slash to get it */
  name: string
  /** What is said; may hold {user.name}, {user.email}, {user.id}, {agent.name}, {operator.name} */
  text: string
}

/** Snippets */
export interface DeskSnippets {
  /** By name */
  items: DeskSnippet[]
}

/** Something from knowledge that may help */
export interface DeskSuggestion {
  /** The document */
  doc_id: string
  /** Its name */
  doc_name: string
  /** The pair; null for a passage */
  pair_id: string | null
  /** Its question; empty for a passage */
  question: string
  /** Its answer */
  answer: string
  /** answer: the AI would have given it. offer: it would have offered it */
  band: "answer" | "offer" | "none"
  /** How sure it is that it answers the words */
  confidence: number
}

/** What knowledge says to the words of the user */
export interface DeskSuggestions {
  /** What was looked for */
  text: string
  /** The best first, five at most */
  items: DeskSuggestion[]
}

/** You have the user */
export interface DeskTakeover {
  /** The number of the claim; every later call names it */
  claim: number
  /** Id of the handoff */
  handoff_id: string
}

/** Offer the user to a colleague, who accepts or declines */
export interface DeskTransferRequest {
  /** The number that taking the user gave you */
  claim: number
  /** Id of the colleague’s account; null takes the offer back */
  to: string | null
}

/** A user who talks to people */
export interface DeskUser {
  /** Id of the user: the developer’s where it is known, else the anonymous one */
  id: string
  /** Name of the user, where it is known */
  name: string | null
  /** Email of the user */
  email: string | null
  /** Phone number of the user */
  phone: string | null
}

/** How far words of a person have come on their way to the user */
export interface DeskWay {
  /** stored: the user will read it on the chat page; seen: it is on the user’s screen there; pending, delivered, dead: where the delivery to your server stands */
  state: "stored" | "seen" | "pending" | "delivered" | "dead"
  /** How long the delivery took, in milliseconds; null until it is there */
  ms: number | null
  /** Why it has not arrived; null if nothing failed */
  error: string | null
}

/** A document of a knowledge base */
export interface Document {
  /** Id of the document */
  id: string
  /** Its name */
  name: string
  /** What it holds: question-answer pairs, passages of a text, rows of a table */
  kind: "QA" | "TEXT" | "SPREADSHEET"
  /** What it was made from: QA for pairs given directly, else the kind of file */
  format: string
  /** Where its file came from, if from a URL */
  source_url: string | null
  /** ACTIVE: it answers questions */
  status: "PROCESSING" | "ACTIVE" | "FAILED"
  /** Number of pairs or passages */
  chunk: number
  /** Number of tokens in them */
  token: number
  /** Number of characters in them */
  char_count: number
  /** When it was added, in milliseconds since 1970 */
  create_time: number
  /** When it was last replaced or appended to, in milliseconds since 1970 */
  update_time: number
  /** Who added it, if known */
  creator_id: string | null
  /** Email of who added it, if known */
  creator_email: string | null
}

/** How a document was converted, or how far it has come */
export interface DocumentConversion {
  /** What the content of the file is: PDF, DOCX, XLSX, HTML, MD, TXT, JSON, YAML or CSV */
  format: string
  /** Pairs made */
  pairs: number
  /** How much of the text the pairs hold */
  coverage: {
    /** Characters of text in the document */
    text_chars: number
    /** Characters that are in a pair */
    covered_chars: number
    /** Passages no pair holds */
    uncovered: UncoveredPassage[]
  }
  /** What else is worth knowing */
  warnings: string[]
  /** The document */
  doc_id: string
  /** Name of the file */
  file_name: string
  /** How far it has come; replaced: the document shows something else now */
  status: "running" | "waiting" | "published" | "replaced" | "failed"
  /** Why it failed; null when it did not */
  reason: string | null
  /** The model that was asked; null when none was needed */
  model: string | null
  /** How far the model has come */
  progress: {
    /** Passages for the model */
    chunks: number
    /** Those it made pairs of */
    done: number
    /** Those it made none of; they are stored as they are without a model */
    failed: number
  }
  /** The first 200 passages that failed */
  failed_chunks: FailedChunk[]
  /** The first 200 pairs that were held back */
  held: HeldPair[]
  /** Pairs that were held back */
  held_count: number
  /** Pairs that were made twice and taken once */
  repeated: number
  /** When it was accepted, in milliseconds since 1970 */
  created_at: number
  /** When it was accepted, in milliseconds since 1970 */
  started_at: number
  /** When it last came further, in milliseconds since 1970 */
  updated_at: number
  ended_at: number | null
}

/** The latest import of a document */
export interface DocumentImport {
  /** Id of the import */
  id: string
  /** The document it filled */
  doc_id: string
  /** Name of the file */
  file_name: string
  /** What became of the import */
  state: "stored"
  /** The account */
  ledger: ImportLedger
  /** The rejected rows as the text of a CSV file to mend and import again; null when there are none, or when they were not kept */
  rejected_csv: string | null
  /** When it was stored, in milliseconds since 1970 */
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
  /** What the document holds: pairs, passages of a text, rows of a table */
  kind: "QA" | "TEXT" | "SPREADSHEET"
  /** The pairs or passages, in order; with q there may be few or none although more follow */
  items: StoredPair[]
  /** Pairs of the document */
  total: number
  /** The revision that is shown */
  revision: number
  /** Give it as from to go on; null at the end */
  next_from: number | null
}

/** What would become of a file */
export interface DocumentPreview {
  /** Name of the file */
  file_name: string
  /** How it was read; the purpose to add it with */
  purpose: "QA_FILE" | "FILE_2_QA"
  /** What its content is; null when that was not found out */
  format: string | null
  /** Why it cannot be stored; null when it can */
  reason: string | null
  /** Pairs that would be stored */
  pair_count: number
  /** The first of them, in order */
  pairs: {
    question: string
    answer: string
  }[]
  /** Of a list of pairs: its columns, and what becomes of every row; null when none was found */
  ledger: ImportLedger | null
  /** The rejected rows as the text of a CSV file to mend and import again: each whole, after its number and the reason; null when there are none */
  rejected_csv: string | null
  /** Of a document: how much of it the pairs hold */
  conversion: {
    /** How much of the text the pairs hold */
    coverage: {
      /** Characters of text in the document */
      text_chars: number
      /** Characters that are in a pair */
      covered_chars: number
      /** Passages no pair holds */
      uncovered: UncoveredPassage[]
    }
    /** What else is worth knowing */
    warnings: string[]
  } | null
  /** The model that would write pairs of its own; those shown are what is stored without it */
  model: {
    /** Name of the model */
    name: string
    /** Passages it would be asked about */
    chunks: number
  } | null
}

/** A file to look at */
export interface DocumentPreviewRequest {
  /** The file; with doc_id it is read as if it replaced that document */
  file: FileEntry
  /** How to read it: as a list of pairs, or as a document to convert; found out when omitted */
  purpose?: "QA_FILE" | "FILE_2_QA" | undefined
  /** CSV: how many header rows to skip, 0 for none; detected when omitted */
  header_row?: number | undefined
  /** FILE_2_QA: most tokens in one chunk of the document */
  chunk_token?: number | undefined
  /** QA_FILE: the CSV delimiter, detected when omitted. FILE_2_QA: the text to cut the document at; wins over chunk_token */
  splitter?: string | undefined
  /** Most pairs to show; 50 unless given */
  limit?: number | undefined
}

/** A document that was added or updated */
export interface DocumentResult {
  /** Id of the document */
  doc_id: string
  /** Name of the document */
  doc_name: string
}

/** How far a document has come */
export interface DocumentStatus {
  /** Id of the document */
  data_id: string
  /** Whether it can answer questions yet */
  data_status: "PROCESSING" | "AVAILABLE" | "FAILED"
}

/** One entry for each document that exists */
export type DocumentStatusList = DocumentStatus[]

/** How the pairs of a draft stand */
export interface DraftCounts {
  /** Pairs of the draft */
  total: number
  /** Not decided yet */
  pending: number
  /** To be shown as they are */
  approved: number
  /** To be shown as edited */
  edited: number
  /** Not to be shown */
  dropped: number
  /** Of the pending ones those a check held back; each is decided by itself */
  held: number
}

/** Decide pairs of a draft */
export interface DraftDecision {
  /** approve, drop, or reset to pending */
  decision: "approve" | "drop" | "reset"
  /** The pairs it is about */
  ordinals?: number[] | undefined
  /** In place of ordinals: every pending pair. Those a check held back are dropped with all, but not approved with all */
  all?: boolean | undefined
}

/** Documents that wait for approval */
export interface DraftList {
  /** Drafts, those of the newest documents first */
  items: DraftSummary[]
  /** Give it as cursor to go on; null at the end */
  next_cursor: string | null
}

/** A pair of a draft */
export interface DraftPair {
  /** Its place in the draft, from 0 */
  ordinal: number
  /** How it was decided; an edited pair is approved */
  state: "pending" | "approved" | "dropped" | "edited"
  /** The question, as edited */
  question: string
  /** The answer, as edited */
  answer: string
  /** What it was before it was edited; null when it was not */
  original: {
    question: string
    answer: string
  } | null
  /** Where it came from, and why a check held it back, if one did */
  origin: PairOrigin | null
}

/** Edit a pair of a draft; what is left out stays */
export interface DraftPairChange {
  /** The question from now on */
  question?: string | undefined
  /** The answer from now on */
  answer?: string | undefined
}

/** Pairs of a draft */
export interface DraftPairs {
  /** The pairs, in order */
  items: DraftPair[]
  counts: DraftCounts
  /** Give it as from to go on; null at the end */
  next_from: number | null
}

/** What a pair of a draft was made from */
export interface DraftPassage {
  /** What the model was shown; null when the words of the pair are those of the file */
  passage: string | null
}

/** A converted document that waits for approval */
export interface DraftSummary {
  /** The document */
  doc_id: string
  /** Its name */
  doc_name: string
  /** Kind of the file it was made from */
  format: string
  counts: DraftCounts
  /** When it was made, in milliseconds since 1970 */
  created_at: number
  /** When it was last changed, in milliseconds since 1970 */
  updated_at: number
}

/** The answer the agent would give, and how it comes about */
export interface DryRun {
  /** offered: questions to choose from. unanswered: nothing was found. handed_over: the user would be passed on to a person */
  outcome: "answered" | "offered" | "unanswered" | "small_talk" | "handed_over"
  /** The whole answer; empty when nothing would be said */
  text: string
  /** The parts of the answer, in order */
  parts: {
    /** What said it: knowledge, model, small_talk, fallback */
    component: string
    /** In which of its ways */
    branch: string
    /** The words */
    text: string
  }[]
  /** How sure the knowledge was of what the answer rests on */
  band: "answer" | "offer" | "none"
  /** What was made of the message, to search for */
  question: string
  /** The language of the answer */
  language: string
  /** The questions offered, in order */
  offered: string[]
  /** What it rests on, when that was asked for */
  citations: Citation[]
  /** Who would ask for a person: the user, or the model; null: nobody */
  handoff: "user_asked" | "model" | null
  /** Questions that would be counted as unanswered */
  gaps: string[]
  /** Every search, in order */
  searches: DryRunSearch[]
  /** What the model was asked; null when none was */
  model: DryRunModel | null
  usage: MessageUsage
  /** How long it took */
  took_ms: number
}

/** What a model was asked */
export interface DryRunModel {
  /** Name of the model */
  name: string
  /** What was sent to it, in order */
  requests: ({
    /** The rules, the persona and the instructions */
    system: string
    /** What was said, and the sources, in order */
    messages: ({
      role: "user" | "assistant"
      text: string
    })[]
    /** Names of the tools it was told of */
    tools: string[]
  })[]
  /** Why it ended, as it says; null when it did not */
  finish: string | null
  /** Why it gave no whole answer; null when it did */
  failure: string | null
}

/** A message to try out */
export interface DryRunRequest {
  /** What a user would say */
  text: string
  /** Settings for this call alone, as in a change of the settings; the rest is as saved */
  settings?: AgentSettingsChange | undefined
  /** A document with a draft: its pairs that are not dropped count in place of what the document shows */
  draft?: string | undefined
}

/** A search of the knowledge */
export interface DryRunSearch {
  /** What was searched for */
  text: string
  /** The band of the best hit; none when there is no hit */
  band: "answer" | "offer" | "none"
  /** What embeddings had to do with the order */
  embedding: {
    /** off: no model is configured. not ready, failed: found by words only */
    state: "off" | "used" | "not ready" | "failed"
    /** What there is to know about it, in one sentence */
    note: string | null
  }
  /** What was found, best first, and why */
  hits: SearchHit[]
}

/** An endpoint and how it does */
export interface Endpoint {
  /** Id of the endpoint: message:{agent id} or human:{id of the human service} */
  id: string
  /** The agent */
  agent_id: string
  /** Which kind of endpoint */
  type: "message" | "human_service"
  /** Id of the human service component; null for message */
  component_id: string | null
  /** Name of the human service component; null for message */
  name: string | null
  /** Where requests go */
  url: string
  /** parked: tested until it responds; disabled: it said 410; paused: by hand, until it is resumed */
  state: "open" | "parked" | "disabled" | "paused"
  /** Whether somebody paused it */
  paused: boolean
  /** Why it is not open */
  reason: string | null
  /** Since when it is not open; null if it is */
  since: number | null
  /** When a parked endpoint is tested next */
  next_probe_at: number | null
  /** Deliveries that wait */
  pending: number
  /** Deliveries made, those no longer in the log included */
  delivered: number
  /** Deliveries given up that are still in the log */
  dead: number
  /** Of the last five minutes, as far as the newest 1,000 deliveries of the agent tell */
  attempts_per_minute: number
  /** Attempts in each five minutes of the last hour, oldest first, as far as these tell */
  last_hour: {
    /** Attempts that worked */
    good: number
    /** Attempts that did not */
    failed: number
  }[]
  /** Half of the attempts among these took no longer; null without any */
  p50_ms: number | null
  /** 95 % of the attempts among these took no longer; null without any */
  p95_ms: number | null
  /** The last failed attempt among these */
  last_error: {
    /** When it failed, in milliseconds since 1970 */
    at: number
    /** Status responded; null without a response */
    http_status: number | null
    /** Why it failed */
    error: string
    /** The delivery */
    delivery_id: string
  } | null
}

/** How deliveries to one endpoint stand */
export interface EndpointCounts {
  /** Which kind of endpoint */
  type: "message" | "human_service"
  /** Id of the human service component; null for message */
  component_id: string | null
  /** parked: probed until it answers; disabled: it said 410; paused: by hand */
  state: "open" | "parked" | "disabled" | "paused"
  /** Why it is not open */
  reason: string | null
  /** When a parked endpoint is probed next */
  next_probe_at: number | null
  /** Deliveries not settled yet */
  pending: number
  /** Deliveries made, those no longer in the log included */
  delivered: number
  /** Deliveries given up that are still in the log */
  dead: number
}

/** When an endpoint was closed and opened, and why */
export interface EndpointHistory {
  /** The last 200 changes, newest first, as long as the delivery log keeps what was settled */
  items: ({
    /** When it changed, in milliseconds since 1970 */
    at: number
    /** The state it has had since */
    state: "open" | "parked" | "disabled" | "paused"
    /** Why */
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
  /** Why, for others to read */
  reason?: string | undefined
}

/** How a test request went */
export interface EndpointProbe {
  /** Whether it responded with 200 */
  reachable: boolean
  /** Status responded; null without a response */
  http_status: number | null
  /** How long it took */
  latency_ms: number
  /** What was wrong; null when nothing was */
  error: string | null
  /** The state of the endpoint now */
  state: "open" | "parked" | "disabled" | "paused"
  /** The requests: one to a message webhook, two to a human service */
  exchanges: ({
    /** Where it was sent */
    url: string
    /** Its headers; credentials are masked */
    headers: Record<string, string>
    /** Its body as it was sent */
    body: string
    /** Status responded; null without a response */
    http_status: number | null
    /** The first 4,096 characters of the response */
    response: string | null
  })[]
}

/** A passage the model made no pairs of, and why */
export interface FailedChunk {
  /** Its number, from 0 */
  chunk: number
  /** Page it stands on */
  page?: number | undefined
  /** Heading it stands under */
  heading?: string | undefined
  /** First character of it in the text */
  start: number
  /** Character after its last */
  end: number
  /** How it begins */
  excerpt: string
  /** How often the model was asked */
  tries: number
  /** Why it failed */
  reason: string
}

/** Body of every failure */
export interface Failure {
  /** Number of the failure; docs/errors.md lists them all */
  code: number
  /** What went wrong: the words of docs/errors.md, then what was found and what is needed */
  message: string
  /** What was found, what is needed and what to do; for people, not for programs */
  hint?: string | undefined
}

/** A hint that something changed; the name of the event says what */
export interface FeedEvent {
  /** When it happened, in milliseconds since 1970 */
  at: number
  /** The agent */
  agent_id: string
  /** The conversation; of requests to a desk, the id of the handoff */
  conversation_id?: string | undefined
  /** Of a message */
  message_id?: string | undefined
  /** Of a message: who said it; of typing: who types, user or human */
  role?: string | undefined
  /** Of a handoff */
  handoff_id?: string | undefined
  /** Of a delivery */
  delivery_id?: string | undefined
  /** Of an endpoint: the human service; absent for the message webhook */
  component_id?: string | undefined
  /** Of a document */
  doc_id?: string | undefined
  /** The state it has now */
  state?: string | undefined
  /** Of the desk: what it is about */
  about?: "queue" | "words" | "claim" | "away" | "typing" | "looking" | "seen" | "presence" | "notes" | "snippets" | undefined
  /** Of the desk: the person it is about */
  account_id?: string | undefined
}

/** Rate an answer as the user */
export interface FeedbackRequest {
  /** Id of the message */
  answer_id: string
  /** What the user thinks of it */
  feedback: "POSITIVE" | "NEGATIVE" | "CANCELED"
}

/** A file, by URL or by content */
export interface FileEntry {
  /** Name of the file; becomes the name of the document */
  file_name: string
  /** Where to fetch the file; wins over source_url. Beside file_base64 it need not be http */
  file_url?: string | undefined
  /** Where to fetch the file. Beside file_base64 it need not be http */
  source_url?: string | undefined
  /** The file itself; wins over both URLs */
  file_base64?: string | undefined
  /** In an update: the document to replace */
  doc_id?: string | undefined
}

/** One handoff of a user to people */
export interface Handoff {
  /** Id of the handoff: the conversation_id of the requests to the desk */
  id: string
  /** The agent */
  agent_id: string
  /** The conversation */
  conversation_id: string
  /** The human service component */
  human_service_id: string
  /** Its name when the handoff began */
  human_service_name: string
  /** Where it stands */
  state: "REQUESTED" | "WAITING" | "CONNECTED" | "ENDED"
  /** Why it began: user_asked, unanswered, developer, button or model */
  reason: string
  /** How it ended; null while it is open */
  end_reason: "HUMAN_CLOSED" | "USER_CLOSED" | "TIMEOUT" | "WAIT_TIMEOUT" | "FAILED" | null
  /** Language of the notices */
  language: string
  /** Email of the user */
  email: string | null
  /** Phone number of the user */
  phone: string | null
  /** When it was asked for, in milliseconds since 1970 */
  requested_at: number
  /** When the desk answered; null if not */
  established_at: number | null
  /** When a person first replied; null if not */
  first_reply_at: number | null
  /** When either side last said something, in milliseconds since 1970 */
  last_activity_at: number
  /** When it ends unless something happens; null if not */
  deadline_at: number | null
  /** When it ended; null if not */
  ended_at: number | null
  /** From the request to the answer of the desk, in milliseconds */
  time_to_establish_ms: number | null
  /** From the request to the first reply, in milliseconds */
  time_to_first_reply_ms: number | null
  /** From the request to the end, in milliseconds */
  duration_ms: number | null
  /** Messages of the user during it */
  user_messages: number
  /** Replies of people */
  human_messages: number
}

/** Hand the user over to a person */
export interface HandoffBeginRequest {
  /** The conversation */
  conversation_id: string
  /** The human service component; chosen by its rules when absent */
  human_service_id?: string | undefined
  /** Email of the user, for the person */
  email?: string | undefined
  /** Phone number of the user, for the person */
  phone?: string | undefined
}

/** The handoff that is open now */
export interface HandoffBegun {
  /** Always 0 */
  code: 0
  /** Always OK */
  message: "OK"
  /** The conversation */
  conversation_id: string
  /** OUTSIDE_HOURS: nobody is there and the user was told when. FAILED: the desk is disabled and the user was told */
  state: "REQUESTED" | "WAITING" | "CONNECTED" | "OUTSIDE_HOURS" | "FAILED"
  /** Id of the handoff; null outside service hours */
  handoff_id: string | null
  /** Whether it was open before this request */
  already_open: boolean
  /** When this was answered, in milliseconds since 1970 */
  timestamp: number
}

/** The user says something to the person */
export interface HandoffChatRequest {
  /** Id of this handoff; pass it back in replies */
  conversation_id: string
  /** When it happened, in milliseconds since 1970 */
  timestamp: number
  /** What the user says */
  body: string
  /** true: an availability test; answer 200 and do nothing else with it */
  istest?: boolean | undefined
}

/** The handoff ended on our side */
export interface HandoffCloseNotice {
  /** Id of this handoff; pass it back in replies */
  conversation_id: string
  /** When it happened, in milliseconds since 1970 */
  timestamp: number
  /** Why it ended */
  type: "TIMEOUT" | "USER_CLOSED"
}

/** One request to the desk */
export interface HandoffDelivery {
  /** Id of the delivery */
  id: string
  /** What is delivered */
  kind: "message" | "handoff_establish" | "handoff_chat" | "handoff_close"
  /** Where it stands */
  state: "pending" | "delivered" | "dead"
  /** Its place in the order of the handoff */
  sequence: number
  /** When it was enqueued, in milliseconds since 1970 */
  created_at: number
  /** When it was delivered; null if not */
  delivered_at: number | null
  /** Why the last attempt failed */
  last_error: string | null
  /** The JSON body */
  body: unknown
  /** Every attempt, oldest first */
  attempt_log: DeliveryAttempt[]
}

/** A handoff with everything that happened */
export interface HandoffDetail {
  /** Id of the handoff: the conversation_id of the requests to the desk */
  id: string
  /** The agent */
  agent_id: string
  /** The conversation */
  conversation_id: string
  /** The human service component */
  human_service_id: string
  /** Its name when the handoff began */
  human_service_name: string
  /** Where it stands */
  state: "REQUESTED" | "WAITING" | "CONNECTED" | "ENDED"
  /** Why it began: user_asked, unanswered, developer, button or model */
  reason: string
  /** How it ended; null while it is open */
  end_reason: "HUMAN_CLOSED" | "USER_CLOSED" | "TIMEOUT" | "WAIT_TIMEOUT" | "FAILED" | null
  /** Language of the notices */
  language: string
  /** Email of the user */
  email: string | null
  /** Phone number of the user */
  phone: string | null
  /** When it was asked for, in milliseconds since 1970 */
  requested_at: number
  /** When the desk answered; null if not */
  established_at: number | null
  /** When a person first replied; null if not */
  first_reply_at: number | null
  /** When either side last said something, in milliseconds since 1970 */
  last_activity_at: number
  /** When it ends unless something happens; null if not */
  deadline_at: number | null
  /** When it ended; null if not */
  ended_at: number | null
  /** From the request to the answer of the desk, in milliseconds */
  time_to_establish_ms: number | null
  /** From the request to the first reply, in milliseconds */
  time_to_first_reply_ms: number | null
  /** From the request to the end, in milliseconds */
  duration_ms: number | null
  /** Messages of the user during it */
  user_messages: number
  /** Replies of people */
  human_messages: number
  /** Everything that happened, oldest first */
  timeline: HandoffEvent[]
  /** Every request to the desk, in order */
  deliveries: HandoffDelivery[]
  /** Messages of the user that did not reach the person */
  undelivered: UndeliveredMessage[]
}

/** Answer of a developer-hosted handoff endpoint */
export interface HandoffDeveloperAnswer {
  /** 0 or 200 for success */
  code: number
  /** In words */
  message: string
}

/** End the handoff for the user */
export interface HandoffEndRequest {
  /** The conversation */
  conversation_id: string
}

/** A user is handed over to a person */
export interface HandoffEstablishRequest {
  /** Id of this handoff; pass it back in replies */
  conversation_id: string
  /** When it happened, in milliseconds since 1970 */
  timestamp: number
  /** Email of the user, which some human service systems need */
  email: string | null
  /** Id of the agent */
  bot_id: string
  /** The conversation so far, oldest first */
  body: HandoffMessageItem[]
  user_info: HandoffUserInfo
  /** Where the user talks: API, WEB or PLAYGROUND */
  conversation_type?: string | undefined
  /** Id of the agent that the user talks to */
  channel_id?: string | undefined
  /** Title of its chat page, or name of the agent */
  channel_name?: string | undefined
  /** true: an availability test; answer 200 and do nothing else with it */
  istest?: boolean | undefined
}

/** One thing that happened in a handoff */
export interface HandoffEvent {
  /** When it happened, in milliseconds since 1970 */
  at: number
  /** What happened */
  kind: string
  /** What was said; null when nothing was */
  message: {
    /** Id of the message */
    id: string
    /** Who said it: user, human or notice */
    role: string
    /** The words */
    text: string
  } | null
  /** More about it */
  detail: Record<string, unknown>
}

/** Handoffs */
export interface HandoffList {
  /** Handoffs, newest first */
  items: Handoff[]
  /** Give it as cursor to go on; null at the end */
  next_cursor: string | null
}

/** One message of the conversation so far */
export interface HandoffMessageItem {
  /** What was said; an answer may be empty */
  text: string
  /** QUESTION: by the user. ANSWER: by the agent */
  message_type: "QUESTION" | "ANSWER"
}

/** When and how users are handed over */
export interface HandoffSettings {
  /** Whether users are handed over at all */
  enabled?: boolean | undefined
  /** More phrases by which a user asks for a person */
  phrases?: string[] | undefined
  /** Questions in a row without an answer after which the user is handed over; 0 for never */
  after_unanswered?: number | undefined
  /** Component used when no other fits */
  default_service_id?: string | null | undefined
  /** Most messages sent along as transcript */
  transcript_messages?: number | undefined
  /** What the user is told about the handoff, by language and name; an empty text says nothing */
  texts?: Record<string, Record<string, string>> | undefined
}

/** Who the user is, as far as known */
export interface HandoffUserInfo {
  /** Phone number, when the channel provides it */
  phone: string | null
  /** Email, when the user entered one */
  email: string | null
  /** User id bound by the developer */
  user_id: string | null
  /** Id of the anonymous user, with the channel in it */
  anonymous_id: string
  /** Name of the user: the property `name` or `user_name` of POST /v1/property/update */
  user_name?: string | null | undefined
}

/** A pair that the text does not bear out */
export interface HeldPair {
  /** The question */
  question: string
  /** The answer */
  answer: string
  /** Where it came from, and why it was held back */
  origin: PairOrigin
}

/** What happened in an hour */
export interface HourStats {
  /** When the hour began, in milliseconds since 1970 */
  at: number
  /** Questions of users to the AI; small talk is none */
  questions: number
  /** Of these, answered */
  answered: number
  /** Of these, met with questions to choose from */
  offered: number
  /** Of these, without an answer */
  none: number
  /** Half of the questions were met in this time, in milliseconds; null without any */
  answer_p50_ms: number | null
  /** 95 % of the questions were met in this time, in milliseconds; null without any */
  answer_p95_ms: number | null
  /** Times a person was asked for */
  handoffs: number
  /** In half of the handoffs a person replied in this time, in milliseconds; null without any */
  first_reply_p50_ms: number | null
  /** In 95 % of the handoffs a person replied in this time, in milliseconds; null without any */
  first_reply_p95_ms: number | null
  /** Deliveries made */
  deliveries: number
  /** Attempts at deliveries that failed */
  failures: number
  /** Half of the attempts took no longer, in milliseconds; null without any */
  latency_p50_ms: number | null
  /** 95 % of the attempts took no longer, in milliseconds; null without any */
  latency_p95_ms: number | null
}

/** A person closes the conversation */
export interface HumanCloseRequest {
  /** The id from the handoff requests */
  conversation_id: string
  /** When it happened, in milliseconds since 1970 */
  timestamp: number
}

/** The conversation is closed */
export interface HumanCloseResponse {
  /** Always 0 */
  code: 0
  /** Always OK */
  message: "OK"
  /** The id that was given */
  conversation_id: string
  /** When it was closed, in milliseconds since 1970 */
  timestamp: number
}

/** A person replies */
export interface HumanMessageRequest {
  /** The id from the handoff requests */
  conversation_id: string
  /** When it happened, in milliseconds since 1970 */
  timestamp: number
  /** What the person says to the user */
  body: string
}

/** A human service component */
export interface HumanService {
  /** Id of the component */
  id: string
  /** Its name */
  name: string
  /** webhook: a desk of the developer; desk: the desk of this service, at /desk */
  kind: "webhook" | "desk"
  /** Base of the developer-hosted handoff endpoints; tandem://desk for the built-in desk */
  webhook_url: string
  /** Username sent along; null for none */
  username: string | null
  /** Whether a secret is set */
  has_secret: boolean
  /** Seconds to wait for the first reply of a person */
  waiting_timeout_s: number
  /** Seconds of silence after which the handoff ends */
  idle_timeout_s: number
  /** Hours, languages, rules and texts */
  options: HumanServiceOptions
  /** When it was made, in milliseconds since 1970 */
  created_at: number
  /** When it was last changed, in milliseconds since 1970 */
  updated_at: number
}

/** Add a human service component */
export interface HumanServiceCreateRequest {
  /** Name, for people */
  name: string
  /** webhook: a desk of the developer; desk: the desk of this service, at /desk; webhook when absent */
  kind?: "webhook" | "desk" | undefined
  /** Base of the developer-hosted handoff endpoints; needed unless kind is desk */
  webhook_url?: string | undefined
  /** Sent as bearer token; with a secret, as user name of Basic authentication */
  username?: string | undefined
  /** Password of Basic authentication; needs a username */
  secret?: string | undefined
  /** Seconds to wait for the first reply of a person */
  waiting_timeout_s?: number | undefined
  /** Seconds of silence after which the handoff ends */
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
  /** When people are there; null: always */
  hours?: ServiceHours | null | undefined
  /** Languages spoken there */
  languages?: string[] | undefined
  /** Words of the user by which this component is chosen, in any case */
  phrases?: string[] | undefined
  /** Whether replies and closes need no API key: the id of the handoff is the proof then */
  keyless_replies?: boolean | undefined
  /** What users are told, by language and name; an empty text says nothing */
  texts?: Record<string, Record<string, string>> | undefined
}

/** Options to set; what is absent stays, null resets */
export interface HumanServiceOptionsChange {
  /** When people are there; null: always */
  hours?: ServiceHours | null | undefined
  /** Languages spoken there */
  languages?: string[] | null | undefined
  /** Words of the user by which this component is chosen */
  phrases?: string[] | null | undefined
  /** Whether replies and closes need no API key */
  keyless_replies?: boolean | null | undefined
  /** What users are told, by language and name */
  texts?: Record<string, Record<string, string>> | null | undefined
}

/** Change a human service; what is omitted stays */
export interface HumanServiceUpdateRequest {
  /** New name */
  name?: string | undefined
  /** New base of the developer-hosted handoff endpoints */
  webhook_url?: string | undefined
  /** New username; null removes it and the secret */
  username?: string | null | undefined
  /** New secret; null removes it */
  secret?: string | null | undefined
  /** Seconds to wait for the first reply of a person */
  waiting_timeout_s?: number | undefined
  /** Seconds of silence after which the handoff ends */
  idle_timeout_s?: number | undefined
  /** Hours, languages, rules and texts */
  options?: HumanServiceOptionsChange | undefined
}

/** A person types */
export interface HumanTypingRequest {
  /** The id from the handoff requests */
  conversation_id: string
}

/** The account of an import: every row read, and what became of it */
export interface ImportLedger {
  /** What the content of the file is */
  format: "CSV" | "XLSX"
  /** Rows with content below the header; always stored + duplicate + rejected */
  rows_read: number
  /** Rows stored */
  stored: number
  /** Pairs stored; more than rows where a row has similar questions */
  pairs: number
  /** Rows with the question and answer of an earlier row */
  duplicate: number
  /** Rows not stored, each with a reason */
  rejected: number
  /** The first 1,000 rejections */
  rejections: ImportRejection[]
  /** Encoding of the text; null for a workbook */
  encoding: string | null
  /** What separates the cells; null for a workbook */
  delimiter: string | null
  /** Name of the sheet that was read; null for a CSV */
  sheet: string | null
  /** Rows taken as header */
  header_rows: number
  /** Name or number of the column of questions */
  question_column: string
  /** Name or number of the column of answers */
  answer_column: string
  /** What else is worth knowing, such as a name that does not fit the content */
  notes: string[]
}

/** A row that is not stored, and why */
export interface ImportRejection {
  /** Row of the file, as a spreadsheet counts them, from 1 */
  row: number
  /** Name of the column the reason is about */
  column?: string | undefined
  /** Why the row is not stored */
  reason: string
  /** The beginning of what stood there */
  excerpt: string
}

/** How far long imports have come */
export interface ImportsUnderWay {
  /** Imports that take longer than a second, oldest first; at most 100 */
  items: {
    /** The document it fills; a new one is there when the import has ended */
    doc_id: string
    /** Name of the file */
    file_name: string
    /** Rows read so far */
    rows_read: number
    /** Rows of the file */
    rows_total: number
    /** When it began, in milliseconds since 1970 */
    started_at: number
  }[]
}

/** The key is good */
export interface KeyVerified {
  /** Always 0 */
  code: 0
  /** Always OK */
  message: "OK"
  /** What the key belongs to; always an agent */
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
  /** Its name */
  name: string
  /** What it holds; may be empty */
  desc: string
  /** Number of documents */
  doc: number
  /** Number of pairs and passages in them */
  chunk: number
  /** Number of tokens in them */
  token: number
  /** Whether it takes what names no base; that one cannot be deleted */
  is_default: boolean
  /** Who made it, if known */
  owner_id: string | null
  /** Email of who made it, if known */
  owner_email: string | null
}

/** Rename a knowledge base; a field that is left out stays */
export interface KnowledgeBaseChange {
  /** Its new name */
  name?: string | undefined
  /** What it holds */
  desc?: string | undefined
}

/** Create a knowledge base */
export interface KnowledgeBaseCreateRequest {
  /** Name of the knowledge base */
  name: string
  /** What it holds */
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

/** What new content would change in a document */
export interface KnowledgePlan {
  /** Give it to apply, which refuses when anything has changed since */
  version: string
  /** What applying would do */
  counts: {
    /** Pairs with a question the document does not have yet */
    added: number
    /** Pairs whose question it has, with another answer or other wording */
    changed: number
    /** Pairs it would no longer have */
    removed: number
    /** Pairs that stay as they are */
    same: number
    /** Pairs of the draft that are not decided; apply refuses while there are any */
    pending: number
  }
  /** Which pairs are listed */
  list: "added" | "changed" | "removed" | "same"
  /** The pairs of that list */
  items: PlanItem[]
  /** Give it as from to go on; null at the end */
  next_from: number | null
  /** The first 100 pairs of pairs that ask nearly the same and answer otherwise */
  contradictions: Contradiction[]
  /** How many there are */
  contradiction_count: number
}

/** How knowledge is published */
export interface KnowledgeSettings {
  /** Whether converted documents answer at once or after somebody approved them */
  publish_conversions?: "at_once" | "after_approval" | undefined
}

/** A pair as a document shows it */
export interface LivePair {
  /** Its id, which it keeps when it is edited, and when its file is imported again */
  id: string
  /** Its place in the document, from 0; where a pair was deleted, there is a gap */
  ordinal: number
  /** The question; empty for a passage */
  question: string
  /** The answer; the text of a passage */
  answer: string
  /** Words that should find it besides its own */
  keywords: string[]
  /** Where it came from; null when it was given as a pair */
  origin: PairOrigin | null
  /** The revision of the document that shows it so */
  revision: number
}

/** The answer that says the message has arrived */
export interface MessageAcknowledgement {
  /** Always 200 */
  code: 200
  /** Always success */
  msg: "success"
}

/** A spoken part of a response */
export interface MessageAudio {
  /** URL of the audio */
  audio: string
  /** What is said in it */
  transcript: string
}

/** A message of a conversation */
export interface MessageEntry {
  /** Id of the message */
  message_id: string
  /** The message it answers, else the one before it; null for the first */
  parent_message_id: string | null
  /** When it was said, in milliseconds since 1970 */
  create_time: number
  /** POSITIVE or NEGATIVE, where given */
  feedback?: string | undefined
  /** Who said it; a person in the agent’s place is assistant too */
  role: "user" | "assistant"
  /** What was said */
  content: ({
    /** Branch of the flow */
    from_component_branch?: string | undefined
    /** Component of the flow */
    from_component_name?: string | undefined
    /** The parts; files of one kind are together */
    branch_content: ({
      /** Names the field that holds the content */
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
  /** What it rests on, when that was asked for */
  citations?: Citation[] | undefined
}

/** A message of a conversation, in the first version */
export interface MessageEntryV1 {
  /** Id of the message */
  message_id: string
  /** The message it answers */
  parent_message_id: string | null
  /** Whether the user said it */
  message_type: "QUESTION" | "ANSWER"
  /** What was said */
  text: string
  /** When it was said, in milliseconds since 1970 */
  create_time: number
}

/** A file of a message */
export interface MessageFile {
  /** Its address; null when it has none */
  url: string | null
  /** Its format, such as png; null when unknown */
  format: string | null
  /** Its name; null when unknown */
  name: string | null
  /** Bytes; null when unknown */
  size: number | null
  /** Of audio: what is said in it */
  transcript?: string | undefined
}

/** One part of a response */
export interface MessageOutput {
  /** Branch of the flow the content came from */
  from_component_branch?: string | undefined
  /** Component of the flow the content came from */
  from_component_name?: string | undefined
  /** The content: text, audio or both */
  content: {
    /** The text */
    text?: string | undefined
    /** The audio */
    audio?: MessageAudio[] | undefined
  }
}

/** Messages of a conversation */
export interface MessagePage {
  /** Of all pages together */
  total: number
  /** Messages, oldest first */
  conversation_content: MessageEntry[]
}

/** Messages of a conversation, in the first version */
export interface MessagePageV1 {
  /** Of all pages together */
  total: number
  /** Messages, oldest first */
  messages: MessageEntryV1[]
}

/** A message for the message webhook */
export interface MessageSendRequest {
  /** The conversation it belongs to; messages of one arrive in order */
  conversation_id: string
  /** What the agent says */
  text: string
  /** User id bound by the developer; a conversation kept here has its own */
  user_id?: string | undefined
  /** Id of the anonymous user; a conversation kept here has its own */
  anonymous_id?: string | undefined
  /** Component that speaks */
  from_component_name?: string | undefined
  /** Branch it speaks on */
  from_component_branch?: string | undefined
}

/** A message that will be delivered */
export interface MessageSent {
  /** Id of the delivery, to follow it by */
  delivery_id: string
  /** Id of the message */
  message_id: string
  /** Its place in the order of the conversation */
  sequence: number
}

/** What the response consumed */
export interface MessageUsage {
  /** Tokens consumed */
  tokens: {
    /** Input and output together */
    total_tokens: number
    /** Input */
    prompt_tokens: number
    /** Output */
    completion_tokens: number
    /** What the input consists of */
    prompt_tokens_details: {
      /** Of it audio */
      audio_tokens: number
      /** Of it text */
      text_tokens: number
    }
    /** What the output consists of */
    completion_tokens_details: {
      /** Of it reasoning */
      reasoning_tokens: number
      /** Of it audio */
      audio_tokens: number
      /** Of it text */
      text_tokens: number
    }
  }
  /** Credits consumed */
  credits: {
    /** Total */
    total_credits: number
    /** Input text */
    text_input_credits: number
    /** Output text */
    text_output_credits: number
    /** Input audio */
    audio_input_credits: number
    /** Output audio */
    audio_output_credits: number
  }
}

/** A message to the agent, in the first version */
export interface MessageV1Request {
  /** The conversation; POST /v1/conversation makes one */
  conversation_id: string
  /** As in /v2/conversation/message */
  response_mode: "blocking" | "streaming" | "webhook"
  /** What the user says; this or files are needed */
  text?: string | undefined
  /** What the user sends along: images, audio or documents, told apart by their names */
  files?: ContentFile[] | undefined
  /** As in conversation_config */
  short_term_memory?: boolean | undefined
  /** As in conversation_config */
  long_term_memory?: boolean | undefined
  /** As in conversation_config */
  knowledge?: {
    /** Documents to answer from */
    data_ids?: string[] | undefined
  } | undefined
}

/** The message webhook of an agent */
export interface MessageWebhook {
  /** Where agent messages are sent */
  url: string
  /** Username sent along; its first characters where it is a bearer token; null for none */
  username: string | null
  /** Whether a secret is set */
  has_secret: boolean
}

/** Set the message webhook; replaces the one before entirely */
export interface MessageWebhookRequest {
  /** Where agent messages are sent */
  url: string
  /** Sent as bearer token; with a secret, as user name of Basic authentication */
  username?: string | undefined
  /** Password of Basic authentication; needs a username */
  secret?: string | undefined
}

/** A pair to add behind the others */
export interface NewPair {
  /** The question */
  question: string
  /** The answer */
  answer: string
}

/** Questions that follow */
export interface NextQuestions {
  /** What the user may want to ask next */
  questions: string[]
}

/** Plain success */
export interface Ok {
  /** Always 0 */
  code: 0
  /** Always OK */
  message: "OK"
}

/** Edit a pair; what is left out stays */
export interface PairChange {
  /** The question from now on */
  question?: string | undefined
  /** The answer from now on */
  answer?: string | undefined
  /** The revision you saw: the change is refused when somebody else has changed the pair since */
  if_revision?: number | undefined
}

/** Where in its document a pair came from */
export interface PairOrigin {
  /** Page it stands on */
  page?: number | undefined
  /** Heading it stands under */
  heading?: string | undefined
  /** First character of it in the text */
  start: number
  /** Character after its last */
  end: number
  /** What it was made from: structure, section or paragraph; model when a model wrote it */
  how: string
  /** Why a check held it back; there when one did */
  held?: string[] | undefined
}

/** Change the password; ends all other sessions */
export interface PasswordChangeRequest {
  /** The new password */
  password: string
  /** The password so far; not needed in a session that a link began, or where there was none */
  current_password?: string | undefined
}

/** A pair before and after */
export interface PlanItem {
  /** What the document shows now; null when it is new */
  before: {
    question: string
    answer: string
  } | null
  /** What it would show; null when it would go */
  after: {
    question: string
    answer: string
  } | null
}

/** See what replacing all pairs would change, without storing anything */
export interface PlanRequest {
  /** The pairs the document would have */
  qaList: QaPair[]
}

/** Whether you are at the desk; `here` needs to be said again */
export interface PresenceRequest {
  /** here: working; away: for a moment; off: not working, which gives your users back to the queue */
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
  /** What to set; the other properties stay. A user has at most 100 */
  property_values: ({
    /** a name of 1 to 100 letters, digits, blanks and _ . - */
    property_name?: unknown | undefined
    /** Text, number, true or false, list or object; null removes the property */
    value?: unknown | undefined
  })[]
}

/** Which properties were set */
export interface PropertyUpdateResult {
  /** What was set, or removed */
  success_update: {
    /** Name of the property */
    property_name: string
    /** The same */
    propertyName: string
    /** Its value */
    value: unknown
  }[]
  /** What was not set */
  fail_update: {
    /** Name of the property */
    property_name: string
    /** The same */
    propertyName: string
    /** Its value */
    value: unknown
    /** Why it was not set */
    reason: string
  }[]
}

/** Add QA documents */
export interface QaAddRequest {
  /** What the request carries: pairs, CSV files, or documents to convert */
  purpose: "QA_TEXT" | "QA_FILE" | "FILE_2_QA"
  /** Knowledge base to add to; the default one when omitted */
  knowledge_base_id?: string | undefined
  /** Name of the document; required for QA_TEXT */
  name?: string | undefined
  /** The pairs; required for QA_TEXT */
  qaList?: QaPair[] | undefined
  /** The files; required for QA_FILE and FILE_2_QA */
  files?: FileEntry[] | undefined
  /** CSV: how many header rows to skip, 0 for none; detected when omitted */
  header_row?: number | undefined
  /** FILE_2_QA: most tokens in one chunk of the document */
  chunk_token?: number | undefined
  /** QA_FILE: the CSV delimiter, detected when omitted. FILE_2_QA: the text to cut the document at; wins over chunk_token */
  splitter?: string | undefined
}

/** A pair with the words that should find it */
export interface QaChunk {
  /** The question */
  question: string
  /** The answer to it */
  answer: string
  /** Words that should find this pair besides its own */
  keywords?: string[] | undefined
}

/** Append pairs to a QA document */
export interface QaChunksAddRequest {
  /** The document to append to */
  doc_id: string
  /** The pairs to append */
  chunks: QaChunk[]
}

/** One question with its answer */
export interface QaPair {
  /** The question */
  question: string
  /** The answer to it */
  answer: string
}

/** What became of the request */
export interface QaResult {
  /** The documents added or updated */
  doc: DocumentResult[]
  /** Names of the files that could not be fetched or read */
  failed: string[]
  /** Why each of them failed; there when one did */
  failed_reasons?: {
    /** Name of the file */
    file_name: string
    /** Why it failed, in a sentence */
    reason: string
  }[] | undefined
}

/** Replace QA documents */
export interface QaUpdateRequest {
  /** The document to replace; required with qaList */
  doc_id?: string | undefined
  /** When given, it must be the knowledge base of the document */
  knowledge_base_id?: string | undefined
  /** All pairs of the document from now on; excludes files */
  qaList?: QaPair[] | undefined
  /** New files for documents named by doc_id; excludes qaList */
  files?: FileEntry[] | undefined
  /** With files: true adds their pairs to those of the documents; left out, they replace them */
  append?: boolean | undefined
  /** CSV: how many header rows to skip, 0 for none; detected when omitted */
  header_row?: number | undefined
  /** FILE_2_QA: most tokens in one chunk of the document */
  chunk_token?: number | undefined
  /** QA_FILE: the CSV delimiter, detected when omitted. FILE_2_QA: the text to cut the document at; wins over chunk_token */
  splitter?: string | undefined
}

/** Rate an answer as its reviewer */
export interface QualityRequest {
  /** Id of the message */
  answer_id: string
  /** Whether it solved the matter */
  quality: "NONE" | "UNRESOLVED" | "PARTIALLY_RESOLVED" | "FULLY_RESOLVED"
}

/** Saved questions with the pairs they should find */
export interface QuestionSet {
  /** Id of the set */
  id: string
  /** Its name */
  name: string
  /** How many questions it has */
  question_count: number
  /** Its newest run; null when it was never run */
  last_run: QuestionSetRunSummary | null
  /** When it was made, in milliseconds since 1970 */
  created_at: number
  /** When it was last changed, in milliseconds since 1970 */
  updated_at: number
  /** Its questions, in order */
  questions: SetQuestion[]
}

/** What a question set is from now on */
export interface QuestionSetChange {
  /** The set to replace; without it the set of that name, or a new one */
  id?: string | undefined
  /** Its name; each set of an agent has its own */
  name: string
  /** All its questions from now on */
  questions: SetQuestionChange[]
}

/** A question that came out otherwise than before */
export interface QuestionSetDifference {
  /** What was asked */
  question: string
  /** In the run before */
  before: {
    /** Place of the expected pair among the first ten; null: none */
    rank: number | null
    /** The band of the best hit */
    band: "answer" | "offer" | "none"
    /** The beginning of the best hit; null when nothing was found */
    top: {
      /** Its document */
      doc_id: string
      question: string
      answer: string
    } | null
  }
  /** In this run */
  after: {
    /** Place of the expected pair among the first ten; null: none */
    rank: number | null
    /** The band of the best hit */
    band: "answer" | "offer" | "none"
    /** The beginning of the best hit; null when nothing was found */
    top: {
      /** Its document */
      doc_id: string
      question: string
      answer: string
    } | null
  }
}

/** The question sets of an agent */
export interface QuestionSetList {
  /** All sets of the agent, by name */
  items: QuestionSetSummary[]
}

/** How one question came out */
export interface QuestionSetResult {
  /** Place of the expected pair among the first ten; null: none */
  rank: number | null
  /** The band of the best hit */
  band: "answer" | "offer" | "none"
  /** The beginning of the best hit; null when nothing was found */
  top: {
    /** Its document */
    doc_id: string
    question: string
    answer: string
  } | null
  /** What was asked */
  question: string
  /** The question of the pair that should be found */
  expected_question: string | null
  /** missing: the knowledge does not hold the expected pair. none: no pair is expected */
  expected: "there" | "missing" | "none"
}

/** A run of a question set */
export interface QuestionSetRun {
  /** Id of the run */
  id: string
  /** The set */
  set_id: string
  /** The document whose draft counted as applied; null when none did */
  draft: string | null
  /** When it began, in milliseconds since 1970 */
  at: number
  /** How long it took */
  took_ms: number
  /** Questions asked */
  questions: number
  /** Of them those with a pair that should be found */
  expected: number
  /** The share of those whose pair came first; null when no pair is expected */
  recall_at_1: number | null
  /** The share of those whose pair was among the first five */
  recall_at_5: number | null
  /** Questions by the band of their best hit */
  bands: {
    /** Questions that would be answered */
    answer: number
    /** Questions that would be offered something to choose from */
    offer: number
    /** Questions that nothing was found for */
    none: number
  }
  /** The run before it; null for the first */
  previous_run_id: string | null
  /** Questions that came out otherwise than in the run before */
  changed: number
  /** Every question, in the order of the set */
  results: QuestionSetResult[]
  /** The questions that came out otherwise */
  changes: QuestionSetDifference[]
}

/** The runs of a question set */
export interface QuestionSetRunList {
  /** The runs that are kept, newest first */
  items: QuestionSetRunSummary[]
}

/** Run a question set */
export interface QuestionSetRunRequest {
  /** A document with a draft that counts as applied in this run */
  draft?: string | undefined
  /** With draft: the questions are asked of the knowledge as it is, too; `changes` is what the draft changes, and nothing is stored */
  trial?: boolean | undefined
}

/** How a run of a question set came out */
export interface QuestionSetRunSummary {
  /** Id of the run */
  id: string
  /** The set */
  set_id: string
  /** The document whose draft counted as applied; null when none did */
  draft: string | null
  /** When it began, in milliseconds since 1970 */
  at: number
  /** How long it took */
  took_ms: number
  /** Questions asked */
  questions: number
  /** Of them those with a pair that should be found */
  expected: number
  /** The share of those whose pair came first; null when no pair is expected */
  recall_at_1: number | null
  /** The share of those whose pair was among the first five */
  recall_at_5: number | null
  /** Questions by the band of their best hit */
  bands: {
    /** Questions that would be answered */
    answer: number
    /** Questions that would be offered something to choose from */
    offer: number
    /** Questions that nothing was found for */
    none: number
  }
  /** The run before it; null for the first */
  previous_run_id: string | null
  /** Questions that came out otherwise than in the run before */
  changed: number
}

/** A question set without its questions */
export interface QuestionSetSummary {
  /** Id of the set */
  id: string
  /** Its name */
  name: string
  /** How many questions it has */
  question_count: number
  /** Its newest run; null when it was never run */
  last_run: QuestionSetRunSummary | null
  /** When it was made, in milliseconds since 1970 */
  created_at: number
  /** When it was last changed, in milliseconds since 1970 */
  updated_at: number
}

/** What is being tried again */
export interface RetryResult {
  /** How many failed documents are being tried again */
  affectCount: number
}

/** What has changed in a document since a revision */
export interface RevisionDiff {
  /** The revision that was asked for */
  revision: number
  /** The one that the document shows */
  live_revision: number
  /** What has changed since */
  counts: {
    /** Pairs that only the live one has */
    added: number
    /** Pairs with the same question and another answer or other wording */
    changed: number
    /** Pairs that only the other one has */
    removed: number
    /** Pairs that both have */
    same: number
  }
  /** Which pairs are listed */
  list: "added" | "changed" | "removed" | "same"
  /** The pairs of that list: before, in the revision, and after, as they are now */
  items: PlanItem[]
  /** Give it as from to go on; null at the end */
  next_from: number | null
}

/** A change of a document */
export interface RevisionEntry {
  /** Its number; each change has a higher one */
  revision: number
  /** What made it */
  kind: "add" | "replace" | "import" | "convert" | "apply" | "append" | "add_pair" | "edit_pair" | "delete_pair" | "rollback"
  /** Who: an email address, `admin token` or `API key`; null when it was nobody */
  by: string | null
  /** When, in milliseconds since 1970 */
  at: number
  /** Pairs it shows */
  pairs: number
  /** Pairs that the one before did not have */
  added: number
  /** Pairs whose question it had, with another answer, or that were edited */
  changed: number
  /** Pairs that only the one before had */
  removed: number
  /** Whether the document shows it now */
  is_live: boolean
}

/** The history of a document */
export interface RevisionList {
  /** The live one and up to twenty before it, newest first */
  items: RevisionEntry[]
}

/** Go back to an earlier revision */
export interface RollbackRequest {
  /** The revision to go back to; left out: what the document showed before its last change */
  revision?: number | undefined
}

/** What a document shows now */
export interface RolledBack {
  /** The document */
  doc_id: string
  /** Pairs it shows now */
  pairs: number
  /** Its new revision, with the content of the old one */
  revision: number
}

/** All that happened in a conversation, on one clock */
export interface Score {
  /** The time of this answer, in milliseconds since 1970 */
  now: number
  /** Whether more happened before what is told here */
  is_cut: boolean
  /** The last 500, oldest first */
  messages: ({
    /** Id of the message */
    id: string
    /** Who said it */
    role: "user" | "assistant" | "human" | "notice"
    /** When it was said, in milliseconds since 1970 */
    at: number
  })[]
  /** Turns of the AI, oldest first; those of long ago are forgotten */
  turns: ({
    /** The message of the user that it answers */
    message_id: string
    /** When its turn had come, in milliseconds since 1970 */
    began_at: number
    /** When it ended; null if not */
    ended_at: number | null
    /** said: there is an answer. dropped: a person took the floor meanwhile. silent: there was nothing to say. null: it waits or is under way */
    end: "said" | "dropped" | "failed" | "silent" | null
    /** How often it was run */
    tries: number
  })[]
  /** Stretches in which a person has the floor, oldest first */
  handoffs: ({
    /** Id of the handoff */
    id: string
    /** The human service */
    endpoint: string
    /** Where it stands */
    state: "REQUESTED" | "WAITING" | "CONNECTED" | "ENDED"
    /** How it ended; null while it is open */
    end_reason: "HUMAN_CLOSED" | "USER_CLOSED" | "TIMEOUT" | "WAIT_TIMEOUT" | "FAILED" | null
    /** When it was asked for: a person has the floor from then on, in milliseconds since 1970 */
    requested_at: number
    /** When the desk answered; null if not */
    established_at: number | null
    /** When a person first replied; null if not */
    first_reply_at: number | null
    /** When it ended; null if not */
    ended_at: number | null
    /** How long the user waits for the first reply at most, in milliseconds */
    waiting_ms: number
    /** How long it stays open without a word, after the first reply, in milliseconds */
    idle_ms: number
    /** When it ends unless something happens; null if not */
    deadline_at: number | null
  })[]
  /** The last 500, oldest first, as long as the delivery log keeps them */
  deliveries: ({
    /** Id of the delivery */
    id: string
    /** The endpoint it goes to */
    endpoint: string
    /** What is delivered */
    kind: "message" | "handoff_establish" | "handoff_chat" | "handoff_close"
    /** Where it stands */
    state: "pending" | "delivered" | "dead"
    /** When it was enqueued, in milliseconds since 1970 */
    created_at: number
    /** When it was delivered or given up; null if not */
    settled_at: number | null
    /** Every attempt, oldest first */
    attempts: ({
      /** 1 for the first attempt */
      number: number
      /** When it began, in milliseconds since 1970 */
      started_at: number
      /** How long it took, in milliseconds */
      latency_ms: number
      /** Status answered; null when there was no answer */
      http_status: number | null
      /** Why it failed; null when it did not */
      error: string | null
    })[]
  })[]
  /** The endpoints that deliveries and handoffs name */
  endpoints: ({
    /** message for the message webhook, else the id of the human service */
    id: string
    /** Name of the human service; null for the message webhook */
    name: string | null
    /** parked: probed until it answers; disabled: it said 410 */
    state: "open" | "parked" | "disabled" | "paused"
    /** Why it is not open */
    reason: string | null
    /** Since when it is not open; null if not */
    closed_at: number | null
    /** When it was closed and opened, oldest first; the last 200, as long as they are kept */
    changes: ({
      /** When it changed, in milliseconds since 1970 */
      at: number
      /** The state it has had since */
      state: "open" | "parked" | "disabled" | "paused"
      /** Why */
      reason: string | null
    })[]
  })[]
}

/** A pair that was found, and why */
export interface SearchHit {
  /** Id of the document */
  doc_id: string
  /** Name of the document */
  doc_name: string
  /** Place of the pair in the document, from 0 */
  ordinal: number
  /** Id of the pair, to read or edit it by; null for a passage */
  pair_id: string | null
  /** passage: a place in a text or a row of a spreadsheet; its band is offer at most */
  kind: "pair" | "passage"
  /** The phrasing that matched best; empty for a passage */
  question: string
  /** Its answer; the text of a passage */
  answer: string
  /** How well it matches; hits are in its order, sure pairs before passages */
  score: number
  /** How sure it is that this answers the question */
  confidence: number
  /** answer: give it. offer: ask whether it is meant, beside others. none: rather say that nothing was found */
  band: "answer" | "offer" | "none"
  explain: {
    /** The words that matched, weightiest first */
    terms: ({
      /** A word of the question */
      term: string
      /** Its share of the question's weight */
      weight: number
      /** Where the pair holds it */
      where: "question" | "answer" | "both"
    })[]
    phrasing: {
      /** How much of the weight of the question the phrasing covers */
      terms: number
      /** How alike the two are letter by letter */
      characters: number
    }
    embedding: number | null
    /** What further phrasings of the same answer add to the score */
    other_phrasings: number
    /** How much of the weight of the question the answer's text covers */
    answer: number
  }
}

/** One message of the conversation */
export type SentMessage = {
  /** Who said it */
  role: "user"
  /** Text, or a list of parts; a single part may stand for the list */
  content: string | ContentPart[] | ContentPart
} | {
  /** Who said it */
  role: "assistant"
  /** Text, or a list of parts; a single part may stand for the list */
  content: "" | string | ContentPart[] | ContentPart
}

/** When people are there */
export interface ServiceHours {
  /** The time zone the hours are in */
  time_zone: string
  /** When people are there */
  weekly: ({
    /** Days of the week */
    days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[]
    /** From this time of day */
    from: string
    /** Until this time of day; at or before `from`: of the next day */
    to: string
  })[]
  /** Days on which nobody is there: hours that would begin on them do not */
  closed_dates?: string[] | undefined
}

/** One session of a person */
export interface Session {
  /** Id of the session */
  id: string
  /** Whose it is */
  account_id: string
  /** Whether it is the one of this request */
  current: boolean
  /** When it began, in milliseconds since 1970 */
  created_at: number
  /** When it was last used, to the minute, in milliseconds since 1970 */
  last_used_at: number
  /** Where it began */
  address: string
  /** The browser, as it names itself */
  user_agent: string
}

/** Sessions of an account */
export interface SessionList {
  /** Living sessions, newest first */
  items: Session[]
}

/** A question of a set */
export interface SetQuestion {
  /** What a user would ask */
  question: string
  /** The pair that should answer it */
  expected_pair_id: string | null
  /** The question of that pair */
  expected_question: string | null
  /** For the people who read it */
  note: string | null
}

/** A question of a set */
export interface SetQuestionChange {
  /** What a user would ask */
  question: string
  /** The pair that should answer it */
  expected_pair_id?: string | undefined
  /** The question of that pair: it is found by this where it has no such id any more */
  expected_question?: string | undefined
  /** For the people who read it */
  note?: string | undefined
}

/** A link that signs in */
export interface SignInLink {
  /** Signs in once, within ten minutes; shown only now */
  sign_in_link: string
}

/** Sign in with a password, or with the code of a link */
export interface SignInRequest {
  /** Email address of the account */
  email?: string | undefined
  /** Its password */
  password?: string | undefined
  /** What stands behind #code= in a sign-in link, in place of the two */
  code?: string | undefined
}

/** A signing secret, without the secret itself */
export interface SigningSecret {
  /** Id of the secret */
  id: string
  /** When it was made, in milliseconds since 1970 */
  created_at: number
  /** When it ends, in milliseconds since 1970; null: never */
  expires_at: number | null
}

/** Add a signing secret */
export interface SigningSecretCreateRequest {
  /** A secret of your own; one is made when omitted */
  secret?: string | undefined
  /** Seconds after which the other signing secrets of the endpoint end; they stay when omitted */
  expire_others_in_s?: number | undefined
}

/** A new signing secret */
export interface SigningSecretCreated {
  /** Id of the secret, to delete it by */
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
  /** Where it receives: save it as the URL of a message webhook or a human service */
  url: string
  /** Status it responds with */
  status: number
  /** How long it waits before it responds */
  delay_ms: number
  /** Body of the response */
  body: string
  /** Whether it closes the connection without a response */
  drop: boolean
  /** Whether it takes nothing */
  down: boolean
  /** Whether the message webhook of the agent points at it */
  connected: boolean
  /** While connected: the URL that the message webhook had before; null: there was none */
  replaces: string | null
}

/** How the sink responds; what is left out goes back to its default */
export interface SinkChange {
  /** Status it responds with; 200 if left out */
  status?: number | undefined
  /** How long it waits before it responds; 0 if left out */
  delay_ms?: number | undefined
  /** Body of the response; if left out, what the protocol asks for */
  body?: string | undefined
  /** It closes the connection without a response */
  drop?: boolean | undefined
  /** It takes nothing: connections are closed and requests are not kept */
  down?: boolean | undefined
}

/** A request that the sink got */
export interface SinkRequest {
  /** Its number; later ones have larger numbers */
  id: number
  /** When it came, in milliseconds since 1970 */
  at: number
  /** What stood behind the URL of the sink; empty for a message */
  path: string
  /** Its headers; credentials are masked */
  headers: Record<string, string>
  /** Its body as it came, cut off after 65,536 characters */
  body: string
  /** Status it was answered with; null: the connection was closed */
  answered: number | null
  /** Whether it was an availability test (istest) */
  is_test: boolean
}

/** The newest requests that the sink got */
export interface SinkRequestList {
  /** Requests, oldest first */
  items: SinkRequest[]
}

/** What to give up */
export interface SkipHeadRequest {
  /** The delivery that waits at the head of its conversation; when absent, every one that failed and is to be tried again */
  delivery_id?: string | undefined
}

/** What was given up */
export interface SkipHeadResponse {
  /** How many deliveries were given up; 1,000 at most */
  skipped: number
  /** Whether others hold up their conversations still */
  more: boolean
}

/** Add spreadsheets as knowledge */
export interface SpreadsheetAddRequest {
  /** The files: CSV or XLSX */
  files: TextFileEntry[]
  /** Knowledge base to add to; the default one when omitted */
  knowledge_base_id?: string | undefined
  /** How many of the first rows name the columns */
  header_row?: number | undefined
}

/** Replace spreadsheets */
export interface SpreadsheetUpdateRequest {
  /** The new files: CSV or XLSX */
  files: TextFileUpdate[]
  /** When given, it must be the knowledge base of the documents */
  knowledge_base_id?: string | undefined
  /** How many of the first rows name the columns */
  header_row?: number | undefined
}

/** What happened, hour by hour; talk of the playground is left out */
export interface StatsAnswer {
  /** Hours in which something happened, oldest first */
  items: HourStats[]
  /** All hours together */
  total: {
    /** Questions of users to the AI; small talk is none */
    questions: number
    /** Of these, answered */
    answered: number
    /** Of these, met with questions to choose from */
    offered: number
    /** Of these, without an answer */
    none: number
    /** Half of the questions were met in this time, in milliseconds; null without any */
    answer_p50_ms: number | null
    /** 95 % of the questions were met in this time, in milliseconds; null without any */
    answer_p95_ms: number | null
    /** Times a person was asked for */
    handoffs: number
    /** In half of the handoffs a person replied in this time, in milliseconds; null without any */
    first_reply_p50_ms: number | null
    /** In 95 % of the handoffs a person replied in this time, in milliseconds; null without any */
    first_reply_p95_ms: number | null
    /** Deliveries made */
    deliveries: number
    /** Attempts at deliveries that failed */
    failures: number
    /** Half of the attempts took no longer, in milliseconds; null without any */
    latency_p50_ms: number | null
    /** 95 % of the attempts took no longer, in milliseconds; null without any */
    latency_p95_ms: number | null
  }
}

/** A pair of a document */
export interface StoredPair {
  /** Its id, which it keeps when it is edited, and when its file is imported again */
  id: string
  /** Its place in the document, from 0; where a pair was deleted, there is a gap */
  ordinal: number
  /** The question; empty for a passage */
  question: string
  /** The answer; the text of a passage */
  answer: string
  /** Words that should find it besides its own */
  keywords: string[]
  /** Where it came from; null when it was given as a pair */
  origin: PairOrigin | null
}

/** One event of a stream, as JSON behind `data: ` */
export interface StreamEvent {
  /** 11 message info, 3 piece of text, 10 flow output, 4 cost, 20 citations, 29 a person has taken the floor and the answer so far is void, 39 audio, 83 attachments that could not be used, 0 end; anything else is a failure of the catalogue */
  code: number
  /** The code in words */
  message: string
  /** Depends on the code; null at the end */
  data: unknown
}

/** Add texts as knowledge */
export interface TextAddRequest {
  /** The files */
  files: TextFileEntry[]
  /** Knowledge base to add to; the default one when omitted */
  knowledge_base_id?: string | undefined
  /** Most tokens in one passage; it is cut between headings, paragraphs and sentences */
  chunk_token?: number | undefined
  /** The text to cut at, such as a blank line or ##; wins over chunk_token */
  splitter?: string | undefined
}

/** A passage with the words that should find it */
export interface TextChunk {
  /** The passage, at most 1000 tokens */
  content: string
  /** Words that should find it besides its own */
  keywords?: string[] | undefined
}

/** Append passages to a text or spreadsheet */
export interface TextChunksAddRequest {
  /** The text or spreadsheet to append to */
  doc_id: string
  /** The passages to append */
  chunks: TextChunk[]
}

/** A file, by content or by URL */
export interface TextFileEntry {
  /** Name of the file; becomes the name of the document */
  file_name: string
  /** The file itself; wins over both addresses */
  file_base64?: string | undefined
  /** Where to fetch the file; wins over source_url */
  file_url?: string | undefined
  /** Where the text comes from, kept with the document. Without the two others it is where to fetch the file */
  source_url?: string | undefined
}

/** The new file of a document */
export interface TextFileUpdate {
  /** Name of the file; becomes the name of the document */
  file_name: string
  /** The file itself; wins over both addresses */
  file_base64?: string | undefined
  /** Where to fetch the file; wins over source_url */
  file_url?: string | undefined
  /** Where the text comes from. Empty: what is stored stays. NULL: it is cleared */
  source_url?: string | undefined
  /** The document to replace */
  doc_id: string
}

/** Replace texts */
export interface TextUpdateRequest {
  /** The new files */
  files: TextFileUpdate[]
  /** When given, it must be the knowledge base of the documents */
  knowledge_base_id?: string | undefined
  /** Most tokens in one passage; it is cut between headings, paragraphs and sentences */
  chunk_token?: number | undefined
  /** The text to cut at, such as a blank line or ##; wins over chunk_token */
  splitter?: string | undefined
}

/** What became of the request */
export interface TextUpdateResult {
  /** The documents that were replaced */
  doc: DocumentResult[]
  /** Ids of the documents that were not; they keep what they had */
  failed: string[]
  /** Why each of them failed; there when one did */
  failed_reasons?: {
    /** Id of the document */
    doc_id: string
    /** Name of the file */
    file_name: string
    /** Why it failed, in a sentence */
    reason: string
  }[] | undefined
}

/** Make a question and its answer a pair */
export interface UnansweredAnswerRequest {
  /** The answer */
  answer: string
  /** The question in better words; as it was asked when absent */
  question?: string | undefined
  /** Document to append the pair to; one named "Answered questions" when absent */
  doc_id?: string | undefined
  /** Other questions that this answers; they are closed with it */
  also?: string[] | undefined
}

/** The question is a pair now */
export interface UnansweredAnswered {
  /** Document the pair is in */
  doc_id: string
  /** The question */
  question: UnansweredQuestion
  /** Other open questions that the pair catches */
  caught: CaughtQuestions
}

/** Questions that ask much the same */
export interface UnansweredGroup {
  /** The question of it that was asked most */
  question: string
  /** How often its questions were asked, all together */
  asked: number
  /** How many questions it holds */
  question_count: number
  /** When one of them was last asked, in milliseconds since 1970 */
  last_asked_at: number
  /** Its first 50 questions, the most asked first */
  questions: UnansweredQuestion[]
}

/** Unanswered questions, put together by likeness */
export interface UnansweredGroups {
  /** The groups, in the order asked for */
  items: UnansweredGroup[]
  /** How many groups there are */
  total: number
  /** Questions that were put together: the first 2000 in the order asked for */
  looked_at: number
  /** Give it as from to go on; null at the end */
  next_from: number | null
}

/** Questions nobody could answer */
export interface UnansweredList {
  /** In the order asked for */
  items: UnansweredQuestion[]
  /** Give it as cursor to go on; null at the end */
  next_cursor: string | null
}

/** A question nobody could answer */
export interface UnansweredQuestion {
  /** Id of the question */
  id: string
  /** As it was first asked */
  question: string
  /** Its language, where known */
  language: string | null
  /** How often it was asked */
  asked: number
  /** open until somebody answers or dismisses it */
  state: "open" | "answered" | "dismissed"
  /** Where it was last asked; empty once that conversation was removed */
  conversation_id: string
  /** The message that last asked it */
  message_id: string
  /** When it was first asked, in milliseconds since 1970 */
  first_asked_at: number
  /** When it was last asked, in milliseconds since 1970 */
  last_asked_at: number
}

/** A passage no pair holds */
export interface UncoveredPassage {
  /** First character */
  start: number
  /** Character after the last */
  end: number
  /** How the passage begins */
  excerpt: string
}

/** Words of the user that did not reach the person */
export interface UndeliveredMessage {
  /** Id of the delivery */
  delivery_id: string
  /** When the user said it, in milliseconds since 1970 */
  sent_at: number
  /** What the user said */
  text: string
  /** Why it did not reach the person */
  reason: string
}

/** What answers consumed */
export interface UsageAnswer {
  /** All days together */
  total: {
    /** Answers of the AI */
    turns: number
    /** Input */
    prompt_tokens: number
    /** Output */
    completion_tokens: number
    /** Both */
    total_tokens: number
    /** Credits */
    credits: number
  }
  /** Days with answers, oldest first */
  days: {
    /** The day (UTC), such as 2026-11-15 */
    day: string
    /** Answers of the AI */
    turns: number
    /** Input */
    prompt_tokens: number
    /** Output */
    completion_tokens: number
    /** Both */
    total_tokens: number
    /** Credits */
    credits: number
  }[]
}

/** Users by id, each with what is bound to it */
export interface UserAnswer {
  code: 0
  message: "OK"
  data: Record<string, {
      /** Your id of the user */
      user_id: string
      /** The anonymous users bound to it, the last bound first */
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
  /** The anonymous users this user is; each moves here from whoever it was bound to */
  anonymous_ids: AnonymousId[]
}

/** What is bound to the user now */
export interface UserBound {
  code: 0
  message: "OK"
  data: {
    /** Your id of the user */
    user_id: string
    /** The anonymous users bound to it, the last bound first */
    anonymous_ids: ({
      anonymous_id: string
      conversation_type: string
      source_id: string | null
    })[]
  }
}

/** The properties of a user */
export interface UserProperties {
  /** The id that was asked for */
  user_id?: string | undefined
  /** The anonymous id that was asked for */
  anonymous_id?: string | undefined
  /** Properties by name; none where the user has none, or no user is bound to the anonymous id */
  property_values: {
    /** Name of the property */
    property_name: string
    /** The same */
    propertyName: string
    /** Its value */
    value: unknown
  }[]
}

/** One entry for each id, in the order asked */
export type UserPropertyList = UserProperties[]

/** A pair that was found */
export interface VectorMatchEntry {
  /** The question and the answer of the pair, a line break between them; of a passage its text */
  content: string
  /** Id of its document */
  data_id: string
  /** Name of its document */
  document_name: string
  /** How well it fits the question. A pair: 0.8 and more is given as an answer, 0.5 to 0.75 is offered. A passage: 0.78 and more is offered. Less than 0.5 is noise */
  score: number
}

/** Find stored pairs that answer a question */
export interface VectorMatchRequest {
  /** The question to find answers to */
  prompt: string
  /** Most entries to answer */
  top_k: number
  /** Accepted for the sake of clients; it changes nothing */
  embedding_rate?: number | undefined
  /** Knowledge bases to search; see `data_ids` */
  group_ids?: string[] | undefined
  /** Documents to search. Neither list: everything is searched. Both: what either names. An empty list names nothing */
  data_ids?: string[] | undefined
  /** Accepted for the sake of clients; it changes nothing */
  rerank_version?: string | undefined
  /** Least score of an entry */
  doc_correlation?: number | undefined
}

/** What was found */
export interface VectorMatchResponse {
  /** Number of entries */
  total: number
  /** The entries, best first */
  list: VectorMatchEntry[]
}

/** How your server says who a visitor is */
export interface VisitorIdentity {
  /** Sign tokens of your users with it (HS256); it stays on your server */
  secret: string
  /** Its number, web.identity_version in the settings */
  version: number
}

/** Spoken answers */
export interface VoiceSettings {
  /** Whether answers are also spoken */
  enabled?: boolean | undefined
}

/** The chat page */
export interface WebSettings {
  /** Whether the chat page answers */
  enabled?: boolean | undefined
  /** Title of the chat page; empty for the agent’s name */
  title?: string | undefined
  /** First words on the chat page */
  greeting?: string | undefined
  /** Origins of pages that may embed the chat besides Tandem’s own */
  allowed_origins?: string[] | undefined
  /** Whether pages without an origin may too, such as files that an app shows; any site can pretend to be one */
  allow_null_origin?: boolean | undefined
  /** The look of the chat; a change names all of it */
  theme?: WebTheme | undefined
  /** Questions offered as buttons in an empty chat */
  starters?: string[] | undefined
  /** Whether visitors may save what was said */
  transcript?: boolean | undefined
  /** Whether visitors may send files */
  files?: boolean | undefined
  /** Public key in PEM, for tokens by which your server says who a visitor is (ES256 or EdDSA) */
  identity_public_key?: string | undefined
  /** Number of the secret for such tokens with HS256; another number makes another secret */
  identity_version?: number | undefined
  /** Most messages of one visitor in a minute */
  messages_per_minute?: number | undefined
}

/** The look of the chat */
export interface WebTheme {
  /** Colour of the button and of what the visitor says; the text on it is black or white, whichever is easier to read */
  accent?: string | undefined
  /** auto follows the visitor’s device */
  scheme?: "auto" | "light" | "dark" | undefined
  /** Side of the page the button is on */
  side?: "right" | "left" | undefined
  /** Pixels from that side */
  offset_x?: number | undefined
  /** Pixels from the bottom */
  offset_y?: number | undefined
  /** Icon on the button */
  icon?: "chat" | "question" | "person" | undefined
  /** Words on the button beside the icon */
  label?: string | undefined
  /** Words in the empty field; else those of the visitor’s language */
  placeholder?: string | undefined
}

/** The answer will go to the message webhook */
export interface WebhookAccepted {
  /** Always 0 */
  code: 0
  /** Always OK */
  message: "OK"
  /** Id of the conversation */
  conversation_id: string
  /** Id the answer will have; of the message itself when it goes to a person */
  message_id: string
}

/** How the webhooks of the agent answered */
export interface WebhookCheckResponse {
  /** One for each configured webhook */
  results: WebhookCheckResult[]
}

/** How one webhook answered */
export interface WebhookCheckResult {
  /** Which kind of webhook was probed */
  type: "message" | "human_service"
  /** Id of the human service component; null for message */
  component_id: string | null
  /** Name of the human service component; null for message */
  component_name: string | null
  /** The configured URL */
  webhook_url: string
  /** true only when it answered 200 */
  reachable: boolean
  /** Status it answered; null on timeout or connection failure */
  http_status: number | null
  /** How long the probe took */
  latency_ms: number
}
