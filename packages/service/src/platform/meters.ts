/** Makes the metrics of a registry: one function for each kind. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

export function metersOf(registry: Registry) {
  const registers = [registry]
  return {
    counter: (name: string, help: string, ...labelNames: string[]) =>
      new Counter({ name, help, labelNames, registers }),
    /** `buckets` are upper bounds, in seconds. */
    histogram: (name: string, help: string, buckets: number[]) =>
      new Histogram({ name, help, buckets, registers }),
    gauge: (name: string, help: string, ...labelNames: string[]) =>
      new Gauge({ name, help, labelNames, registers }),
  }
}
