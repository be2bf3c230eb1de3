/**
 * Stands between a socket and undici. Takes `100 Continue` out of what a peer sends before its answer: nobody asks for it here,
 * some servers send it all the same, and a client has to bear it (RFC 9110, 15.2); undici would close the connection. And counts
 * the bytes, since a peer may send without end what never becomes an answer: hints before it, a reason, extensions of chunks.
 */
import type { Socket } from 'node:net'
import type { Connection } from './connection.ts'

const BEGINNING = Buffer.from('HTTP/1.1 100')
const STATUS_AT = 9
const END = '\r\n\r\n'
/** A longer one is left to the parser, which refuses it. */
const LONGEST_BYTES = 16 * 1024

export function watchReading(connection: Connection, socket: Socket): void {
  const read = socket.read
  /** What has come of one that is not complete yet. */
  let held: Buffer | null = null
  socket.read = (size?: number) => {
    for (;;) {
      const chunk = read.call(socket, size) as Buffer | null
      if (chunk === null) return null
      connection.readBytes += chunk.length
      if (connection.readBytes > connection.mostBytes) {
        connection.user?.flooded()
        return null
      }
      if (!connection.awaitsHead) return chunk
      const bytes: Buffer = held ? Buffer.concat([held, chunk]) : chunk
      held = null
      if (!mayBeContinue(bytes)) {
        connection.awaitsHead = false
        return bytes
      }
      const end = bytes.indexOf(END)
      if (end < 0) held = bytes
      // The answer may stand right behind it, or another one.
      else if (end + END.length < bytes.length) {
        const rest = bytes.subarray(end + END.length)
        connection.readBytes -= rest.length
        socket.unshift(rest)
      }
    }
  }
}

function mayBeContinue(bytes: Buffer): boolean {
  // Told apart by one byte as a rule: the first of the status, which is a 2 in most answers.
  if (bytes.length > STATUS_AT && bytes[STATUS_AT] !== BEGINNING[STATUS_AT]) return false
  const known = Math.min(bytes.length, BEGINNING.length)
  return bytes.length <= LONGEST_BYTES && BEGINNING.compare(bytes, 0, known, 0, known) === 0
}
