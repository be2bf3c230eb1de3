/**
 * When queues hold still for others: from the adding of an item that is to run at once until it has run. What queues would
 * have under way keeps processor and disk busy just then. A hold is short, and there are holds for half of the time at most, so
 * that however many come with little, they cannot stop a queue. Time here is real: it is the machine that is waited for.
 */
export interface Courtesy {
  /** An item that is to run at once is being added; its lane will come under this claim. */
  begin(claim: number): void
  has(claim: number): boolean
  /** It has run, or does not come, or will take long. */
  end(claim: number): void
  /** How much longer queues hold still at most; 0 when they need not. */
  leftMs(): number
}

/** Longest hold. Time without one is saved up for the next. */
const MOST_MS = 10

export function createCourtesy(now = () => performance.now()): Courtesy {
  const underWay = new Set<number>()
  let savedMs = MOST_MS
  let at = now()

  function update(): void {
    const passedMs = now() - at
    at += passedMs
    if (underWay.size === 0) savedMs = Math.min(MOST_MS, savedMs + passedMs)
    else savedMs -= passedMs
    // What takes so long is not waited for any further.
    if (savedMs <= 0) underWay.clear()
  }

  return {
    begin(claim) {
      update()
      underWay.add(claim)
    },
    has: (claim) => underWay.has(claim),
    end(claim) {
      update()
      underWay.delete(claim)
    },
    leftMs() {
      if (underWay.size === 0) return 0
      update()
      return underWay.size === 0 ? 0 : savedMs
    },
  }
}
