/** What a bench is, and the arithmetic they share: medians, percentiles, and two sides measured in turn. */

export interface Finding {
  readonly value: number
  readonly unit: string
  readonly met: boolean
  /** What the value was made of, in the order it is printed. */
  readonly details: Readonly<Record<string, string | number>>
  /** Further figures of the same run, each a row of its own; those without a target are only shown. */
  readonly also?: readonly Figure[]
}

export interface Figure {
  readonly name: string
  readonly target?: string
  readonly value: number
  readonly unit: string
  readonly met?: boolean
}

/** One measured claim. Each file in `bench/<group>/` exports one as `bench`. */
export interface Bench {
  readonly name: string
  readonly target: string
  readonly run: () => Promise<Finding>
}

/** Thrown by a bench that lacks its data: it is listed as not measured, which is no failure. */
export class NotMeasured extends Error {}

/**
 * Measures two sides in turn, A B A B, so that whatever else the machine does meanwhile hits both. The first round warms
 * up and does not count.
 */
export async function inTurn<A, B>(
  rounds: number,
  a: (round: number) => Promise<A>,
  b: (round: number) => Promise<B>,
): Promise<{ a: A[]; b: B[] }> {
  const measured = { a: [] as A[], b: [] as B[] }
  for (let round = 0; round <= rounds; round++) {
    const [ofA, ofB] = [await a(round), await b(round)]
    if (round === 0) continue
    measured.a.push(ofA)
    measured.b.push(ofB)
  }
  return measured
}

export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new Error('No values were measured.')
  const sorted = values.toSorted((x, y) => x - y)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] as number
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((x, y) => x - y)
  const middle = sorted.length >> 1
  if (sorted.length % 2 === 1) return sorted[middle] as number
  return ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
}

/** The median over rounds of `of / to`: the two of one round ran side by side and met the same noise. */
export function ratio(of: readonly number[], to: readonly number[]): number {
  return Number(median(of.map((value, round) => value / (to[round] as number))).toFixed(2))
}

/** `median (lowest to highest of n)`, for a reader who wants to know how far to trust it. */
export function spread(values: readonly number[], unit: string, digits = 0): string {
  const shown = (value: number) => value.toFixed(digits)
  return `${shown(median(values))} ${unit} (${shown(Math.min(...values))} to ${shown(Math.max(...values))} of ${values.length})`
}
