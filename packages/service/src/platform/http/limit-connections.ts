/**
 * How many connections may be open: from one address, and in all. What is beyond is closed at once, before it costs more than
 * a moment. Behind proxies all connections come from them, so there the limit per address does not apply.
 */
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
