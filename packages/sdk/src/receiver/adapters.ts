/**
 * Adapters of the receiver for fetch, node:http, Express and Fastify. Each one reads the raw body; if another program part has
 * read it before, the failure says so.
 */
import type { Handle, Received, Unreadable } from './handle.ts'

const LIMIT_BYTES = 10_000_000
const decoder = new TextDecoder()

const unreadable = (status: number, message: string): Unreadable =>
  Object.assign(new Error(message), { status })
const alreadyRead = (what: string) =>
  unreadable(
    500,
    `body: ${what} before the receiver, which needs it as it came. Mount the receiver before any body parser, or keep the raw bytes as request.rawBody.`,
  )
const tooLong = () =>
  unreadable(413, `body: found more than ${LIMIT_BYTES} bytes; no request of Tandem is as long`)

/** The parts of a node:http request that are needed. */
export interface NodeRequest extends AsyncIterable<unknown> {
  readonly method?: string | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly readableEnded?: boolean
  readonly destroyed?: boolean
  /** The body as parsed by a body parser. */
  readonly body?: unknown
  /** The raw body, if the platform or a parser kept it. */
  readonly rawBody?: unknown
  /** Iterates over the body; with `destroyOnReturn: false` the connection stays open for the response. */
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
  /** The raw body, as returned by the parser that the adapter adds. */
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
    /** For Workers, Next, Hono, Deno and Bun: receives a Request and returns a Response. */
    async fetch(request: Request): Promise<Response> {
      const body = request.bodyUsed ? alreadyRead('something read it') : await textOf(piecesOf(request))
      const header = (name: string) => request.headers.get(name) ?? undefined
      const { status, json } = await handle({ method: request.method, header, body })
      return Response.json(json, { status })
    },

    /** `http.createServer(hooks.node)`, and for frameworks that pass on the requests of node:http. */
    node,

    /** `app.use('/tandem', hooks.express())`; requests that are not from Tandem go to the next handler. */
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

/** A stream that was already read would never end, so this is reported at once instead of waiting. */
async function rawBody(request: NodeRequest): Promise<string | Unreadable> {
  for (const kept of [request.rawBody, request.body]) {
    if (typeof kept === 'string') return kept
    if (kept instanceof Uint8Array) return decoder.decode(kept)
  }
  if (request.body !== undefined && request.body !== null) return alreadyRead('a parser made an object of it')
  if (request.readableEnded || request.destroyed) return alreadyRead('something read it')
  const text = await textOf(request.iterator?.({ destroyOnReturn: false }) ?? request)
  // A client reads the response only after it has sent everything, so the rest of a body that is too long is discarded.
  request.resume?.()
  return text
}

/** Not every platform with fetch supports `for await` over a ReadableStream. */
async function* piecesOf({ body }: Request): AsyncGenerator<Uint8Array> {
  if (!body) return
  const reader = body.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    await reader.cancel()
  }
}

/** Stops reading a body that is too long, because anybody can send a request. */
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
