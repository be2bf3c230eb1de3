/**
 * Limits the event streams that are open in this process per key, such as a person. A stream counts from the response of its
 * handler on, so that many requests at once do not pass the limit.
 */
import { createOpenCounts } from '../count-open.ts'
import { tooMany } from '../limit-rate.ts'
import type { EventStream, RouteResponse } from './route.ts'

/** Enough for many tabs or programs; each event is written to all of them. */
const MOST = 50
const ASK_AGAIN_MS = 10_000

/** Returns a function that responds with a stream, or throws when there are too many of them; `found` names them. */
export function limitStreams(found: string) {
  const streams = createOpenCounts()
  return (key: string, follow: (stream: EventStream) => Promise<void>): RouteResponse => {
    const open = streams.of(key)
    if (open >= MOST) throw tooMany(`found ${open} ${found} open already`, ASK_AGAIN_MS)
    const close = streams.enter(key)
    return { events: (stream) => follow(stream).finally(close) }
  }
}
