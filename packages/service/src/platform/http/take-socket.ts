/**
 * Takes the socket of a request from Node's HTTP, for an answer that goes on for hours. HTTP keeps a parser, the request, the
 * response and all that it tied to the socket: most of the memory of thousands of readers who only listen.
 */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Sockets on which a request came behind one that was not answered yet. */
const crowded = new WeakSet<Socket>()

/** To be told of every request, before it is answered. */
export function noteRequest({ req: request, socket }: ServerResponse): void {
  // A response that has to wait for an earlier one has no socket.
  if (!socket) crowded.add(request.socket)
}

/** A request that is not all there needs its parser, and those that wait behind it need HTTP. */
export function isTakeable({ req: request, socket }: ServerResponse): boolean {
  return socket !== null && request.complete && !crowded.has(socket)
}

/** The head must be sent, and with `connection: close`. Undefined where HTTP keeps the socket after all. */
export async function takeSocket(response: ServerResponse): Promise<Socket | undefined> {
  const { req: request, socket } = response
  // A request that nobody has read to its end would count as cut off, and take the socket with it.
  if (!request.readableEnded && !request.destroyed)
    await new Promise<void>((resolve) => request.once('close', resolve).resume())
  if (!socket || response.socket !== socket || socket.destroyed || !isTakeable(response)) return undefined
  response.detachSocket(socket)
  // As far as HTTP can tell the reader is gone now: it gives back all that it keeps.
  socket.emit('close')
  socket.removeAllListeners()
  socket.on('error', ignore)
  socket.on('end', leave)
  // What else the reader sends is read and forgotten; without reading nobody would see that it leaves.
  socket.resume()
  return socket
}

/** `close` follows, and says the same. */
function ignore(): void {}

/** What was said last may still be on its way. */
function leave(this: Socket): void {
  if (!this.writableEnded) this.destroy()
}
