/** A peer that speaks bytes, for what an HTTP server would not do. */
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

export async function withRawPeer(
  onSocket: (socket: Socket) => void,
  test: (port: number) => Promise<void>,
): Promise<void> {
  const sockets = new Set<Socket>()
  const peer: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    onSocket(socket)
  })
  await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve))
  try {
    await test((peer.address() as AddressInfo).port)
  } finally {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => peer.close(resolve))
  }
}
