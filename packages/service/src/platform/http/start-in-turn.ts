/**
 * When the work on a request starts: a few in a tick of the event loop, callers in rotation. A thousand requests of one caller
 * that come at the same moment would else all be worked on before the next request of anybody is even read. A caller is a
 * credential that was valid before, else an address: all callers of one address without such a credential share its turns.
 */
import { hash } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import { LRUCache } from 'lru-cache'
import { createFairQueue } from '../fair-queue.ts'

const STARTS_PER_TICK = 8
const MOST_KNOWN = 10_000

export function createStarts() {
  const waiting = createFairQueue<() => void>()
  const known = new LRUCache<string, true>({ max: MOST_KNOWN })
  let left = STARTS_PER_TICK

  function nextTick(): void {
    left = STARTS_PER_TICK
    for (let next = take(); next; next = take()) next.job()
  }

  /** The first start of a tick sees to the next one. */
  function take() {
    const next = left > 0 ? waiting.take() : undefined
    if (next && left-- === STARTS_PER_TICK) setImmediate(nextTick)
    return next
  }

  return {
    inTurn(handle: RequestListener): RequestListener {
      return (request, response) => {
        const credential = credentialOf(request)
        const caller = known.has(credential) ? credential : (request.socket.remoteAddress ?? '')
        // Who has hung up meanwhile needs no work.
        waiting.add(caller, () => request.socket.destroyed || handle(request, response))
        take()?.job()
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
