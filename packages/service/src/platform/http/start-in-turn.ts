/**
 * When the work on a request starts: a few in a tick of the event loop, callers in rotation. A thousand requests of one caller that
 * come at the same moment would else all be worked on before the next request of anybody is even read. A caller is who a credential
 * was valid for before, however it is spelled, else an address: all callers of one address without such a credential share its turns.
 */
import { hash } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import { LRUCache } from 'lru-cache'
import { createTickQueue } from '../tick-queue.ts'

const STARTS_PER_TICK = 8
const MOST_KNOWN = 10_000
/** While new connections come, work starts once in so long. */
const START_EVERY_MS = 10

export function createStarts(nowMs = () => performance.now()) {
  const known = new LRUCache<string, string>({ max: MOST_KNOWN })
  let hasConnected = false
  let heldUntilMs = 0

  /**
   * Node takes one new connection in a tick. While they come, ticks have to be short: else a caller who connects after a thousand
   * others waits until the work of all of those is done.
   */
  function isHeld(): boolean {
    const isHeldBack = hasConnected && nowMs() < heldUntilMs
    hasConnected = false
    if (!isHeldBack) heldUntilMs = nowMs() + START_EVERY_MS
    return isHeldBack
  }

  const waiting = createTickQueue({ jobsPerTick: STARTS_PER_TICK, isHeld, nowMs })

  return {
    /** To be called for each new connection. */
    connected(): void {
      hasConnected = true
    },
    inTurn(handle: RequestListener): RequestListener {
      return (request, response) => {
        const caller = known.get(credentialOf(request)) ?? request.socket.remoteAddress ?? ''
        // Who has hung up meanwhile needs no work.
        waiting.add(caller, () => request.socket.destroyed || handle(request, response))
      }
    },
    /** The credential that came with the request is that of `caller`. */
    accepted(request: IncomingMessage, caller: string): void {
      known.set(credentialOf(request), caller)
    },
  }
}

/** Hashed, since no key is kept as it is. */
const credentialOf = ({ headers }: IncomingMessage) =>
  hash('sha256', headers.authorization ?? headers.cookie ?? '')
