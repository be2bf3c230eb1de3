/** How a request reaches the receiver: fetch, node:http, Express and Fastify. Each takes the raw body, or says who took it. */
import type { Handle, Received, Unreadable } from './handle.ts'

const LIMIT_BYTES = 10_000_000
const decoder = new TextDecoder()

const unreadable = (status: number, message: string): Unreadable =>
  Object.assign(new Error(message), { status })
const takenBefore = (what: string) =>
  unreadable(
    500,
    `body: ${what} before the receiver, which needs it as it came. Mount the receiver before any body parser, or keep the raw bytes as request.rawBody.`,
  )
const tooLong = () =>
  unreadable(413, `body: found more than ${LIMIT_BYTES} bytes; no request of Tandem is as long`)

/** A request of node:http, as far as it is needed. */
export interface NodeRequest extends AsyncIterable<unknown> {
  readonly method?: string | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly readableEnded?: boolean
  readonly destroyed?: boolean
  /** What a parser made of the body. */
  readonly body?: unknown
  /** The bytes, where the platform or a parser kept them. */
  readonly rawBody?: unknown
  /** Goes through the body, and leaves the connection open for the response. */
  iterator?(options: { destroyOnReturn: boolean }): AsyncIterable<unknown>
  resume?(): unknown
}

export interface NodeResponse {
  statusCode: number
  setHeader(name: string, value: string): unknown
  end(text: string): unknown
}

/** The parts of Fastify that are needed. */
export interface FastifyInstance {
  removeAllContentTypeParsers(): unknown
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer'; bodyLimit: number },
    parser: (request: never, body: never, done: (error: Error | null, body?: unknown) => void) => void,
  ): unknown
  route(options: {
    method: 'POST'
    url: string
    handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
  }): unknown
}
export interface FastifyRequest {
  readonly method: string
  readonly headers: NodeRequest['headers']
  /** Bytes, by the parser that is set here. */
  readonly body?: unknown
}
export interface FastifyReply {
  code(status: number): FastifyReply
  send(json: unknown): unknown
}

export function adaptersOf(handle: Handle) {
  async function node(request: NodeRequest, response: NodeResponse): Promise<void> {
    const { status, json } = await handle(await receivedFrom(request))
    response.statusCode = status
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(json))
  }

  return {
    /** Workers, Next, Hono, Deno, Bun: a Request in, a Response out. */
    async fetch(request: Request): Promise<Response> {
      const body = request.bodyUsed ? takenBefore('something read it') : await textOf(piecesOf(request))
      const header = (name: string) => request.headers.get(name) ?? undefined
      const { status, json } = await handle({ method: request.method, header, body })
      return Response.json(json, { status })
    },

    /** `http.createServer(hooks.node)`, and every framework that passes on what node:http gives. */
    node,

    /** `app.use('/tandem', hooks.express())`; other requests go on to the next handler. */
    express() {
      return (request: NodeRequest, response: NodeResponse, next: (error?: unknown) => void): void => {
        if (request.method !== 'POST' || !request.headers['webhook-id']) next()
        else node(request, response).catch(next)
      }
    },

    /** `app.register(hooks.fastify, { prefix: '/tandem' })` */
    async fastify(app: FastifyInstance): Promise<void> {
      app.removeAllContentTypeParsers()
      app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LIMIT_BYTES }, (_request, body, done) =>
        done(null, body),
      )
      const handler = async ({ method, headers, body }: FastifyRequest, reply: FastifyReply) => {
        const text = body instanceof Uint8Array ? decoder.decode(body) : ''
        const { status, json } = await handle({ method, header: headerOf(headers), body: text })
        return reply.code(status).send(json)
      }
      for (const url of ['/', '/*']) app.route({ method: 'POST', url, handler })
    },
  }
}

const headerOf = (headers: NodeRequest['headers']) => (name: string) => {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

async function receivedFrom(request: NodeRequest): Promise<Received> {
  const cut = (error: Error) =>
    unreadable(500, `body: the connection broke before its end (${error.message})`)
  const body = await rawBody(request).catch(cut)
  return { method: request.method ?? '', header: headerOf(request.headers), body }
}

/** A stream that was read to its end would never end again: that is told, and not waited for. */
async function rawBody(request: NodeRequest): Promise<string | Unreadable> {
  for (const kept of [request.rawBody, request.body]) {
    if (typeof kept === 'string') return kept
    if (kept instanceof Uint8Array) return decoder.decode(kept)
  }
  if (request.body !== undefined && request.body !== null) return takenBefore('a parser made an object of it')
  if (request.readableEnded || request.destroyed) return takenBefore('something read it')
  const text = await textOf(request.iterator?.({ destroyOnReturn: false }) ?? request)
  // A client that still sends reads no response before it is through: the rest is let go by.
  request.resume?.()
  return text
}

/** A `for await` over the stream itself is not everywhere where there is fetch. */
async function* piecesOf({ body }: Request): AsyncGenerator<Uint8Array> {
  if (!body) return
  const reader = body.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    await reader.cancel()
  }
}

/** Anybody can send something: what is too long is not read to its end. */
async function textOf(body: AsyncIterable<unknown>): Promise<string | Unreadable> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of body) {
    pieces.push(typeof piece === 'string' ? new TextEncoder().encode(piece) : (piece as Uint8Array))
    bytes += pieces.at(-1)?.length ?? 0
    if (bytes > LIMIT_BYTES) return tooLong()
  }
  return joined(pieces, bytes)
}

function joined(pieces: readonly Uint8Array[], bytes: number): string {
  const all = new Uint8Array(bytes)
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return decoder.decode(all)
}
