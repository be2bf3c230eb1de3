/** Tells the operator, once an hour, that a proxy stands in front and the service was not told: all callers count as one then. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'

const EVERY_MS = 3_600_000

export function createProxyWarning(
  log: Log,
  clock: Clock,
  proxyHops: number,
): (headers: IncomingHttpHeaders) => void {
  let warnedAt = Number.NEGATIVE_INFINITY
  return (headers) => {
    if (proxyHops > 0 || headers['x-forwarded-for'] === undefined) return
    const now = clock.now()
    if (now - warnedAt < EVERY_MS) return
    warnedAt = now
    log.warn(
      'A request came with X-Forwarded-For, and TANDEM_PROXY_HOPS is 0: limits per address count the proxy and not its callers. Set TANDEM_PROXY_HOPS to the number of proxies in front.',
    )
  }
}
