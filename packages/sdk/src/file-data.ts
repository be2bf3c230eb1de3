/** Takes a file in any of the forms that programs hold one in, and gives its bytes as base64. */

export type FileData =
  | Blob
  | ArrayBuffer
  | Uint8Array
  /** A text, sent as UTF-8. */
  | string
  | ReadableStream<Uint8Array>
  /** Also the streams of node:fs. */
  | AsyncIterable<Uint8Array | string>

export async function base64Of(data: FileData): Promise<string> {
  const bytes = await bytesOf(data)
  let binary = ''
  // In slices: a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 32_768) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 32_768))
  }
  return btoa(binary)
}

async function bytesOf(data: FileData): Promise<Uint8Array> {
  if (typeof data === 'string') return new TextEncoder().encode(data)
  if (data instanceof Uint8Array) return data
  if (data instanceof ArrayBuffer) return new Uint8Array(data)
  if (data instanceof Blob) return new Uint8Array(await data.arrayBuffer())
  const pieces: (Uint8Array<ArrayBuffer> | string)[] = []
  for await (const piece of Symbol.asyncIterator in data ? data : piecesOf(data)) {
    pieces.push(typeof piece === 'string' ? piece : new Uint8Array(piece))
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}

/** Some browsers cannot iterate over a ReadableStream. */
async function* piecesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
}
