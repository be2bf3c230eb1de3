/** Explains why a request got no response, in one sentence for a person. */
import { grouped } from '@tandem/contract/grouped'
import type { Stage } from './connection.ts'
import type { Target } from './target.ts'

/** The guard refused the connection. The message is the reason and may be shown. */
export class RefusedError extends Error {
  override name = 'RefusedError'
}

/** The time to open a connection, however long the request itself may take. */
export const CONNECT_LIMIT_MS = 10_000

export const CLOSED_REASON = 'Tandem is shutting down and sends nothing more'

const CANNOT_BE_SENT = new Set([
  'UND_ERR_INVALID_ARG',
  'UND_ERR_NOT_SUPPORTED',
  'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
])

export function timeoutReason(stage: Stage, target: Target, timeoutMs: number, isQueued: boolean): string {
  const { host, hostname } = target
  const missing: Record<Stage, string> = {
    resolve: `the name ${hostname} did not resolve`,
    connect: `no connection to ${host}`,
    tls: `the TLS handshake with ${host} did not finish`,
    send: `${host} did not take the whole request`,
    wait: 'no answer',
    read: 'the response was not complete',
  }
  return `${isQueued ? `no free connection to ${host}` : missing[stage]} within ${inMs(timeoutMs)}`
}

/** Whether the request itself is at fault: a header or body that HTTP cannot carry. Nothing was sent. */
export function isUnsendable(error: Error): boolean {
  return CANNOT_BE_SENT.has(codeOf(error))
}

export function failureReason(error: Error, stage: Stage, target: Target): string {
  if (error instanceof RefusedError) return error.message
  // Every address of a name was tried; the first failure is reported.
  const cause = error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error
  const code = codeOf(cause)
  if (isUnsendable(cause)) return `the request cannot be sent: ${cause.message}`
  if (stage === 'resolve') return `the name ${target.hostname} does not resolve (${code || cause.message})`

  const peer = peerOf(cause) ?? target.host
  switch (code) {
    case 'ECONNREFUSED':
      return `the connection was refused by ${peer}`
    case 'ECONNRESET':
    case 'EPIPE':
      return `the connection was reset by ${peer} ${UNTIL[stage]}`
    case 'UND_ERR_SOCKET':
      // undici's messages for two unrequested responses, after which it closes the connection.
      if (cause.message === 'bad upgrade')
        return `${peer} answered 101 Switching Protocols, which was not asked for`
      if (cause.message === 'bad response') return `${peer} answered 100 Continue where a response was needed`
      return `the connection was closed by ${peer} ${UNTIL[stage]}`
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return `no connection to ${peer} within ${inMs(CONNECT_LIMIT_MS)}`
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
      return `${peer} cannot be reached (${code})`
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      // Before the head is complete, the error is about the head.
      return stage === 'read'
        ? 'the response ended before the length it announced'
        : 'the response announces its length in a way that cannot be relied on'
    case 'UND_ERR_HEADERS_OVERFLOW':
      return 'the headers of the response are too long'
  }
  if (stage === 'tls') return tlsReason(cause, code)
  if (cause.name === 'HTTPParserError') return `the response is not valid HTTP/1.1: ${plain(cause.message)}`
  // Some invalid responses fail an assertion of the parser.
  if (code === 'ERR_ASSERTION') return 'the response is not valid HTTP/1.1'
  return `the request failed: ${plain(cause.message)}${code ? ` (${code})` : ''}`
}

const TLS_REASONS: Readonly<Record<string, string>> = {
  ERR_SSL_WRONG_VERSION_NUMBER:
    'the TLS handshake failed: what listens there does not speak TLS, so the URL begins with http:// perhaps',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'the TLS handshake failed: what listens there does not speak TLS',
  ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL: 'the TLS handshake failed: the server does not offer HTTP/1.1',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'the TLS handshake failed: the server offers no TLS 1.2 or newer',
}

function tlsReason(error: Error, code: string): string {
  const isAboutCertificate = /CERT|SIGNATURE|ISSUER|CRL|CA_|CHAIN/.test(code)
  if (isAboutCertificate) return `the TLS certificate is not valid: ${plain(error.message)}`
  return TLS_REASONS[code] ?? `the TLS handshake failed: ${plain(error.message)}`
}

/** Removes advice for Node.js users and the source positions of OpenSSL. */
function plain(message: string): string {
  const openssl = /\berror:[0-9A-F]{8}:[^:]*:[^:]*:([^:]+):/.exec(message)?.[1]
  return (openssl ?? message.replace(/; if the root CA is installed locally.*$/s, ''))
    .replace(/\s+/g, ' ')
    .trim()
}

const UNTIL: Readonly<Record<Stage, string>> = {
  resolve: 'while connecting',
  connect: 'while connecting',
  tls: 'during the TLS handshake',
  send: 'before the request was sent',
  wait: 'before a response came',
  read: 'before the response was complete',
}

function codeOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException
  return typeof code === 'string' ? code : ''
}

function peerOf(error: Error): string | null {
  const { address, port } = error as { address?: unknown; port?: unknown }
  if (typeof address !== 'string') return null
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`
}

function inMs(durationMs: number): string {
  return `${grouped(durationMs)} ms`
}
