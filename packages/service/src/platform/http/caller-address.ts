/** Where a request came from: the socket's address, or what the proxies in front of us say, as many as we were told of. */
import type { IncomingMessage } from 'node:http'

export function callerAddress({ headers, socket }: IncomingMessage, proxyHops: number): string {
  const own = socket.remoteAddress ?? ''
  if (proxyHops === 0) return own
  // Each proxy adds the address it saw at the end; what stands further in front was written by the caller itself.
  const seen = String(headers['x-forwarded-for'] ?? '').split(',')
  return seen.at(-proxyHops)?.trim() || own
}
