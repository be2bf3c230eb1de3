/**
 * An OpenAI-compatible endpoint for tests: real HTTP on loopback for chat completions (streamed and whole), embeddings,
 * speech and transcriptions. It records every request and answers as scripted, badly if asked to. Nothing here sleeps:
 * tests wait for requests, and hold answers with a latch.
 *
 *   const server = await startModelServer()
 *   // Configuration: TANDEM_MODEL_BASE_URL = server.url, TANDEM_MODEL = 'any-name', TANDEM_EGRESS_ALLOW = '127.0.0.1'
 *   server.answer(() => ({ kind: 'chat', pieces: ['Hel', 'lo'] }))                   // every request from now on
 *   server.answerNext({ kind: 'fail', status: 429, retryAfter: '7' })                // only the next one, in order
 *   server.answer(({ path }) => (path.endsWith('/embeddings') ? { kind: 'stall' } : undefined))   // undefined: the default
 *   server.requests[0]?.json                                                         // what was asked
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { defaultReply, type ModelReply, type ModelRequest, performReply } from './model-replies.ts'

export type { ModelReply, ModelRequest }

export interface ModelServer {
  /** The base URL, `/v1` included. */
  readonly url: string
  readonly port: number
  readonly requests: readonly ModelRequest[]
  readonly openConnectionCount: number
  /** How requests are answered from now on; what it leaves undefined gets a plain good answer. */
  answer(script: (request: ModelRequest) => ModelReply | undefined): void
  /** How the next requests are answered, one reply each, before the script is asked. */
  answerNext(...replies: ModelReply[]): void
  /** Resolves once this many requests came in all, or one that satisfies the predicate. */
  waitFor(wanted: number | ((request: ModelRequest) => boolean)): Promise<readonly ModelRequest[]>
  waitForNoConnections(): Promise<void>
  close(): Promise<void>
}

export async function startModelServer(): Promise<ModelServer> {
  const requests: ModelRequest[] = []
  const queued: ModelReply[] = []
  const sockets = new Set<Socket>()
  const watchers = new Set<() => void>()
  let script: (request: ModelRequest) => ModelReply | undefined = () => undefined

  const notify = () => {
    for (const watcher of watchers) watcher()
  }
  const when = (isSo: () => boolean): Promise<void> => {
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

  const server = createServer(async (incoming, response) => {
    try {
      const content = await read(incoming)
      const request = { ...content, number: requests.length + 1 }
      requests.push(request)
      const reply = queued.shift() ?? script(request) ?? defaultReply(request)
      notify()
      await performReply(reply, request, response)
    } catch {
      // The other side went away in the middle, which is what some tests are about.
      response.destroy()
    }
  })
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      notify()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}/v1`,
    port,
    requests,
    get openConnectionCount() {
      return sockets.size
    },
    answer(next) {
      script = next
    },
    answerNext(...replies) {
      queued.push(...replies)
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

async function read(incoming: IncomingMessage): Promise<Omit<ModelRequest, 'number'>> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const { method = '', headers } = incoming
  const path = (incoming.url ?? '').replace(/^\/v1/, '')
  const type = headers['content-type'] ?? ''
  const form = type.startsWith('multipart/form-data') ? await readForm(body, type) : undefined
  return { method, path, headers, body, json: parse(body), form }
}

async function readForm(body: Buffer, type: string): Promise<ModelRequest['form']> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  const fields: NonNullable<ModelRequest['form']> = {}
  for (const [name, value] of form.entries()) {
    if (typeof value === 'string') fields[name] = value
    else {
      const bytes = Buffer.from(await value.arrayBuffer())
      fields[name] = { name: value.name, type: value.type, bytes }
    }
  }
  return fields
}

function parse(body: Buffer): Record<string, unknown> | undefined {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
