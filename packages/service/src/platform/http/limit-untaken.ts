/**
 * A response that its caller asks for and does not take stays in memory. One caller may have half of what others leave of the
 * budget, and a minute to take the next piece; what is sent as it is read (`chunks`, events) holds no more than a piece.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Fault } from '../fault.ts'
import { createMemoryBudget, FREE_BYTES } from '../memory-budget.ts'

const UNTAKEN_BYTES = 128 * 1024 * 1024
/** A caller that reads nothing of its response for this long is cut off. */
export const TAKEN_WITHIN_MS = 60_000

export function limitUntaken(app: FastifyInstance, callerOf: (request: FastifyRequest) => string): void {
  const untaken = createMemoryBudget(UNTAKEN_BYTES)
  app.addHook('onSend', (request, reply, payload, next) => {
    const { raw } = reply
    const size = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0
    if (size <= FREE_BYTES || raw.destroyed) return next(null, payload)
    const share = untaken.open(callerOf(request))
    if (!share.growTo(size)) return next(tooMuch())
    raw.once('close', share.leave).setTimeout(TAKEN_WITHIN_MS, () => raw.destroy())
    next(null, payload)
  })
}

function tooMuch(): Fault {
  const why = 'Too much of what you asked for waits to be taken; read it, or try again in a moment.'
  return new Fault('unavailable', why, { headers: { 'retry-after': '1' } })
}
