/** Responds to requests that Node could not read: headers too large, not HTTP, or too slow. */
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { Fault, parameterFault, publicFace } from '../fault.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'

/** Long enough to read the response over a slow connection. */
const LINGER_MS = 2000

export function respondToClientError(
  error: Error & { code?: string },
  socket: Socket,
  log: Log,
  headers: Readonly<Record<string, string>>,
): void {
  // On a closed or reset connection no response is possible.
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, body } = publicFace(faultOf(error.code))
  const json = JSON.stringify(body)
  const reqId = newId()
  log.info({ reqId, status, reason: error.code }, 'a request that could not be read was refused')
  const lines = Object.entries({
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': reqId,
    ...headers,
    'content-length': Buffer.byteLength(json),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${json}`)
  // A caller that does not hang up would keep its half of the connection, and our descriptor, for ever.
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(timer))
}

function faultOf(code: string | undefined): Fault {
  if (code === 'HPE_HEADER_OVERFLOW') return new Fault('headersTooLarge')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Fault('requestTimeout')
  return parameterFault('request', 'something that is not HTTP/1.1', 'a well-formed request')
}
