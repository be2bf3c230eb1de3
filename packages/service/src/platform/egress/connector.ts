/**
 * Opens connections, guarded in three layers: a literal address is judged before anything happens, a name's addresses when
 * they are known, and the socket's remote address once connected, before a byte is written. Each connection keeps a record
 * of how far it got, so that a failure can name its stage.
 */
import { isIP, type Socket } from 'node:net'
import { getCACertificates } from 'node:tls'
import { buildConnector } from 'undici'
import { type AllowRule, judgeAddress } from './address-rules.ts'
import type { Connection } from './connection.ts'
import { CONNECT_LIMIT_MS, RefusedError } from './reasons.ts'
import { guardLookup, type Lookup } from './resolve.ts'

/** How long one address of several is tried before the next one starts. */
const NEXT_ADDRESS_AFTER_MS = 500

export type Dial = (options: buildConnector.Options, callback: buildConnector.Callback) => Socket

export type GuardedConnector = (connection: Connection) => buildConnector.connector

interface ConnectorOptions {
  allow: readonly AllowRule[]
  lookup: Lookup
  ca?: string[] | undefined
  /** Stands in for the real dialler where a test must reach an address that was never judged. */
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
        // The caller is still setting itself up, so the result must not come before it is done.
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
    // In front of the listener that starts the TLS handshake: a refused peer gets not even a greeting.
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
    // Said outright, so that NODE_TLS_REJECT_UNAUTHORIZED cannot turn it off.
    rejectUnauthorized: true,
    ...(options.ca ? { ca: [...getCACertificates('default'), ...options.ca] } : {}),
  } as buildConnector.BuildOptions)
  // The declared type hides that the connector returns its socket.
  return connect as unknown as Dial
}

const BEGINNING = Buffer.from('HTTP/1.1 100')
const END = '\r\n\r\n'
/** A longer one is left to the parser, which refuses it. */
const LONGEST_BYTES = 16 * 1024

/**
 * Looks at what a peer sends before undici reads it; called before undici has the socket, since listeners run in the order in
 * which they came. Takes out `100 Continue` before a response: nobody asks for it here, some servers send it all the same, and a
 * client has to bear it (RFC 9110, 15.2); undici would close the connection. And ends a request whose peer sends without end what
 * never becomes a response: hints before it, a reason, extensions of chunks.
 */
function watchReading(connection: Connection, socket: Socket): void {
  /** What has come of a `100 Continue` that is not complete yet. */
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
      // The response may stand right behind it, or another one.
      else if (end + END.length < bytes.length) socket.unshift(bytes.subarray(end + END.length))
    }
  })
}

function mayBeContinue(bytes: Buffer): boolean {
  const known = Math.min(bytes.length, BEGINNING.length)
  return bytes.length <= LONGEST_BYTES && BEGINNING.compare(bytes, 0, known, 0, known) === 0
}
