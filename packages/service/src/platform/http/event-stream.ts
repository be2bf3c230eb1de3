/** Server-sent events over one response: headers at once, back-pressure while writing, an end when either side wants it. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../log.ts'
import type { Answer, EventStream } from './route.ts'

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
}

export function createStopping(): Stopping {
  const listeners = new Set<() => void>()
  let stopping = false
  return {
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

export async function openStream(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  stopping: Stopping,
): Promise<FastifyReply> {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, { 'x-request-id': request.id, ...headers, ...answer.headers })
  raw.flushHeaders()
  let isEnded = false
  let signal: AbortController | undefined
  const listeners: (() => void)[] = []
  const leave = () => {
    if (isEnded) return
    isEnded = true
    for (const listener of listeners.splice(0)) listener()
    signal?.abort()
  }
  raw.once('close', leave)
  // A reader may have left before there was a stream.
  if (raw.destroyed) leave()
  const forget = stopping.onStop(leave)
  const stream: EventStream = {
    get ended() {
      signal ??= new AbortController()
      if (isEnded) signal.abort()
      return signal.signal
    },
    onEnd: (fn) => (isEnded ? fn() : void listeners.push(fn)),
    isEnded: () => isEnded,
    isStopping: () => stopping.isStopping() && !raw.destroyed,
    async send(text) {
      if (raw.destroyed || raw.writableEnded) return false
      if (raw.write(text)) return true
      await new Promise<void>((resolve) => {
        const done = () => {
          raw.off('drain', done)
          raw.off('close', done)
          resolve()
        }
        raw.once('drain', done)
        raw.once('close', done)
      })
      return !raw.destroyed
    },
  }
  try {
    await answer.events?.(stream)
  } catch (error) {
    ;(request.log as Log).error({ err: error }, 'an event stream failed')
  } finally {
    forget()
    raw.end()
  }
  return reply
}
