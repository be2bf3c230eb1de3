/**
 * When the work on a request starts: a few in a tick of the event loop, none after one that took long, callers in rotation. A
 * thousand requests of one caller that come at the same moment would else all be worked on before the next request of anybody is
 * even read. A caller is a credential that was valid before, else an address: all callers of one address without such a credential
 * share its turns.
 */
import { hash } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import { LRUCache } from 'lru-cache'
import { createFairQueue } from '../fair-queue.ts'

const STARTS_PER_TICK = 8
/** Once the starts of a tick took so long, the next one waits for the next tick. */
const MOST_MS = 5
const MOST_KNOWN = 10_000

export function createStarts(nowMs = () => performance.now()) {
  const waiting = createFairQueue<() => void>()
  const known = new LRUCache<string, true>({ max: MOST_KNOWN })
  let left = STARTS_PER_TICK
  let firstAtMs = 0

  /** Each start has a callback of its own, so that the time which one takes is known before the next. */
  function planNextTick(): void {
    setImmediate(() => {
      left = STARTS_PER_TICK
    })
    for (let n = 0; n < STARTS_PER_TICK; n++) setImmediate(startNext)
  }

  /** The first start of a tick sees to the next tick. */
  function startNext(): void {
    const isFirst = left === STARTS_PER_TICK
    const mayStart = isFirst || (left > 0 && nowMs() - firstAtMs < MOST_MS)
    const next = mayStart ? waiting.take() : undefined
    if (!next) return
    left--
    if (isFirst) {
      firstAtMs = nowMs()
      planNextTick()
    }
    next.job()
  }

  return {
    inTurn(handle: RequestListener): RequestListener {
      return (request, response) => {
        const credential = credentialOf(request)
        const caller = known.has(credential) ? credential : (request.socket.remoteAddress ?? '')
        // Who has hung up meanwhile needs no work.
        waiting.add(caller, () => request.socket.destroyed || handle(request, response))
        startNext()
      }
    },
    /** The credential that came with the request is valid. Where a route needs none, there may be none. */
    accepted(request: IncomingMessage): void {
      const { authorization, cookie } = request.headers
      if (authorization !== undefined || cookie !== undefined) known.set(credentialOf(request), true)
    },
  }
}

/** Hashed, since no key is kept as it is. */
const credentialOf = ({ headers }: IncomingMessage) =>
  hash('sha256', headers.authorization ?? headers.cookie ?? '')
