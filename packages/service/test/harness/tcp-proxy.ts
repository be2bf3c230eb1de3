/** A wire that can be cut: stands between the service and its database, or a browser, and forwards, refuses or falls silent as told. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface TcpProxy extends AsyncDisposable {
  readonly port: number
  /** Cuts every connection and refuses new ones. */
  cut(): void
  /** Keeps every connection open, takes new ones, and lets nothing through. */
  silence(): void
  restore(): void
  /** Cuts when so many more bytes have come in. */
  cutAfter(bytes: number): void
  /** What is open now stays open, and nothing comes through it any more; new connections go through, as after a sleep. */
  lose(): void
}

export async function startTcpProxy(host: string, port: number): Promise<TcpProxy> {
  let mode: 'forward' | 'cut' | 'silent' = 'forward'
  let bytesLeft = Number.POSITIVE_INFINITY
  const links = new Set<Socket>()
  const drop = () => {
    for (const socket of links) socket.destroy()
  }
  const cut = () => {
    mode = 'cut'
    bytesLeft = Number.POSITIVE_INFINITY
    drop()
  }
  const keep = (socket: Socket) => {
    links.add(socket)
    socket.on('error', () => {}).on('close', () => links.delete(socket))
  }
  const server = createServer((near) => {
    keep(near)
    if (mode === 'cut') {
      near.resetAndDestroy()
      return
    }
    if (mode === 'silent') return
    const far = connect(port, host)
    keep(far)
    near.pipe(far)
    near.on('data', ({ length }: Buffer) => {
      bytesLeft -= length
      if (bytesLeft < 0) cut()
    })
    far.pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    silence() {
      mode = 'silent'
      for (const socket of links) socket.unpipe().pause()
    },
    restore() {
      mode = 'forward'
      drop()
    },
    cutAfter(bytes) {
      bytesLeft = bytes
    },
    lose() {
      for (const socket of links) socket.unpipe().removeAllListeners('data').pause()
    },
    async [Symbol.asyncDispose]() {
      drop()
      server.close()
      await once(server, 'close')
    },
  }
}
