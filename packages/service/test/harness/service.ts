/** A whole service inside the test process, on a store of its own and a free port, with its log kept and a small client. */
import { after, before } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { createPasswords } from '../../src/accounts/passwords.ts'
import { type Service, startService, type TestParts } from '../../src/main.ts'
import { createTokenizer, type Tokenizer } from '../../src/models/tokenizer.ts'
import { type Clock, systemClock } from '../../src/platform/clock.ts'
import { type Environment, readConfig } from '../../src/platform/config.ts'
import { createLog } from '../../src/platform/log.ts'
import { borrowChild } from './borrow-child.ts'
import type { TestEngine } from './engines.ts'
import { searchHere } from './search-here.ts'

export interface ApiAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Of every shape; what a test wants and does not find there fails its assertion. */
  readonly json: ReturnType<typeof JSON.parse>
}

export interface Client {
  /** A string or bytes are sent as they are, anything else as JSON. `key` is the bearer token. */
  api(method: string, path: string, body?: unknown, key?: string): Promise<ApiAnswer>
}

export interface TestService extends Client, AsyncDisposable {
  readonly url: string
  readonly adminToken: string
  readonly env: Environment
  readonly service: Service
  readonly logLines: readonly string[]
  admin(method: string, path: string, body?: unknown): Promise<ApiAnswer>
  newAgent(name?: string): Promise<{ id: string; key: string }>
  /** Adds a QA_TEXT document and answers its id. */
  addDocument(key: string, pairs: readonly unknown[], more?: object): Promise<string>
  countRows(table: string): Promise<number>
  stop(): Promise<void>
}

export interface ServiceOptions {
  readonly env?: Environment
  readonly clock?: Clock
  /** Run on this store, which is left alone afterwards, and not on a fresh one. */
  readonly on?: Environment
}

/** One for all services of the process: it keeps nothing of them, and its tables take longer to load than a service to start. */
const tokenizer: Tokenizer = { ...createTokenizer(), close: async () => {} }
/** Each real hash takes a third of a second. */
const passwords = createPasswords({ cost: { N: 2 ** 10, r: 8, p: 1 } })
const parts: TestParts = { tokenizer, passwords, startSearch: searchHere, startChild: borrowChild }

export async function startTestService(
  engine: TestEngine,
  { env = {}, clock = systemClock, on }: ServiceOptions = {},
): Promise<TestService> {
  const store = on ? undefined : await engine.freshEnvironment()
  // The watchdog would end the process of the test, which is not the service's own.
  const environment = { TANDEM_STALL_LIMIT_MS: '0', ...(on ?? store?.env), ...env }
  const config = readConfig('serve', environment)
  const logLines: string[] = []
  const log = createLog(config.logLevel, { write: (line) => void logLines.push(line) })
  let service: Service
  try {
    service = await startService(config, log, clock, parts)
  } catch (error) {
    await store?.remove()
    throw error
  }
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= service.stop().then(() => store?.remove())
    return stopped
  }
  const { api } = clientOf(service.url)
  const admin = (method: string, path: string, body?: unknown) =>
    api(method, `/admin/v1${path}`, body, service.adminToken)
  return {
    url: service.url,
    adminToken: service.adminToken,
    env: environment,
    service,
    logLines,
    api,
    admin,
    async newAgent(name = 'Test agent') {
      const { json } = await admin('POST', '/agents', { name })
      return { id: json.agent.id, key: json.api_key }
    },
    async addDocument(key, pairs, more = {}) {
      const body = { purpose: 'QA_TEXT', name: 'Test document', qaList: pairs, ...more }
      const answer = await api('POST', '/v1/bot/doc/qa/add', body, key)
      if (answer.status !== 200) throw new Error(`adding answered ${answer.status} ${answer.text}`)
      return answer.json.doc[0].doc_id
    },
    async countRows(table) {
      const query = sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.table(table)}`
      return Number((await query.execute(service.database.q)).rows[0]?.n)
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** One service for all tests of a block: started before the first, stopped after the last. */
export function sharedService(engine: TestEngine, options?: ServiceOptions): () => TestService {
  let running: TestService | undefined
  before(async () => {
    running = await startTestService(engine, options)
  })
  after(() => running?.stop())
  return () => {
    if (!running) throw new Error('The shared service is used before it runs.')
    return running
  }
}

export function clientOf(url: string): Client {
  return {
    async api(method, path, body, key) {
      const raw = typeof body === 'string' || body instanceof Uint8Array
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        },
        ...(body === undefined ? {} : { body: raw ? (body as string) : JSON.stringify(body) }),
      })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.startsWith('application/json')
      const json = isJson && text ? JSON.parse(text) : undefined
      return { status: response.status, headers: response.headers, text, json }
    },
  }
}

/**
 * Waits for something the service does on its own account; fails with the last value seen. The time is long, since only a
 * failing test ever waits for all of it, and a busy machine is no failure.
 */
export async function eventually<T>(
  what: string,
  look: () => Promise<T> | T,
  isSo: (value: T) => boolean,
  withinMs = 120_000,
): Promise<T> {
  const deadline = performance.now() + withinMs
  // What takes long is looked at less often: many looks would take the time that it needs itself.
  for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 2, 50)) {
    const value = await look()
    if (isSo(value)) return value
    if (performance.now() > deadline) throw new Error(`${what}: still ${JSON.stringify(value)}`)
    await pause(pauseMs)
  }
}

export const pairsOf = (count: number, version: number | string = 1) =>
  Array.from({ length: count }, (_, n) => ({ question: `Question ${n}?`, answer: `version ${version}` }))

export const base64 = (content: string | Uint8Array) => Buffer.from(content).toString('base64')

/** A file as requests carry it. */
export const inline = (file_name: string, content: string | Uint8Array) => ({
  file_name,
  file_base64: base64(content),
})
