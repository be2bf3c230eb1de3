/**
 * Every configuration key, declared once: its environment variable, kind, default, and a sentence for people.
 * `config.ts` reads and checks them, `config-doc.ts` turns them into docs/configuration.md.
 */
export type Mode = 'dev' | 'serve'

interface Common {
  readonly env: string
  readonly says: string
  /** Never shown: not in logs, not in errors. May also be given as a file named by `<env>_FILE`. */
  readonly secret?: boolean
}
export interface TextKey extends Common {
  readonly kind: 'text'
  readonly fallback: string | undefined | ((mode: Mode) => string | undefined)
  readonly pattern?: RegExp
  readonly needed?: string
}
export interface NumberKey extends Common {
  readonly kind: 'number'
  readonly fallback: number
  readonly min: number
  readonly max: number
  readonly unit: string
}
export interface ChoiceKey<C extends string = string> extends Common {
  readonly kind: 'choice'
  readonly choices: readonly C[]
  readonly fallback: C
}
export type Key = TextKey | NumberKey | ChoiceKey

const KIB = 1024
const MIB = 1024 * KIB
const HOUR_MS = 3_600_000

const count = (env: string, fallback: number, min: number, max: number, unit: string, says: string) =>
  ({ kind: 'number', env, fallback, min, max, unit, says }) as const satisfies NumberKey

const address = (env: string, says: string) =>
  ({
    kind: 'text',
    env,
    fallback: undefined,
    pattern: /^https?:\/\/[^\s?#@]+$/,
    needed: 'an http or https address without query, user name or password',
    says,
  }) as const satisfies TextKey

const apiKey = (env: string, says: string) =>
  ({
    kind: 'text',
    env,
    fallback: undefined,
    secret: true,
    pattern: /^[\x21-\x7e]{1,4096}$/,
    needed: '1 to 4096 printable characters without spaces',
    says,
  }) as const satisfies TextKey

const modelName = (env: string, says: string) =>
  ({
    kind: 'text',
    env,
    fallback: undefined,
    pattern: /^[\x21-\x7e]{1,200}$/,
    needed: '1 to 200 printable characters without spaces',
    says,
  }) as const satisfies TextKey

export const configKeys = {
  port: count('PORT', 7070, 0, 65535, 'port', 'Port the service listens on; 0 takes a free one.'),
  host: {
    kind: 'text',
    env: 'HOST',
    fallback: (mode: Mode) => (mode === 'dev' ? '127.0.0.1' : '0.0.0.0'),
    says: 'Address the service listens on. `tandem dev` takes loopback addresses only.',
  },
  dataFolder: {
    kind: 'text',
    env: 'TANDEM_DATA',
    fallback: './data',
    says: 'Folder of the embedded database and of the files that hold made secrets.',
  },
  databaseUrl: {
    kind: 'text',
    env: 'DATABASE_URL',
    fallback: undefined,
    secret: true,
    pattern: /^postgres(ql)?:\/\//,
    needed: 'postgres://user:password@host:port/database',
    says: 'PostgreSQL (14 or newer) to use. Without it the embedded engine in the data folder is used.',
  },
  databaseConnections: count(
    'TANDEM_DATABASE_CONNECTIONS',
    16,
    2,
    500,
    'connections',
    'Most PostgreSQL connections of one process.',
  ),
  adminToken: {
    kind: 'text',
    env: 'TANDEM_ADMIN_TOKEN',
    fallback: undefined,
    secret: true,
    pattern: /^[\x21-\x7e]{16,256}$/,
    needed: '16 to 256 printable characters without spaces',
    says: 'Bearer token of the admin API. Without it one is made and kept in `admin-token` in the data folder.',
  },
  secretKeys: {
    kind: 'text',
    env: 'TANDEM_SECRET_KEY',
    fallback: undefined,
    secret: true,
    needed: '32 bytes in base64, or several separated by commas',
    says: 'Key that encrypts stored secrets; the first of a comma-separated list encrypts, all of them decrypt. Without it one is made and kept in `secret.key` in the data folder.',
  },
  publicUrl: {
    kind: 'text',
    env: 'TANDEM_PUBLIC_URL',
    fallback: undefined,
    pattern: /^https?:\/\/[^\s?#]+$/,
    needed: 'an http or https address such as https://tandem.example.com',
    says: 'Address under which others reach this service; used in links.',
  },
  logLevel: {
    kind: 'choice',
    env: 'TANDEM_LOG_LEVEL',
    choices: ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
    fallback: 'info',
    says: 'Least severe level that is logged.',
  },
  egressAllow: {
    kind: 'text',
    env: 'TANDEM_EGRESS_ALLOW',
    fallback: (mode: Mode) => (mode === 'dev' ? 'private' : undefined),
    says: 'Address ranges outgoing requests may reach besides public ones: CIDRs separated by commas, or `private` for all private ranges.',
  },
  webhookTimeoutMs: count(
    'TANDEM_WEBHOOK_TIMEOUT_MS',
    10_000,
    100,
    120_000,
    'ms',
    'Time of one webhook attempt in all, from look-up to the last byte of the answer.',
  ),
  webhookConcurrency: count(
    'TANDEM_WEBHOOK_CONCURRENCY',
    64,
    1,
    1000,
    'requests',
    'Most requests to one endpoint at a time, each of another conversation.',
  ),
  leaseMs: count(
    'TANDEM_LEASE_MS',
    30_000,
    1000,
    600_000,
    'ms',
    'How long the work of a process that died or froze waits before another takes it over; at least three times what an attempt may take.',
  ),
  probeTimeoutMs: count(
    'TANDEM_PROBE_TIMEOUT_MS',
    5000,
    100,
    60_000,
    'ms',
    'Time of one availability test in all.',
  ),
  deliveryRetentionDays: count(
    'TANDEM_DELIVERY_RETENTION_DAYS',
    30,
    1,
    3650,
    'days',
    'How long settled deliveries stay in the log.',
  ),
  conversationRetentionDays: count(
    'TANDEM_CONVERSATION_RETENTION_DAYS',
    0,
    0,
    36_500,
    'days',
    'How long conversations are kept after the last word in them, with all that hangs on them; 0 keeps them for ever.',
  ),
  bodyLimitBytes: count(
    'TANDEM_BODY_LIMIT_BYTES',
    32 * MIB,
    KIB,
    512 * MIB,
    'bytes',
    'Largest body of a knowledge request, and of a message with its files.',
  ),
  smallBodyLimitBytes: count(
    'TANDEM_SMALL_BODY_LIMIT_BYTES',
    MIB,
    KIB,
    64 * MIB,
    'bytes',
    'Largest body of every other request.',
  ),
  headerLimitBytes: count(
    'TANDEM_HEADER_LIMIT_BYTES',
    16 * KIB,
    4 * KIB,
    256 * KIB,
    'bytes',
    'Largest request line and headers together.',
  ),
  depthLimit: count('TANDEM_DEPTH_LIMIT', 32, 4, 1000, 'levels', 'Deepest nesting of a JSON body.'),
  requestTimeoutMs: count(
    'TANDEM_REQUEST_TIMEOUT_MS',
    60_000,
    1000,
    HOUR_MS,
    'ms',
    'Time in which a request must have arrived in full.',
  ),
  questionLimitChars: count(
    'TANDEM_QUESTION_LIMIT_CHARS',
    2000,
    1,
    100_000,
    'characters',
    'Longest question of a pair.',
  ),
  messageLimitChars: count(
    'TANDEM_MESSAGE_LIMIT_CHARS',
    10_000,
    1,
    1_000_000,
    'characters',
    'Longest text of a message of a user.',
  ),
  proxyHops: count(
    'TANDEM_PROXY_HOPS',
    0,
    0,
    10,
    'proxies',
    'Proxies that stand in front of the service and add to X-Forwarded-For; limits per address then count the address they saw.',
  ),
  chatStartsPerMinute: count(
    'TANDEM_CHAT_STARTS_PER_MINUTE',
    60,
    0,
    1_000_000,
    'chats',
    'Most chats that one address may begin on the chat page in a minute; 0 for no limit.',
  ),
  turnTimeoutMs: count(
    'TANDEM_TURN_TIMEOUT_MS',
    150_000,
    1000,
    HOUR_MS,
    'ms',
    'Time in which an answer must have been written, all requests to models included; else the user is told that something went wrong.',
  ),
  turnConcurrency: count(
    'TANDEM_TURN_CONCURRENCY',
    64,
    1,
    1000,
    'answers',
    'Most answers of one agent that are written at a time in this process, each in another conversation; more wait for their turn.',
  ),
  answerLimitChars: count(
    'TANDEM_ANSWER_LIMIT_CHARS',
    20_000,
    1,
    1_000_000,
    'characters',
    'Longest answer of a pair.',
  ),
  searchMemoryMb: count(
    'TANDEM_SEARCH_MEMORY_MB',
    1024,
    1,
    1_000_000,
    'MiB',
    'Most memory the search indexes of one process keep; the base searched longest ago is dropped first, and read again when it is next searched.',
  ),
  pairLimit: count('TANDEM_PAIR_LIMIT', 50_000, 1, 1_000_000, 'pairs', 'Most pairs in one request.'),
  filePairLimit: count('TANDEM_FILE_PAIR_LIMIT', 200_000, 1, 2_000_000, 'pairs', 'Most pairs in one file.'),
  fileLimitBytes: count(
    'TANDEM_FILE_LIMIT_BYTES',
    10 * MIB,
    KIB,
    256 * MIB,
    'bytes',
    'Largest file that is fetched or taken as base64, other than PDF.',
  ),
  pdfLimitBytes: count('TANDEM_PDF_LIMIT_BYTES', 30 * MIB, KIB, 256 * MIB, 'bytes', 'Largest PDF.'),
  downloadTimeoutMs: count(
    'TANDEM_DOWNLOAD_TIMEOUT_MS',
    30_000,
    100,
    600_000,
    'ms',
    'Time to fetch one file in all, redirects included.',
  ),
  fileReadTimeoutMs: count(
    'TANDEM_FILE_READ_TIMEOUT_MS',
    60_000,
    100,
    600_000,
    'ms',
    'Time in which a CSV or Excel file must have been read.',
  ),
  modelBaseUrl: address(
    'TANDEM_MODEL_BASE_URL',
    'Base URL of an OpenAI-compatible endpoint for chat, such as https://models.example.com/v1. Goes together with TANDEM_MODEL.',
  ),
  modelApiKey: apiKey('TANDEM_MODEL_API_KEY', 'Key of that endpoint, where it wants one.'),
  model: modelName('TANDEM_MODEL', 'Name of the chat model at that endpoint.'),
  modelTimeoutMs: count(
    'TANDEM_MODEL_TIMEOUT_MS',
    60_000,
    1000,
    HOUR_MS,
    'ms',
    'Time of one request to a model in all, from look-up to the last byte of the answer.',
  ),
  modelStartTimeoutMs: count(
    'TANDEM_MODEL_START_TIMEOUT_MS',
    30_000,
    100,
    HOUR_MS,
    'ms',
    'Time in which an answer of the chat model must have begun to come; raise it for models that think for long without a word.',
  ),
  embeddingModel: modelName(
    'TANDEM_EMBEDDING_MODEL',
    'Name of an embedding model at the endpoint, or `minilm` for the local one that `tandem model install` fetches.',
  ),
  embeddingBaseUrl: address(
    'TANDEM_EMBEDDING_BASE_URL',
    'Base URL of the endpoint for embeddings; TANDEM_MODEL_BASE_URL unless set.',
  ),
  embeddingApiKey: apiKey(
    'TANDEM_EMBEDDING_API_KEY',
    'Key of the endpoint for embeddings; TANDEM_MODEL_API_KEY unless set, and only where the base URL is that one too.',
  ),
  speechEngine: {
    kind: 'choice',
    env: 'TANDEM_SPEECH_ENGINE',
    choices: ['endpoint', 'espeak-ng'],
    fallback: 'endpoint',
    says: 'What speaks: the endpoint, where TANDEM_SPEECH_MODEL names a model, or the program espeak-ng on this machine.',
  },
  speechBaseUrl: address(
    'TANDEM_SPEECH_BASE_URL',
    'Base URL of the endpoint for speech and transcription; TANDEM_MODEL_BASE_URL unless set.',
  ),
  speechApiKey: apiKey(
    'TANDEM_SPEECH_API_KEY',
    'Key of the endpoint for speech; TANDEM_MODEL_API_KEY unless set, and only where the base URL is that one too.',
  ),
  speechModel: modelName('TANDEM_SPEECH_MODEL', 'Name of the model that turns text into speech.'),
  speechVoice: modelName(
    'TANDEM_SPEECH_VOICE',
    'Voice it speaks with: a name the endpoint knows (`alloy` unless set), or a voice of espeak-ng (that of the language unless set).',
  ),
  transcriptionModel: modelName(
    'TANDEM_TRANSCRIPTION_MODEL',
    'Name of the model that turns speech into text.',
  ),
  audioRetentionHours: count(
    'TANDEM_AUDIO_RETENTION_HOURS',
    24,
    1,
    8760,
    'hours',
    'How long spoken answers can be fetched.',
  ),
  conversionConcurrency: count(
    'TANDEM_CONVERSION_CONCURRENCY',
    4,
    1,
    64,
    'requests',
    'Most passages of one document that are with the chat model at a time while it is converted; of one agent, four documents are converted at a time.',
  ),
  conversionTimeoutMs: count(
    'TANDEM_CONVERSION_TIMEOUT_MS',
    120_000,
    100,
    HOUR_MS,
    'ms',
    'Time the chat model has for one passage of a document.',
  ),
  rollbackDays: count(
    'TANDEM_ROLLBACK_DAYS',
    30,
    0,
    3650,
    'days',
    'How long what a document showed before its last change is kept to go back to.',
  ),
} as const satisfies Record<string, Key>
