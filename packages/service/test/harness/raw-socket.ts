/** Requests written byte by byte onto a connection of their own, for what no well-behaved client would send. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  readonly status: number
  readonly reason: string
  readonly headers: Headers
  readonly text: string
}

export async function openSocket(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  // A server that has had enough may reset the connection; what it answered before is what counts.
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Everything the server sends until it closes, read as one HTTP answer. */
export async function answerOn(socket: Socket): Promise<RawAnswer> {
  let received = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text
  })
  // Not by `once` of node:events, which rejects on an error that comes before.
  if (!socket.closed) await new Promise((resolve) => socket.on('close', resolve))
  const [head = '', ...rest] = received.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const [, status = '0', reason = ''] = /^HTTP\/1\.1 (\d+) (.*)$/.exec(statusLine) ?? []
  const headers = new Headers(lines.map((line) => line.split(/: ?(.*)/).slice(0, 2) as [string, string]))
  return { status: Number(status), reason, headers, text: rest.join('\r\n\r\n') }
}

/** Sends `bytes` on a fresh connection and reads until the server closes it. */
export async function sendRaw(url: string, bytes: string | Uint8Array): Promise<RawAnswer> {
  const socket = await openSocket(url)
  socket.write(bytes)
  const answer = await answerOn(socket)
  socket.destroy()
  return answer
}

/** The head of a request that asks the server to close the connection after its answer. */
export function headOf(method: string, path: string, headers: Record<string, string>): string {
  const lines = Object.entries({ host: 'test', connection: 'close', ...headers })
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
}
