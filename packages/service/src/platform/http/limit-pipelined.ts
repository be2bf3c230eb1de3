/**
 * How many requests one connection may send before it has their responses. Hardly any client sends more than one. Thousands of them,
 * of a few bytes each, come in one packet, and the event loop would stand still until all are dealt with.
 */
import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

const MOST_WAITING = 10

export function limitPipelined(handle: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>()
  const waitingOn = (socket: Socket) => waiting.get(socket) ?? 0
  return (request, response) => {
    const { socket } = request
    // Those that came in the same packet still follow.
    if (socket.destroyed) return
    if (waitingOn(socket) >= MOST_WAITING) {
      socket.destroy()
      return
    }
    waiting.set(socket, waitingOn(socket) + 1)
    response.once('close', () => waiting.set(socket, waitingOn(socket) - 1))
    handle(request, response)
  }
}
