/** Server-sent events: a stream with back-pressure that either side can end; or a single event in place of a JSON body. */
import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../log.ts'
import { type Hold, READ_WITHIN_MS } from './limit-unread.ts'
import type { EventStream, RouteResponse } from './route.ts'

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // A proxy that buffers the response would make a stream pointless.
  'x-accel-buffering': 'no',
}

export interface StreamContext {
  readonly requestId: string
  readonly log: Log
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal
  /** Reserves memory for bytes that the reader has not read yet. */
  readonly hold: Hold
}

export function openStream(
  reply: FastifyReply,
  { events, headers: own }: RouteResponse & Required<Pick<RouteResponse, 'events'>>,
  { requestId, log, stopping, hold }: StreamContext,
): FastifyReply {
  reply.hijack()
  const { raw } = reply
  const common = reply.getHeaders() as OutgoingHttpHeaders
  raw.writeHead(200, { ...common, ...headers, ...own })
  raw.flushHeaders()

  const ended = new AbortController()
  const end = () => ended.abort()
  raw.on('close', end)
  stopping.addEventListener('abort', end)
  // Either may have happened before the stream was opened.
  if (raw.destroyed || stopping.aborted) end()
  const stream: EventStream = {
    isEnded: () => ended.signal.aborted,
    onEnd(fn) {
      if (ended.signal.aborted) fn()
      else ended.signal.addEventListener('abort', fn)
    },
    isStopping: () => stopping.aborted && !raw.destroyed,
    send: (text) => write(raw, text, hold),
  }
  const close = () => {
    stopping.removeEventListener('abort', end)
    raw.end()
  }
  events(stream).then(close, (error) => {
    log.error({ reqId: requestId, err: error }, 'an event stream failed')
    close()
  })
  return reply
}

async function write(response: ServerResponse, text: string, hold: Hold): Promise<boolean> {
  if (response.destroyed || response.writableEnded) return false
  if (response.write(text)) return true
  const leave = hold(Buffer.byteLength(text))
  if (!leave) {
    response.destroy()
    return false
  }
  await new Promise<void>((resolve) => {
    // A client that reads nothing would otherwise hold its connection and the unread bytes for ever.
    const timer = setTimeout(() => response.destroy(), READ_WITHIN_MS)
    const done = () => {
      clearTimeout(timer)
      response.off('drain', done)
      response.off('close', done)
      resolve()
    }
    response.once('drain', done)
    response.once('close', done)
  })
  leave()
  return !response.destroyed
}

/** Whether a caller asks for server-sent events, and so understands their ids and comments. */
export const readsEvents = ({ accept }: IncomingHttpHeaders): boolean =>
  accept !== undefined && /\btext\/event-stream\b/i.test(accept)

/** A caller that also accepts JSON gets JSON for a single body. */
const readsOnlyEvents = (headers: IncomingHttpHeaders): boolean =>
  readsEvents(headers) && !/\bapplication\/json\b/i.test(headers.accept ?? '')

/**
 * Sends a JSON body, also of a failure; to callers that read everything with an event-source client, as one event. Such clients
 * read the body of a 200 only, so the status is 200, and `code` in the event shows a failure. GET keeps its status: an event
 * source repeats the request after every 200 and stops at any other status.
 */
export function sendJson(request: FastifyRequest, reply: FastifyReply, body: unknown): FastifyReply {
  const { before, behind } = frameOf(request, reply)
  return reply.send(before + JSON.stringify(body) + behind)
}

/** The same for a JSON body in parts, which are made as the caller reads them. */
export function sendJsonParts(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: AsyncIterable<string>,
): FastifyReply {
  const { before, behind } = frameOf(request, reply)
  async function* framed() {
    yield before
    yield* parts
    yield behind
  }
  return sendParts(request, reply, framed())
}

/** Sends a body in parts; none is made before the one in front is taken. */
export function sendParts(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: AsyncIterable<string | Buffer>,
): FastifyReply {
  const body = Readable.from(parts, { highWaterMark: 1 })
  // Once a part is sent, a failure can only cut the connection. The line of the request would look as if the caller had hung up.
  body.once('error', (error) => {
    if (reply.raw.headersSent) request.log.error({ err: error }, 'the response was cut off')
  })
  return reply.send(body)
}

/** The JSON of an object in parts, one for each entry of the list that is its last property; `head` is what stands before the list. */
export async function* listJson(head: string, entries: AsyncIterable<unknown>): AsyncGenerator<string> {
  yield `${head}[`
  let between = ''
  for await (const entry of entries) {
    yield between + JSON.stringify(entry)
    between = ','
  }
  yield ']}'
}

/** Sets the headers of a JSON body, and returns what stands around it. */
function frameOf(request: FastifyRequest, reply: FastifyReply): { before: string; behind: string } {
  if (!readsOnlyEvents(request.headers)) {
    reply.type('application/json; charset=utf-8')
    return { before: '', behind: '' }
  }
  if (request.method !== 'GET') reply.code(200)
  reply.type('text/event-stream; charset=utf-8').header('cache-control', 'no-store')
  return { before: 'data: ', behind: '\n\n' }
}
