/** The counts of an hour: numbers, and durations in buckets. Pure: adds counts, and reads percentiles. */

const numbers = ['questions', 'answered', 'offered', 'none', 'handoffs', 'deliveries', 'failures'] as const
const durations = ['answer', 'firstReply', 'latency'] as const

/** The number of durations in each bucket, by the bucket's index. */
type Histogram = Record<number, number>

export type Counts = Partial<Record<(typeof numbers)[number], number>> &
  Partial<Record<(typeof durations)[number], Histogram>>

/** Upper bounds of the buckets. */
const BOUNDS_MS = [
  2, 5, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1000, 1500, 2000, 3000, 5000, 7500, 10_000,
  15_000, 20_000, 30_000, 45_000, 60_000, 90_000, 120_000, 180_000, 300_000, 600_000, 1_800_000, 3_600_000,
]

/** A histogram with one duration in it. */
export function histogramOf(ms: number): Histogram {
  const bucket = BOUNDS_MS.findIndex((bound) => ms <= bound)
  return { [bucket === -1 ? BOUNDS_MS.length : bucket]: 1 }
}

/** Adds `more` to `sum`, and returns `sum`. */
export function addTo(sum: Counts, more: Counts): Counts {
  for (const name of numbers) if (more[name]) sum[name] = (sum[name] ?? 0) + more[name]
  for (const name of durations) if (more[name]) sum[name] = addDurations(sum[name] ?? {}, more[name])
  return sum
}

function addDurations(sum: Histogram, more: Histogram): Histogram {
  for (const [bucket, count] of Object.entries(more)) sum[Number(bucket)] = (sum[Number(bucket)] ?? 0) + count
  return sum
}

/** The duration that this share of all did not exceed, interpolated within its bucket; null without durations. */
export function percentile(histogram: Histogram | undefined, share: number): number | null {
  if (!histogram) return null
  const total = Object.values(histogram).reduce((sum, count) => sum + count, 0)
  let before = 0
  // The last bucket has no bound.
  for (let bucket = 0; bucket <= BOUNDS_MS.length; bucket++) {
    const count = histogram[bucket] ?? 0
    if (count > 0 && before + count >= share * total) {
      const low = BOUNDS_MS[bucket - 1] ?? 0
      const high = BOUNDS_MS[bucket] ?? low
      return Math.round(low + ((high - low) * (share * total - before)) / count)
    }
    before += count
  }
  return null
}
