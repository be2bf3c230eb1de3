/**
 * One keep-alive connection that sends ready-made requests and waits for each answer: as little client as possible, so that
 * what is measured is the service. It reads only what the service sends: a status line, content-length, a body.
 */
import { connect } from 'node:net'

export interface Reply {
  readonly status: number
  readonly body: string
}

export interface Connection {
  send(request: Buffer): Promise<Reply>
  close(): void
}

export function openConnection(port: number): Promise<Connection> {
  return new Promise((opened, failed) => {
    let received = ''
    let waiting: { resolve: (reply: Reply) => void; reject: (error: Error) => void } | undefined
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.setEncoding('latin1')
    socket.once('connect', () =>
      opened({
        send(request) {
          return new Promise((resolve, reject) => {
            waiting = { resolve, reject }
            socket.write(request)
          })
        },
        close: () => socket.destroy(),
      }),
    )
    socket.on('data', (text: string) => {
      received += text
      const reply = wholeReply(received)
      if (!reply) return
      received = ''
      waiting?.resolve(reply)
    })
    socket.on('error', failed)
    socket.on('close', () => waiting?.reject(new Error('The connection was closed.')))
  })
}

function wholeReply(received: string): Reply | undefined {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const lengthAt = received.indexOf('content-length: ') + 'content-length: '.length
  const length = Number(received.slice(lengthAt, received.indexOf('\r', lengthAt)))
  if (received.length < headEnd + 4 + length) return undefined
  return { status: Number(received.slice(9, 12)), body: received.slice(headEnd + 4) }
}

/** The bytes of a request with a JSON body, or without any. */
export function requestBytes(method: string, path: string, key: string, body?: string): Buffer {
  const content = body === undefined ? undefined : Buffer.from(body)
  const head = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    `authorization: Bearer ${key}`,
    ...(content ? ['content-type: application/json', `content-length: ${content.length}`] : []),
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), content ?? Buffer.alloc(0)])
}
