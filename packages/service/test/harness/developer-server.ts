/**
 * A developer's webhook receiver for tests: a real server on loopback that records what arrives and answers as scripted,
 * badly if asked to. Nothing here waits by sleeping: tests wait for requests, and hold answers with a latch.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { type Recorded, type RecordingServer, startRecordingServer } from './recording-server.ts'

export interface ReceivedRequest extends Recorded {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** The parsed body; undefined when it is not JSON. */
  json: unknown
}

export type Behaviour =
  | {
      kind?: 'answer'
      status?: number
      json?: unknown
      text?: string | Buffer
      headers?: Record<string, string>
    }
  /** Never answers. */
  | { kind: 'hang' }
  /** Answers as `next` says once the latch is released. */
  | { kind: 'hold'; latch: Latch; next?: Behaviour }
  /** Sends the head, then one byte per interval for ever. */
  | { kind: 'drip'; intervalMs: number }
  /** Sends the head, then as much as the other side takes. */
  | { kind: 'endless' }
  /** Closes the connection in place of an answer, after its head, or in the middle of the body it announced. */
  | { kind: 'drop'; when: 'before-head' | 'after-head' | 'mid-body' }
  /** Resets the connection (RST). */
  | { kind: 'reset' }

export interface Latch {
  readonly released: Promise<void>
  release(): void
}

export interface DeveloperServer extends RecordingServer<ReceivedRequest> {
  readonly url: string
  /** How many requests wait for an answer because they are to. */
  held(): number
  /** Sets how requests are answered from now on. */
  answer(script: (request: ReceivedRequest) => Behaviour): void
}

export const SUCCESS: Behaviour = { status: 200, json: { code: 200, msg: 'success' } }
export const GONE: Behaviour = { status: 410, json: { code: 410, msg: 'gone' } }

export function retryAfter(seconds: number, status = 503): Behaviour {
  return { status, json: { code: status }, headers: { 'retry-after': String(seconds) } }
}

export function createLatch(): Latch {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { released: promise, release: resolve }
}

export async function startDeveloperServer(
  options: { host?: string; port?: number; tls?: { key: string; cert: string } } = {},
): Promise<DeveloperServer> {
  const host = options.host ?? '127.0.0.1'
  let script: (request: ReceivedRequest) => Behaviour = () => SUCCESS
  const held = new Set<ServerResponse>()
  const server = await startRecordingServer<ReceivedRequest>({
    ...options,
    read,
    answer(request) {
      const behaviour = script(request)
      return (response) => {
        if (takesItsTime.has(behaviour.kind)) held.add(response)
        response.on('close', () => held.delete(response))
        if (behaviour.kind === 'hold') void behaviour.latch.released.then(() => held.delete(response))
        return perform(behaviour, response)
      }
    },
  })
  const own = {
    url: `${options.tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${server.port}`,
    held: () => held.size,
    answer(next: typeof script) {
      script = next
    },
  }
  return Object.assign(server, own)
}

const takesItsTime = new Set<Behaviour['kind']>(['hang', 'hold', 'drip', 'endless'])

async function read(incoming: IncomingMessage, bytes: Buffer): Promise<Omit<ReceivedRequest, 'number'>> {
  const body = bytes.toString('utf8')
  const { method = '', url: path = '', headers } = incoming
  return { method, path, headers, body, json: parse(body) }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

async function perform(behaviour: Behaviour, response: ServerResponse): Promise<void> {
  switch (behaviour.kind) {
    case 'hang':
      return
    case 'hold':
      await behaviour.latch.released
      return perform(behaviour.next ?? SUCCESS, response)
    case 'reset':
      response.socket?.resetAndDestroy()
      return
    case 'drop':
      return drop(behaviour.when, response)
    case 'drip': {
      response.writeHead(200, { 'content-type': 'text/plain' })
      const timer = setInterval(() => response.write('.'), behaviour.intervalMs)
      response.on('close', () => clearInterval(timer))
      return
    }
    case 'endless':
      return pour(response)
    default:
      answer(behaviour, response)
  }
}

function answer(behaviour: Behaviour & { kind?: 'answer' }, response: ServerResponse): void {
  const body = behaviour.text ?? (behaviour.json === undefined ? '' : JSON.stringify(behaviour.json))
  const type = behaviour.json === undefined ? 'text/plain' : 'application/json'
  const headers = { 'content-type': type, 'content-length': String(Buffer.byteLength(body)) }
  response.writeHead(behaviour.status ?? 200, { ...headers, ...behaviour.headers })
  response.end(body)
}

function drop(when: 'before-head' | 'after-head' | 'mid-body', response: ServerResponse): void {
  if (when === 'before-head') {
    response.socket?.end()
    return
  }
  // The close follows once these bytes are on their way, so the other side sees them first.
  response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '1000' })
  if (when === 'after-head') response.flushHeaders()
  else response.write('only the beginning')
  response.socket?.end()
}

function pour(response: ServerResponse): void {
  const chunk = Buffer.alloc(64 * 1024, 'x')
  response.writeHead(200, { 'content-type': 'text/plain' })
  const more = () => {
    if (response.destroyed) return
    if (response.write(chunk)) setImmediate(more)
    else response.once('drain', more)
  }
  more()
}

/** A key and self-signed certificate for localhost, 127.0.0.1 and hooks.example, made for these tests and worth nothing elsewhere. */
export const TEST_ONLY_TLS = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgkk5RrHM9/H6Evbli
txgVtQ1aezSQl/hmTOO5sFRQ67uhRANCAATGyTfFU+Vi2bhNx/aA3NyL8PnBlFh4
tRVV1sJkkDasPir0lzPIW8qklScG6kD0X6YT67iTu61jqZBOrZvKCgGj
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBhDCCASqgAwIBAgIBATAKBggqhkjOPQQDAjAbMRkwFwYDVQQDDBBUYW5kZW0g
dGVzdCBvbmx5MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAbMRkw
FwYDVQQDDBBUYW5kZW0gdGVzdCBvbmx5MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcD
QgAExsk3xVPlYtm4Tcf2gNzci/D5wZRYeLUVVdbCZJA2rD4q9JczyFvKpJUnBupA
9F+mE+u4k7utY6mQTq2bygoBo6NdMFswDwYDVR0TAQH/BAUwAwEB/zApBgNVHREE
IjAggglsb2NhbGhvc3SCDWhvb2tzLmV4YW1wbGWHBH8AAAEwHQYDVR0OBBYEFBQW
sTc2qZ2LTOYW4DF85NCZ7KQlMAoGCCqGSM49BAMCA0gAMEUCIEKcVoLT+jaM7iM9
sSYBBOjJ9AlBkFjLwWCP53g9EZd/AiEAmZUV+1sUobBd8/vMPvrxSMxmgYc3hr9z
LOT6abR3oUc=
-----END CERTIFICATE-----
`,
}

export const isTest = ({ json }: ReceivedRequest) => (json as { istest?: boolean }).istest === true
export const conversationOf = ({ json }: ReceivedRequest) =>
  (json as { conversation_id: string }).conversation_id
