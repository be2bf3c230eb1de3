/**
 * Looks at what a peer sends before undici reads it. Takes out `100 Continue` before an answer: nobody asks for it here, some
 * servers send it all the same, and a client has to bear it (RFC 9110, 15.2); undici would close the connection. And ends a request
 * whose peer sends without end what never becomes an answer: hints before it, a reason, extensions of chunks.
 */
import type { Socket } from 'node:net'
import type { Connection } from './connection.ts'

const BEGINNING = Buffer.from('HTTP/1.1 100')
const END = '\r\n\r\n'
/** A longer one is left to the parser, which refuses it. */
const LONGEST_BYTES = 16 * 1024

/** To be called before undici has the socket: listeners run in the order in which they came. */
export function watchReading(connection: Connection, socket: Socket): void {
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
      // The answer may stand right behind it, or another one.
      else if (end + END.length < bytes.length) socket.unshift(bytes.subarray(end + END.length))
    }
  })
}

function mayBeContinue(bytes: Buffer): boolean {
  const known = Math.min(bytes.length, BEGINNING.length)
  return bytes.length <= LONGEST_BYTES && BEGINNING.compare(bytes, 0, known, 0, known) === 0
}
