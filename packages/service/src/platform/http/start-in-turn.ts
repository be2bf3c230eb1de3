/**
 * Decides when the work on a request starts: a few requests per tick of the event loop, callers in rotation. Otherwise a thousand
 * simultaneous requests of one caller would all be worked on before the next request of another caller is even read. The caller is
 * known by a credential that was valid before; requests without such a credential share the turns of their address.
 */
import { hash } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import { LRUCache } from 'lru-cache'
import { createHold } from '../hold-work.ts'
import { createTickQueue } from '../tick-queue.ts'

const STARTS_PER_TICK = 8
const MOST_KNOWN = 10_000

export function createStarts(nowMs = () => performance.now()) {
  const known = new LRUCache<string, string>({ max: MOST_KNOWN })
  const waiting = createTickQueue({ jobsPerTick: STARTS_PER_TICK, isHeld: createHold(nowMs), nowMs })

  return {
    inTurn(handle: RequestListener): RequestListener {
      return (request, response) => {
        const caller = known.get(credentialOf(request)) ?? request.socket.remoteAddress ?? ''
        // A request whose caller has hung up is not started.
        waiting.add(caller, () => request.socket.destroyed || handle(request, response))
      }
    },
    /** Remembers that the request's credential belongs to `caller`. */
    accepted(request: IncomingMessage, caller: string): void {
      known.set(credentialOf(request), caller)
    },
  }
}

/** Hashed, so that no key is kept in memory. */
const credentialOf = ({ headers }: IncomingMessage) =>
  hash('sha256', headers.authorization ?? headers.cookie ?? '')
