/** Responds with a file, or with the part that a `Range` header asks for: audio players ask for parts, and some require them. */
import type { Call, RouteResponse } from './route.ts'

/** For smaller parts a stream would take longer than the part itself. */
const STREAMED_BYTES = 64 * 1024
const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/

/** A file that is read from storage as fast as the caller reads it. */
export interface StoredFile {
  readonly size: number
  /** The bytes from `from` to `to`, both included. */
  part(from: number, to: number): AsyncIterable<Buffer>
}

export async function fileResponse(
  { size, part }: StoredFile,
  range: string | undefined,
  response: { contentType: string; headers: Readonly<Record<string, string>> },
): Promise<RouteResponse> {
  const headers = { ...response.headers, 'accept-ranges': 'bytes' }
  const asked = range === undefined ? null : ONE_RANGE.exec(range.trim())
  // HTTP allows to ignore several ranges at once, or another unit.
  if (!asked || (asked[1] === '' && asked[2] === ''))
    return { ...response, headers: { ...headers, 'content-length': String(size) }, chunks: part(0, size - 1) }
  const [first, last] = [asked[1] ?? '', asked[2] ?? '']
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(size - 1, Number(last))
  if (from > to) {
    return { status: 416, text: '', headers: { ...headers, 'content-range': `bytes */${size}` } }
  }
  const length = to + 1 - from
  const partial = {
    ...response,
    status: 206,
    headers: {
      ...headers,
      'content-range': `bytes ${from}-${to}/${size}`,
      'content-length': String(length),
    },
  }
  const chunks = part(from, to)
  if (length >= STREAMED_BYTES) return { ...partial, chunks }
  return { ...partial, bytes: Buffer.concat(await Array.fromAsync(chunks)) }
}

/** The handler for HEAD: the response to GET without the file. Ranges are not defined for HEAD. */
export const headOf = (handle: (call: Call) => Promise<RouteResponse>) => async (call: Call) => {
  const { chunks, ...response } = await handle({ ...call, headers: { ...call.headers, range: undefined } })
  return chunks === undefined ? response : { ...response, text: '' }
}
