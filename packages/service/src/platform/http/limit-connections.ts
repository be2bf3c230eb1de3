/**
 * How many connections may be open, from one address and in all, and how many requests may wait on one of them. What is beyond
 * is closed at once, before it costs more than a moment.
 */
import type { RequestListener } from 'node:http'
import type { Server, Socket } from 'node:net'
import { createOpenCounts } from '../count-open.ts'
import { type Log, nowAndThen } from '../log.ts'
import { networkOf } from './caller-address.ts'

interface ConnectionLimits {
  readonly connectionLimit: number
  readonly connectionsPerAddress: number
  readonly proxyHops: number
}

const TELL_EVERY_MS = 60_000

/** Behind proxies all connections come from them, so there the limit per address does not apply. */
export function limitConnections(server: Server, limits: ConnectionLimits, log: Log): void {
  const { connectionLimit, connectionsPerAddress, proxyHops } = limits
  const warn = (key: string, limit: number) =>
    log.warn({ key, limit }, 'connections were closed: more were opened than may be')
  const tell = nowAndThen(TELL_EVERY_MS, () => performance.now(), warn)
  if (connectionLimit > 0) {
    server.maxConnections = connectionLimit
    server.on('drop', () => tell('TANDEM_CONNECTION_LIMIT', connectionLimit))
  }
  if (connectionsPerAddress === 0 || proxyHops > 0) return
  const open = createOpenCounts()
  server.on('connection', (socket: Socket) => {
    const from = networkOf(socket.remoteAddress ?? '')
    if (open.of(from) >= connectionsPerAddress) {
      tell('TANDEM_CONNECTIONS_PER_ADDRESS', connectionsPerAddress)
      socket.destroy()
      return
    }
    socket.once('close', open.enter(from))
  })
}

/** Requests of one connection that have no response yet. */
const MOST_WAITING = 10

/**
 * Hardly any client sends a request before it has the response to the one before. Thousands of them, of a few bytes each, come
 * in one packet, and the event loop would stand still until all are dealt with.
 */
export function limitPipelined(handle: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>()
  const waitingOn = (socket: Socket) => waiting.get(socket) ?? 0
  return (request, response) => {
    const { socket } = request
    if (waitingOn(socket) >= MOST_WAITING) socket.destroy()
    if (socket.destroyed) {
      // Those that came in the same packet still follow. Node would end each of them with an error of its own, which takes longer.
      request.destroy()
      return
    }
    waiting.set(socket, waitingOn(socket) + 1)
    response.once('close', () => waiting.set(socket, waitingOn(socket) - 1))
    handle(request, response)
  }
}
