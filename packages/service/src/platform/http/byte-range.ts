/** Responds with a file, or with the part of it a `Range` header asks for: players of sound ask for parts, and some want no other. */
import type { Call, RouteResponse } from './route.ts'

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/

export function fileResponse(
  bytes: Buffer,
  range: string | undefined,
  response: { contentType: string; headers: Readonly<Record<string, string>> },
): RouteResponse {
  const headers = { ...response.headers, 'accept-ranges': 'bytes' }
  const asked = range === undefined ? null : ONE_RANGE.exec(range.trim())
  // Several ranges at once, or another unit, may be ignored.
  if (!asked || (asked[1] === '' && asked[2] === '')) return { ...response, headers, bytes }
  const size = bytes.length
  const [first, last] = [asked[1] ?? '', asked[2] ?? '']
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(size - 1, Number(last))
  if (from > to) {
    return { status: 416, text: '', headers: { ...headers, 'content-range': `bytes */${size}` } }
  }
  return {
    ...response,
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${from}-${to}/${size}` },
    bytes: bytes.subarray(from, to + 1),
  }
}

/** The same asked with HEAD, for which ranges are not defined; the server leaves the body out. */
export const headOf = (handle: (call: Call) => Promise<RouteResponse>) => (call: Call) =>
  handle({ ...call, headers: { ...call.headers, range: undefined } })
