/**
 * What every scripted server of the tests shares: it listens on a free port, records each request once it was read, lets
 * tests wait for requests and connections, and cuts everything when it is closed.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'

export interface Recorded {
  /** 1 for the first request this server received. */
  readonly number: number
}

export interface RecordingServer<T extends Recorded> {
  readonly port: number
  readonly requests: readonly T[]
  /** Connections ever accepted, and those open now. */
  readonly connectionCount: number
  readonly openConnectionCount: number
  /** Resolves once this many requests came in all, or one that satisfies the predicate. */
  waitFor(wanted: number | ((request: T) => boolean)): Promise<T[]>
  /** Resolves once no connection is open. */
  waitForNoConnections(): Promise<void>
  /** Cuts every connection and stops listening. */
  close(): Promise<void>
}

export async function startRecordingServer<T extends Recorded>(options: {
  host?: string
  port?: number | undefined
  tls?: { key: string; cert: string } | undefined
  read: (incoming: IncomingMessage, body: Buffer) => Promise<Omit<T, 'number'>>
  /** Decides at once how a request is answered, and answers when it is called. */
  answer: (request: T) => (response: ServerResponse) => Promise<void>
}): Promise<RecordingServer<T>> {
  const requests: T[] = []
  const sockets = new Set<Socket>()
  const watchers = new Set<() => void>()
  let connectionCount = 0

  const onRequest = async (incoming: IncomingMessage, response: ServerResponse) => {
    try {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk)
      const content = await options.read(incoming, Buffer.concat(chunks))
      const request = { ...content, number: requests.length + 1 } as T
      requests.push(request)
      const perform = options.answer(request)
      notify()
      await perform(response)
    } catch {
      // The other side went away in the middle, which is what some tests are about.
      response.destroy()
    }
  }
  const server = options.tls ? createTlsServer(options.tls, onRequest) : createServer(onRequest)
  server.on('connection', (socket: Socket) => {
    connectionCount++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      notify()
    })
  })
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve)
  })

  function notify(): void {
    for (const watcher of watchers) watcher()
  }

  function when(isSo: () => boolean): Promise<void> {
    if (isSo()) return Promise.resolve()
    return new Promise((resolve) => {
      const watcher = () => {
        if (!isSo()) return
        watchers.delete(watcher)
        resolve()
      }
      watchers.add(watcher)
    })
  }

  return {
    port: (server.address() as AddressInfo).port,
    requests,
    get connectionCount() {
      return connectionCount
    },
    get openConnectionCount() {
      return sockets.size
    },
    async waitFor(wanted) {
      await when(() => (typeof wanted === 'number' ? requests.length >= wanted : requests.some(wanted)))
      return [...requests]
    },
    waitForNoConnections: () => when(() => sockets.size === 0),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
