/**
 * How V8 treats what the service makes. Nearly all of it is gone within moments, but what waits its turn in a backlog lives
 * through a collection or two. From that V8 learns to put such objects among the old ones right away, and each of them, long
 * dead, then holds its texts until the next full collection: more memory, more copying and longer pauses.
 */
import { setFlagsFromString } from 'node:v8'

/** For the whole process and its threads; to be called before work begins. */
export function startYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}
