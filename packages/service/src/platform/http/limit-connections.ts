/**
 * Limits the open connections, per address and in total, and the waiting requests on one connection. A connection beyond a limit
 * is closed at once, before it costs time.
 */
import type { RequestListener } from 'node:http'
import type { Server, Socket } from 'node:net'
import { createOpenCounts } from '../count-open.ts'
import { type Log, throttled } from '../log.ts'
import { networkOf } from './caller-address.ts'

interface ConnectionLimits {
  readonly connectionLimit: number
  readonly connectionsPerAddress: number
  readonly proxyHops: number
}

const WARN_EVERY_MS = 60_000

/** Behind proxies all connections come from the proxies, so the limit per address does not apply. */
export function limitConnections(server: Server, limits: ConnectionLimits, log: Log): void {
  const { connectionLimit, connectionsPerAddress, proxyHops } = limits
  const warnNow = (key: string, limit: number) =>
    log.warn({ key, limit }, 'connections were closed, because a limit was reached')
  const warn = throttled(WARN_EVERY_MS, () => performance.now(), warnNow)
  if (connectionLimit > 0) {
    server.maxConnections = connectionLimit
    server.on('drop', () => warn('TANDEM_CONNECTION_LIMIT', connectionLimit))
  }
  if (connectionsPerAddress === 0 || proxyHops > 0) return
  const open = createOpenCounts()
  server.on('connection', (socket: Socket) => {
    const from = networkOf(socket.remoteAddress ?? '')
    if (open.of(from) >= connectionsPerAddress) {
      warn('TANDEM_CONNECTIONS_PER_ADDRESS', connectionsPerAddress)
      socket.destroy()
      return
    }
    socket.once('close', open.enter(from))
  })
}

/**
 * The limit of requests on one connection that have no response yet. When a caller hangs up, all its requests are aborted in the
 * same tick, so a thousand callers must not have many.
 */
const MOST_WAITING = 4

/**
 * Closes connections with many pipelined requests. Hardly any client sends a request before it has the previous response.
 * Thousands of small requests fit into one packet and would hold up the event loop until all are handled.
 */
export function limitPipelined(handle: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>()
  const waitingOn = (socket: Socket) => waiting.get(socket) ?? 0
  return (request, response) => {
    const { socket } = request
    if (waitingOn(socket) >= MOST_WAITING) socket.destroy()
    if (socket.destroyed) {
      // The other requests of the same packet still follow. Node would end each of them with its own error, which takes longer.
      request.destroy()
      return
    }
    waiting.set(socket, waitingOn(socket) + 1)
    response.once('close', () => waiting.set(socket, waitingOn(socket) - 1))
    handle(request, response)
  }
}
