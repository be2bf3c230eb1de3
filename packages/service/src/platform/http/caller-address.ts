/**
 * Where a request came from, as limits count it: the socket's address, or what the proxies in front of us say, as many as we
 * were told of. Of an IPv6 address only the first 64 bits count: one customer of a provider has all that begin alike.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import type { Clock } from '../clock.ts'
import { type Log, nowAndThen } from '../log.ts'

export function callerAddress({ headers, socket }: IncomingMessage, proxyHops: number): string {
  const own = socket.remoteAddress ?? ''
  if (proxyHops === 0) return networkOf(own)
  // Each proxy adds the address it saw at the end; what stands further in front was written by the caller itself.
  const seen = String(headers['x-forwarded-for'] ?? '').split(',')
  return networkOf(withoutPort(seen.at(-proxyHops)?.trim() ?? '') || own)
}

/** An IPv4 address as it is, also where it is written as IPv6; of an IPv6 address its network, such as `2001:db8:1:2::/64`. */
export function networkOf(address: string): string {
  // Written by a proxy, and no address: it counts as it stands.
  if (!ipaddr.isValid(address)) return address
  const read = ipaddr.process(address)
  if (!(read instanceof ipaddr.IPv6)) return read.toString()
  const groups = read.parts.slice(0, 4)
  // The lowest addresses, such as ::1, differ in their other half only.
  if (groups.every((group) => group === 0)) return read.toString()
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`
}

/** Some proxies write the port along: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  return /^\[([^\]]*)\]/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
}

/** Loopback, and nobody says that the request was passed on for somebody else. */
export function isLocal({ headers, socket }: IncomingMessage): boolean {
  const isLoopback = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(socket.remoteAddress ?? '')
  const isPassedOn = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some(
    (name) => headers[name] !== undefined,
  )
  return isLoopback && !isPassedOn
}

const WARN_EVERY_MS = 3_600_000

/** Tells the operator, once an hour, that the service was not told of a proxy in front of it: all callers count as one then. */
export function createProxyWarning(
  log: Log,
  clock: Clock,
  proxyHops: number,
): (headers: IncomingHttpHeaders) => void {
  const warn = nowAndThen(
    WARN_EVERY_MS,
    () => clock.now(),
    () =>
      log.warn(
        'A request came with X-Forwarded-For, and TANDEM_PROXY_HOPS is 0: limits per address count the proxy and not its callers. Set TANDEM_PROXY_HOPS to the number of proxies in front.',
      ),
  )
  return (headers) => {
    if (proxyHops === 0 && headers['x-forwarded-for'] !== undefined) warn()
  }
}
