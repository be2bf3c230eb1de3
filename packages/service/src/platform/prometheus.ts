/** The parts of prom-client that are used here. Its front door also loads a tracing library, and that with every start. */
import { createRequire } from 'node:module'
import type * as client from 'prom-client'

const load = createRequire(import.meta.url)

export type Registry = client.Registry
export type Gauge<T extends string = string> = client.Gauge<T>

export const Registry: typeof client.Registry = load('prom-client/lib/registry.js')
export const Counter: typeof client.Counter = load('prom-client/lib/counter.js')
export const Gauge: typeof client.Gauge = load('prom-client/lib/gauge.js')
export const Histogram: typeof client.Histogram = load('prom-client/lib/histogram.js')
