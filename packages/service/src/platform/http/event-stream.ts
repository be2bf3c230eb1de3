/** Server-sent events over one response: headers at once, back-pressure while writing, an end when either side wants it. */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import type { Log } from '../log.ts'
import type { Answered } from './request-log.ts'
import type { Answer, EventStream } from './route.ts'
import { isTakeable, takeSocket } from './take-socket.ts'

type Events = NonNullable<Answer['events']>
type Out = ServerResponse | Socket

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // A proxy that gathers the answer before it passes it on would make a stream pointless.
  'x-accel-buffering': 'no',
}

/** The word that the service stops, for all open streams. */
export interface Stopping {
  readonly isStopping: () => boolean
  /** Calls `fn` when the word comes; the returned function takes it back. */
  onStop(fn: () => void): () => void
  tell(): void
  /** Sockets of open streams that HTTP has let go of, and so cannot close when time is up. */
  readonly taken: Set<Socket>
}

export function createStopping(): Stopping {
  const listeners = new Set<() => void>()
  let stopping = false
  return {
    taken: new Set(),
    isStopping: () => stopping,
    onStop(fn) {
      if (stopping) fn()
      else listeners.add(fn)
      return () => void listeners.delete(fn)
    },
    tell() {
      stopping = true
      for (const listener of listeners) listener()
      listeners.clear()
    },
  }
}

/** What a stream is given: none of it may hold the request or the reply, since it stays for hours, thousands of times. */
export interface StreamContext {
  readonly requestId: string
  readonly log: Log
  readonly stopping: Stopping
  /** To be called when the answer is over, where `close` of the response does not come. */
  readonly over: (answered: Answered) => void
}

export async function openStream(
  reply: FastifyReply,
  answer: Answer,
  context: StreamContext,
): Promise<FastifyReply> {
  reply.hijack()
  const { raw } = reply
  const { events = nothing } = answer
  const isTaken = answer.isLong === true && isTakeable(raw)
  const closing = isTaken ? { connection: 'close' } : {}
  raw.writeHead(200, { 'x-request-id': context.requestId, ...headers, ...closing, ...answer.headers })
  raw.flushHeaders()
  const isChunked = raw.chunkedEncoding
  const socket = isTaken ? await takeSocket(raw) : undefined
  if (socket) runOnSocket(socket, isChunked, events, context)
  else run(raw, false, events, context)
  return reply
}

function runOnSocket(socket: Socket, isChunked: boolean, events: Events, context: StreamContext): void {
  const { taken } = context.stopping
  taken.add(socket)
  socket.on('close', () => {
    taken.delete(socket)
    context.over({ statusCode: 200, writableFinished: socket.writableFinished })
  })
  run(socket, isChunked, events, context)
}

/** `isFramed`: the chunks of HTTP are made here, since HTTP itself has let go of the socket. */
function run(out: Out, isFramed: boolean, events: Events, { requestId, log, stopping }: StreamContext): void {
  let isEnded = false
  let signal: AbortController | undefined
  let whenEnded: (() => void) | undefined
  const leave = () => {
    if (isEnded) return
    isEnded = true
    whenEnded?.()
    signal?.abort()
  }
  out.on('close', leave)
  // A reader may have left before there was a stream.
  if (out.destroyed) leave()
  const forget = stopping.onStop(leave)
  const stream: EventStream = {
    get ended() {
      signal ??= new AbortController()
      if (isEnded) signal.abort()
      return signal.signal
    },
    onEnd(fn) {
      const earlier = whenEnded
      if (isEnded) fn()
      else if (!earlier) whenEnded = fn
      else
        whenEnded = () => {
          earlier()
          fn()
        }
    },
    isEnded: () => isEnded,
    isStopping: () => stopping.isStopping() && !out.destroyed,
    send: (text) => write(out, isFramed ? chunkOf(text) : text),
  }
  const close = () => {
    forget()
    if (out.writableEnded) return
    if (isFramed) out.end(LAST_CHUNK)
    else out.end()
    // The reader may never close its side.
    if ('destroySoon' in out) out.destroySoon()
  }
  events(stream).then(close, (error) => {
    log.error({ reqId: requestId, err: error }, 'an event stream failed')
    close()
  })
}

async function write(out: Out, text: string): Promise<boolean> {
  if (out.destroyed || out.writableEnded) return false
  if (out.write(text)) return true
  await new Promise<void>((resolve) => {
    const done = () => {
      out.off('drain', done)
      out.off('close', done)
      resolve()
    }
    out.once('drain', done)
    out.once('close', done)
  })
  return !out.destroyed
}

const LAST_CHUNK = '0\r\n\r\n'
/** An empty chunk would be the last. */
const chunkOf = (text: string) =>
  text === '' ? '' : `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
const nothing: Events = async () => {}
