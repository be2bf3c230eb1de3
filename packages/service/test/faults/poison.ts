/**
 * Loaded into a service before it starts (`node --import`): text with one of these marks hangs the event loop for ever where
 * the service folds it, inside a turn or inside a request. It stands for a fault nobody knows of yet.
 */
import { currentActivity } from '../../src/platform/activity.ts'

export const LOOPS_IN_TURN = 'endless loop'
export const BACKTRACKS_IN_TURN = 'endless expression'
export const LOOPS_IN_REQUEST = 'endless request'

function hangIfPoisoned(text: string): void {
  const kind = text.includes('endless') ? currentActivity()?.kind : undefined
  if (kind === 'item' && text.includes(LOOPS_IN_TURN)) loop()
  if (kind === 'item' && text.includes(BACKTRACKS_IN_TURN)) /^(a+)+$/.test(`${'a'.repeat(80)}b`)
  if (kind === 'request' && text.includes(LOOPS_IN_REQUEST)) loop()
}

/** Holds the event loop, and leaves the processor to other tests. */
function loop(): never {
  const nothing = new Int32Array(new SharedArrayBuffer(4))
  for (;;) Atomics.wait(nothing, 0, 0, 10)
}

const { normalize, toLowerCase } = String.prototype
String.prototype.normalize = function (this: string, ...args: []) {
  hangIfPoisoned(this)
  return normalize.apply(this, args)
}
String.prototype.toLowerCase = function (this: string) {
  hangIfPoisoned(this)
  return toLowerCase.apply(this)
}
