/**
 * Opens connections, guarded in three layers: a literal address is judged before anything happens, the addresses of a name when
 * they are resolved, and the socket's remote address once connected, before a byte is written. Each connection records how far
 * it came, so that a failure can name its stage.
 */
import { isIP, type Socket } from 'node:net'
import { getCACertificates } from 'node:tls'
import { buildConnector } from 'undici'
import { type AllowRule, judgeAddress } from './address-rules.ts'
import type { Connection } from './connection.ts'
import { CONNECT_LIMIT_MS, RefusedError } from './reasons.ts'
import { guardLookup, type Lookup } from './resolve.ts'

/** How long one of several addresses is tried before the attempt at the next one starts. */
const NEXT_ADDRESS_AFTER_MS = 500

export type Dial = (options: buildConnector.Options, callback: buildConnector.Callback) => Socket

export type GuardedConnector = (connection: Connection) => buildConnector.connector

interface ConnectorOptions {
  allow: readonly AllowRule[]
  lookup: Lookup
  ca?: string[] | undefined
  /** Replaces the real dialler in tests that must reach an address that was never judged. */
  dial?: Dial
}

export function createConnector(options: ConnectorOptions): GuardedConnector {
  const { allow } = options
  const dial = options.dial ?? buildDial(options)

  return (connection) => (target, callback) => {
    const isLiteral = isIP(target.hostname) !== 0
    connection.stage = 'resolve'
    connection.socket = null
    connection.uses = 0
    connection.openingAtMs = performance.now()

    if (isLiteral) {
      const verdict = judgeAddress(target.hostname, allow)
      if (!verdict.allowed) {
        // The caller is still being set up, so the result must come later.
        process.nextTick(callback, new RefusedError(verdict.reason), null)
        return
      }
      connection.stage = 'connect'
      connection.resolvedAtMs = connection.openingAtMs
    }

    const socket = dial(target, (error, opened) => {
      // A refusal on connect destroys the socket, and the dialler still reports it as connected.
      const problem = error ?? opened?.errored
      if (problem) return callback(problem, null)
      connection.stage = 'open'
      connection.openAtMs = performance.now()
      watchReading(connection, opened as Socket)
      callback(null, opened as Socket)
    })
    connection.socket = socket

    socket.on('lookup', (error) => {
      if (error || connection.stage !== 'resolve') return
      connection.stage = 'connect'
      connection.resolvedAtMs = performance.now()
    })
    // Before the listener that starts the TLS handshake, so that a refused peer gets no byte.
    socket.prependOnceListener('connect', () => {
      connection.connectedAtMs = performance.now()
      const verdict = judgeAddress(socket.remoteAddress ?? '', allow)
      if (!verdict.allowed) socket.destroy(new RefusedError(verdict.reason))
      else if (target.protocol === 'https:') connection.stage = 'tls'
    })
  }
}

function buildDial(options: ConnectorOptions): Dial {
  const connect = buildConnector({
    allowH2: false,
    timeout: CONNECT_LIMIT_MS,
    lookup: guardLookup(options.lookup, options.allow),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED cannot turn it off.
    rejectUnauthorized: true,
    ...(options.ca ? { ca: [...getCACertificates('default'), ...options.ca] } : {}),
  } as buildConnector.BuildOptions)
  // The declared type lacks the returned socket.
  return connect as unknown as Dial
}

const BEGINNING = Buffer.from('HTTP/1.1 100')
const END = '\r\n\r\n'
/** A longer `100 Continue` is left to the parser, which refuses it. */
const LONGEST_BYTES = 16 * 1024

/**
 * Inspects the bytes of a peer before undici reads them; must be called before undici gets the socket, because listeners run in
 * the order of their registration. Removes a `100 Continue` before a response: we never ask for it, but some servers send it and
 * a client must accept it (RFC 9110, 15.2); undici would close the connection. Also ends a request whose peer sends endless bytes
 * that never become a response: hints, a reason phrase, chunk extensions.
 */
function watchReading(connection: Connection, socket: Socket): void {
  /** The bytes of an incomplete `100 Continue`. */
  let held = Buffer.alloc(0)
  socket.on('readable', () => {
    if (socket.bytesRead - connection.bytesBefore > connection.mostBytes) connection.user?.flooded()
    while (connection.awaitsHead) {
      const chunk = socket.read() as Buffer | null
      if (chunk === null) return
      const bytes = Buffer.concat([held, chunk])
      held = Buffer.alloc(0)
      const end = bytes.indexOf(END)
      if (!mayBeContinue(bytes)) {
        connection.awaitsHead = false
        socket.unshift(bytes)
      } else if (end < 0) held = bytes
      // The response, or another `100 Continue`, may follow directly.
      else if (end + END.length < bytes.length) socket.unshift(bytes.subarray(end + END.length))
    }
  })
}

function mayBeContinue(bytes: Buffer): boolean {
  const known = Math.min(bytes.length, BEGINNING.length)
  return bytes.length <= LONGEST_BYTES && BEGINNING.compare(bytes, 0, known, 0, known) === 0
}
