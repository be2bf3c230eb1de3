/** A trend in the size of a word: a bar for each span of time, what failed in red above what worked. */
export interface SparkBar {
  readonly good: number
  readonly failed: number
}

const share = (n: number, most: number) => `${(n / most) * 100}%`

export function Spark({ label, bars }: { label: string; bars: readonly SparkBar[] }) {
  const most = Math.max(1, ...bars.map(({ good, failed }) => good + failed))
  return (
    <div role="img" aria-label={label} title={label} className="flex h-7 min-w-0 grow items-end gap-0.5">
      {bars.map(({ good, failed }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: spans of time, in their order
        <i key={n} className="flex h-full min-w-0 grow flex-col justify-end gap-px">
          {failed > 0 && (
            <b className="min-h-0.75 rounded-[2px] bg-bad" style={{ height: share(failed, most) }} />
          )}
          {good > 0 && (
            <b
              className="min-h-0.75 rounded-[2px] bg-endpoint opacity-70"
              style={{ height: share(good, most) }}
            />
          )}
          {good + failed === 0 && <b className="h-0.5 rounded-[2px] bg-line-strong" />}
        </i>
      ))}
    </div>
  )
}
