/**
 * Every configuration key, declared once: its environment variable, kind, default, and a sentence for people.
 * `config.ts` reads and checks them, `scripts/config-doc.ts` turns them into docs/configuration.md.
 */
import { HOUR_MS } from './clock.ts'
import { count, type Key, keepDays, type Mode, printable } from './config-key.ts'
import { modelKeys } from './config-keys-models.ts'

const KIB = 1024
const MIB = 1024 * KIB

const bearerToken = (env: string, says: string) => ({
  ...printable(env, /^[\x21-\x7e]{16,256}$/, '16 to 256', says),
  secret: true,
})

export const configKeys = {
  port: count(
    'PORT',
    { fallback: 7070, min: 0, max: 65535, unit: 'port' },
    'Port the service listens on; 0 takes a free one.',
  ),
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
    says: 'Folder of the embedded database, of the files that hold made secrets, and of indexes kept over a restart.',
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
    { fallback: 16, min: 2, max: 500, unit: 'connections' },
    'Most PostgreSQL connections of one process, apart from up to 4 of its search and 1 that listens.',
  ),
  adminToken: bearerToken(
    'TANDEM_ADMIN_TOKEN',
    'Bearer token of the admin API. Without it one is made and kept in `admin-token` in the data folder.',
  ),
  adminPort: count(
    'TANDEM_ADMIN_PORT',
    { fallback: 0, min: 0, max: 65535, unit: 'port' },
    'Port of its own for the admin API and metrics, which PORT then does not serve; 0 serves them on PORT.',
  ),
  adminHost: {
    kind: 'text',
    env: 'TANDEM_ADMIN_HOST',
    fallback: '127.0.0.1',
    says: 'Address TANDEM_ADMIN_PORT listens on.',
  },
  metricsAccess: {
    kind: 'choice',
    env: 'TANDEM_METRICS_ACCESS',
    choices: ['local', 'token', 'open'],
    fallback: 'local',
    says: 'Who may read /metrics: `local` requests from this machine, and others with a token; `token` only those with a token; `open` everybody.',
  },
  metricsToken: bearerToken(
    'TANDEM_METRICS_TOKEN',
    'Bearer token that may read /metrics; the admin token may, too.',
  ),
  secretKeys: {
    kind: 'text',
    env: 'TANDEM_SECRET_KEY',
    fallback: undefined,
    secret: true,
    says: 'Key that encrypts stored secrets; the first of a comma-separated list encrypts, all of them decrypt. Without it one is made and kept in `secret.key` in the data folder.',
  },
  publicUrl: {
    kind: 'text',
    env: 'TANDEM_PUBLIC_URL',
    fallback: undefined,
    pattern: /^https?:\/\/[^\s?#]+$/,
    needed: 'an http or https address such as https://tandem.example.com',
    isBase: true,
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
    says: 'Address ranges that addresses given by tenants (webhooks, files, sources) may lead to besides public ones, separated by commas: addresses, CIDRs, `private` (127.0.0.0/8, 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, ::1, fc00::/7) or `all`. Every tenant can read through what it opens; models need no entry.',
  },
  webhookTimeoutMs: count(
    'TANDEM_WEBHOOK_TIMEOUT_MS',
    { fallback: 10_000, min: 100, max: 120_000, unit: 'ms' },
    'Time of one webhook attempt in all, from look-up to the last byte of the response.',
  ),
  webhookConcurrency: count(
    'TANDEM_WEBHOOK_CONCURRENCY',
    { fallback: 64, min: 1, max: 1000, unit: 'requests' },
    'Most requests to one endpoint at a time, each of another conversation.',
  ),
  leaseMs: count(
    'TANDEM_LEASE_MS',
    { fallback: 30_000, min: 1000, max: 600_000, unit: 'ms' },
    'How long the work of a process that died or froze waits before another takes it over; at least three times what an attempt may take.',
  ),
  stallLimitMs: count(
    'TANDEM_STALL_LIMIT_MS',
    { fallback: 30_000, min: 0, max: HOUR_MS, unit: 'ms' },
    'How long the event loop may stand still before the process ends itself with exit code 70, to be started anew; 0 never ends it.',
  ),
  probeTimeoutMs: count(
    'TANDEM_PROBE_TIMEOUT_MS',
    { fallback: 5000, min: 100, max: 60_000, unit: 'ms' },
    'Time of one availability test in all.',
  ),
  deliveryRetentionDays: count(
    'TANDEM_DELIVERY_RETENTION_DAYS',
    { fallback: 30, min: 1, max: 3650, unit: 'days' },
    'How long settled deliveries stay in the log.',
  ),
  conversationRetentionDays: keepDays(
    'TANDEM_CONVERSATION_RETENTION_DAYS',
    'How long conversations are kept after the last word in them, with all that hangs on them; 0 keeps them for ever.',
  ),
  unansweredRetentionDays: keepDays(
    'TANDEM_UNANSWERED_RETENTION_DAYS',
    'How long questions nobody could answer are kept after they were last asked; 0 keeps them for ever.',
  ),
  deletedAgentRetentionDays: keepDays(
    'TANDEM_DELETED_AGENT_RETENTION_DAYS',
    'How long the data of a deleted agent is kept; 0 keeps it for ever. Its keys are answered with 40378 for ever.',
  ),
  auditRetentionDays: count(
    'TANDEM_AUDIT_RETENTION_DAYS',
    { fallback: 400, min: 0, max: 36_500, unit: 'days' },
    'How long it is kept who did what through the admin API; 0 keeps it for ever.',
  ),
  bodyLimitBytes: count(
    'TANDEM_BODY_LIMIT_BYTES',
    { fallback: 32 * MIB, min: KIB, max: 512 * MIB, unit: 'bytes' },
    'Largest body of a knowledge request, and of a message with its files.',
  ),
  smallBodyLimitBytes: count(
    'TANDEM_SMALL_BODY_LIMIT_BYTES',
    { fallback: MIB, min: KIB, max: 64 * MIB, unit: 'bytes' },
    'Largest body of every other request.',
  ),
  headerLimitBytes: count(
    'TANDEM_HEADER_LIMIT_BYTES',
    { fallback: 16 * KIB, min: 4 * KIB, max: 256 * KIB, unit: 'bytes' },
    'Largest request line and headers together.',
  ),
  connectionLimit: count(
    'TANDEM_CONNECTION_LIMIT',
    { fallback: 20_000, min: 0, max: 1_000_000, unit: 'connections' },
    'Most connections that may be open at a time; more are closed at once. 0 for no limit.',
  ),
  connectionsPerAddress: count(
    'TANDEM_CONNECTIONS_PER_ADDRESS',
    { fallback: 8000, min: 0, max: 1_000_000, unit: 'connections' },
    'Most connections from one address (IPv6: one /64) at a time; 0 for no limit. Does not apply where TANDEM_PROXY_HOPS is set.',
  ),
  depthLimit: count(
    'TANDEM_DEPTH_LIMIT',
    { fallback: 32, min: 4, max: 1000, unit: 'levels' },
    'Deepest nesting of a JSON body.',
  ),
  requestTimeoutMs: count(
    'TANDEM_REQUEST_TIMEOUT_MS',
    { fallback: 60_000, min: 1000, max: HOUR_MS, unit: 'ms' },
    'Time in which a request must have arrived in full.',
  ),
  questionLimitChars: count(
    'TANDEM_QUESTION_LIMIT_CHARS',
    { fallback: 2000, min: 1, max: 100_000, unit: 'characters' },
    'Longest question of a pair.',
  ),
  messageLimitChars: count(
    'TANDEM_MESSAGE_LIMIT_CHARS',
    { fallback: 10_000, min: 1, max: 1_000_000, unit: 'characters' },
    'Longest text of a message of a user.',
  ),
  proxyHops: count(
    'TANDEM_PROXY_HOPS',
    { fallback: 0, min: 0, max: 10, unit: 'proxies' },
    'Proxies that stand in front of the service and add to X-Forwarded-For; limits per address then count the address they saw.',
  ),
  chatStartsPerMinute: count(
    'TANDEM_CHAT_STARTS_PER_MINUTE',
    { fallback: 60, min: 0, max: 1_000_000, unit: 'chats' },
    'Most chats that one address (IPv6: one /64) may begin on the chat page in a minute; 0 for no limit.',
  ),
  chatTokenDays: count(
    'TANDEM_CHAT_TOKEN_DAYS',
    { fallback: 30, min: 0, max: 3650, unit: 'days' },
    'How long the token of a chat is good after the last word in it; each word renews it, and an open handoff keeps it. 0 for ever.',
  ),
  agentChatStartsPerMinute: count(
    'TANDEM_AGENT_CHAT_STARTS_PER_MINUTE',
    { fallback: 1200, min: 0, max: 1_000_000, unit: 'chats' },
    'Most chats that all visitors of one agent together may begin in a minute, in one process; 0 for no limit.',
  ),
  turnTimeoutMs: count(
    'TANDEM_TURN_TIMEOUT_MS',
    { fallback: 150_000, min: 1000, max: HOUR_MS, unit: 'ms' },
    'Time in which an answer must have been written, all requests to models included; else the user is told that something went wrong.',
  ),
  turnConcurrency: count(
    'TANDEM_TURN_CONCURRENCY',
    { fallback: 64, min: 1, max: 1000, unit: 'answers' },
    'Most answers of one agent that are written at a time in this process, each in another conversation; more wait for their turn.',
  ),
  answerLimitChars: count(
    'TANDEM_ANSWER_LIMIT_CHARS',
    { fallback: 20_000, min: 1, max: 1_000_000, unit: 'characters' },
    'Longest answer of a pair.',
  ),
  searchMemoryMb: count(
    'TANDEM_SEARCH_MEMORY_MB',
    { fallback: 1024, min: 1, max: 1_000_000, unit: 'MiB' },
    'Most memory the search indexes of one process keep; the base searched longest ago is dropped first, and read again when it is next searched.',
  ),
  pairLimit: count(
    'TANDEM_PAIR_LIMIT',
    { fallback: 50_000, min: 1, max: 1_000_000, unit: 'pairs' },
    'Most pairs in one request.',
  ),
  filePairLimit: count(
    'TANDEM_FILE_PAIR_LIMIT',
    { fallback: 200_000, min: 1, max: 2_000_000, unit: 'pairs' },
    'Most pairs in one file.',
  ),
  knowledgeLimitChars: count(
    'TANDEM_KNOWLEDGE_LIMIT_CHARS',
    { fallback: 1_000_000_000, min: 0, max: 1_000_000_000_000, unit: 'characters' },
    'Most knowledge of one agent: the characters of all pairs its documents show, and of earlier revisions that are kept. A pair counts at least 500, a document that waits for a model or for approval a million. 0 for no limit.',
  ),
  fileLimitBytes: count(
    'TANDEM_FILE_LIMIT_BYTES',
    { fallback: 10 * MIB, min: KIB, max: 256 * MIB, unit: 'bytes' },
    'Largest file that is fetched or taken as base64, other than PDF.',
  ),
  pdfLimitBytes: count(
    'TANDEM_PDF_LIMIT_BYTES',
    { fallback: 30 * MIB, min: KIB, max: 256 * MIB, unit: 'bytes' },
    'Largest PDF.',
  ),
  downloadTimeoutMs: count(
    'TANDEM_DOWNLOAD_TIMEOUT_MS',
    { fallback: 30_000, min: 100, max: 600_000, unit: 'ms' },
    'Time to fetch one file in all, redirects included.',
  ),
  fileReadTimeoutMs: count(
    'TANDEM_FILE_READ_TIMEOUT_MS',
    { fallback: 60_000, min: 100, max: 600_000, unit: 'ms' },
    'The most processor time for reading one file. Small files are given less: 3 s, and 20 s for each MB.',
  ),
  ...modelKeys,
  audioRetentionHours: count(
    'TANDEM_AUDIO_RETENTION_HOURS',
    { fallback: 24, min: 1, max: 8760, unit: 'hours' },
    'How long spoken answers can be fetched.',
  ),
  conversionConcurrency: count(
    'TANDEM_CONVERSION_CONCURRENCY',
    { fallback: 4, min: 1, max: 64, unit: 'requests' },
    'Most passages of one document that are with the chat model at a time while it is converted; of one agent, four documents are converted at a time.',
  ),
  conversionTimeoutMs: count(
    'TANDEM_CONVERSION_TIMEOUT_MS',
    { fallback: 120_000, min: 100, max: HOUR_MS, unit: 'ms' },
    'Time the chat model has for one passage of a document.',
  ),
  rollbackDays: count(
    'TANDEM_ROLLBACK_DAYS',
    { fallback: 30, min: 0, max: 3650, unit: 'days' },
    'How long what a document showed before its last change is kept to go back to.',
  ),
} as const satisfies Record<string, Key>
