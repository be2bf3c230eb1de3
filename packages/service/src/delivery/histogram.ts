/** A histogram that costs a few comparisons to fill; prom-client's own costs more than the rest of an attempt's bookkeeping. */
import type { Registry } from 'prom-client'

export interface Histogram {
  observe(value: number): void
}

export function createHistogram(
  registry: Registry,
  name: string,
  help: string,
  bounds: readonly number[],
): Histogram {
  const counts = new Float64Array(bounds.length + 1)
  let sum = 0
  const metric = {
    name,
    help,
    type: 'histogram' as const,
    aggregator: 'sum' as const,
    reset: () => void counts.fill(0),
    async get() {
      let total = 0
      const values = [...bounds, Number.POSITIVE_INFINITY].map((bound, i) => {
        total += counts[i] ?? 0
        const le = Number.isFinite(bound) ? bound : '+Inf'
        return { metricName: `${name}_bucket`, labels: { le }, value: total }
      })
      values.push({ metricName: `${name}_sum`, labels: {} as never, value: sum })
      values.push({ metricName: `${name}_count`, labels: {} as never, value: total })
      return { name, help, type: 'histogram' as const, aggregator: 'sum' as const, values }
    },
  }
  registry.registerMetric(metric as never)
  return {
    observe(value) {
      let i = 0
      while (i < bounds.length && value > (bounds[i] as number)) i++
      counts[i] = (counts[i] ?? 0) + 1
      sum += value
    },
  }
}
