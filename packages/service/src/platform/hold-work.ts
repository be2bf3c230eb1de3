/**
 * Holds work back while connections arrive. Node accepts one new connection in a tick of the event loop, so a caller who connects
 * after a thousand others waits for a thousand ticks: these must be short. Queues of work ask here in each tick.
 */

/** While connections arrive, each queue works once in this time. */
const WORK_EVERY_MS = 10

/** How many connections this process has accepted. */
let accepted = 0

export function connectionAccepted(): void {
  accepted++
}

/** Returns a function for one queue, which it calls before it works in a tick: whether it must wait for the next tick. */
export function createHold(nowMs = () => performance.now()): () => boolean {
  let seen = accepted
  let heldUntilMs = 0
  return () => {
    const isHeld = accepted !== seen && nowMs() < heldUntilMs
    seen = accepted
    if (!isHeld) heldUntilMs = nowMs() + WORK_EVERY_MS
    return isHeld
  }
}
