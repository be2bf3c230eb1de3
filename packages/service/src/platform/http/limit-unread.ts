/**
 * Limits the memory of responses that their callers do not read. One caller may hold half of the budget that others leave, and
 * has a minute to read the next piece. Streamed responses (`chunks`, events) hold no more than a piece.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { busy } from '../fault.ts'
import { createMemoryBudget, FREE_BYTES } from '../memory-budget.ts'

const MIB = 1024 * 1024
/** Callers without a key never take the memory of those with one. */
const KNOWN_BYTES = 128 * MIB
const UNKNOWN_BYTES = 64 * MIB
/** A caller that reads nothing of its response for this long is cut off. */
export const READ_WITHIN_MS = 60_000

/** Reserves memory for unread bytes until the returned function is called; returns undefined if there is no room. */
export type Hold = (bytes: number) => (() => void) | undefined
export type HoldFor = (request: FastifyRequest) => Hold

/** Callers without a credential are distinguished by `addressOf`. */
export function createUnreadBudget(addressOf: (request: FastifyRequest) => string): HoldFor {
  const known = createMemoryBudget(KNOWN_BYTES)
  const unknown = createMemoryBudget(UNKNOWN_BYTES)
  return (request) => {
    const isKnown = request.caller !== ''
    const budget = isKnown ? known : unknown
    const name = isKnown ? request.caller : addressOf(request)
    return (bytes) => {
      const share = budget.open(name)
      return share.growTo(bytes) ? share.leave : undefined
    }
  }
}

export function limitUnread(app: FastifyInstance, holdFor: HoldFor): void {
  app.addHook('onSend', (request, reply, payload, next) => {
    const { raw } = reply
    const size = typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0
    if (size === 0 || raw.destroyed) return next(null, payload)
    raw.setTimeout(READ_WITHIN_MS, () => raw.destroy())
    if (size <= FREE_BYTES) return next(null, payload)
    const leave = holdFor(request)(size)
    if (!leave) return next(tooMuch())
    raw.once('close', leave)
    next(null, payload)
  })
}

export const tooMuch = () =>
  busy('Too much of what you asked for waits to be taken; read it, or try again in a moment.')
