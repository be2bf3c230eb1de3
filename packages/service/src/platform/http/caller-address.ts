/**
 * The origin of a request, for limits: the socket's address, or the address reported by the proxies, whose number is configured.
 * Of an IPv6 address only the first 64 bits count, because one customer of a provider has all addresses that begin with them.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import type { Clock } from '../clock.ts'
import { type Log, throttled } from '../log.ts'

export function callerAddress({ headers, socket }: IncomingMessage, proxyHops: number): string {
  const own = socket.remoteAddress ?? ''
  if (proxyHops === 0) return networkOf(own)
  // Each proxy appends the address it saw; entries further in front were written by the caller itself.
  const seen = String(headers['x-forwarded-for'] ?? '').split(',')
  return networkOf(withoutPort(seen.at(-proxyHops)?.trim() ?? '') || own)
}

/** An IPv4 address as a socket reports it, which needs no parsing. */
const PLAIN_IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/

/** Returns an IPv4 address unchanged (without an IPv6 prefix), and of an IPv6 address its network, such as `2001:db8:1:2::/64`. */
export function networkOf(address: string): string {
  // A proxy may have written something that is no address; it is used unchanged.
  if (PLAIN_IPV4.test(address) || !ipaddr.isValid(address)) return address
  const read = ipaddr.process(address)
  if (!(read instanceof ipaddr.IPv6)) return read.toString()
  const groups = read.parts.slice(0, 4)
  // The lowest addresses, such as ::1, differ only in their other half.
  if (groups.every((group) => group === 0)) return read.toString()
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`
}

/** Some proxies append the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  return /^\[([^\]]*)\]/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
}

/** Whether the request comes from this machine and no header says that a proxy forwarded it. */
export function isLocal({ headers, socket }: IncomingMessage): boolean {
  const isLoopback = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(socket.remoteAddress ?? '')
  const isPassedOn = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some(
    (name) => headers[name] !== undefined,
  )
  return isLoopback && !isPassedOn
}

const WARN_EVERY_MS = 3_600_000

/** Warns the operator, once an hour, of a proxy that is not configured: limits then count all its callers as one. */
export function createProxyWarning(log: Log, clock: Clock, proxyHops: number) {
  const warn = throttled(
    WARN_EVERY_MS,
    () => clock.now(),
    () =>
      log.warn(
        'A request came with X-Forwarded-For, and TANDEM_PROXY_HOPS is 0: limits per address count the proxy and not its callers. Set TANDEM_PROXY_HOPS to the number of proxies in front.',
      ),
  )
  return (headers: IncomingHttpHeaders) => {
    if (proxyHops === 0 && headers['x-forwarded-for'] !== undefined) warn()
  }
}
