/** Converts the data of a file, in any of the usual forms, to base64. */
import { aborted } from './connection.ts'
import { TandemError } from './error.ts'

export type FileData =
  | Blob
  | ArrayBuffer
  | Uint8Array
  /** A text, which is sent as UTF-8. */
  | string
  | ReadableStream<Uint8Array>
  /** For example a stream of node:fs. */
  | AsyncIterable<Uint8Array | string>

/** `signal` also stops the reading of a stream, which may be slow or endless. */
export async function base64Of(data: FileData, signal?: AbortSignal): Promise<string> {
  const bytes = await bytesOf(data, signal).catch((error: Error) => {
    if (error instanceof TandemError) throw error
    const message = `The data of the file could not be read: ${error.message}`
    throw new TandemError({ code: 'usage', status: 0, message, cause: error })
  })
  let binary = ''
  // In slices, because the number of arguments of a call is limited.
  for (let at = 0; at < bytes.length; at += 32_768) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 32_768))
  }
  return btoa(binary)
}

async function bytesOf(data: FileData, signal: AbortSignal | undefined): Promise<Uint8Array> {
  if (typeof data === 'string') return new TextEncoder().encode(data)
  if (data instanceof Uint8Array) return data
  if (data instanceof ArrayBuffer) return new Uint8Array(data)
  if (data instanceof Blob) return new Uint8Array(await data.arrayBuffer())
  const pieces: (Uint8Array<ArrayBuffer> | string)[] = []
  const source = sourceOf(data)
  for (let next = await nextOf(source, signal); !next.done; next = await nextOf(source, signal)) {
    pieces.push(typeof next.value === 'string' ? next.value : new Uint8Array(next.value))
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}

interface Source {
  next(): Promise<IteratorResult<Uint8Array | string>>
  /** Stops the source. */
  end(): Promise<unknown> | undefined
}

/** `for await` is not enough: some browsers cannot iterate over a ReadableStream, and it cannot stop a pending read. */
function sourceOf(data: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | string>): Source {
  if (data instanceof ReadableStream) {
    const reader = data.getReader()
    return { next: () => reader.read() as ReturnType<Source['next']>, end: () => reader.cancel() }
  }
  const iterator = data[Symbol.asyncIterator]()
  return { next: () => iterator.next(), end: () => iterator.return?.() }
}

/** The next piece, unless the caller aborts first. */
function nextOf(source: Source, signal: AbortSignal | undefined): ReturnType<Source['next']> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      reject(aborted(signal as AbortSignal))
      source.end()?.catch(() => {})
    }
    if (signal?.aborted) return stop()
    signal?.addEventListener('abort', stop)
    source
      .next()
      .then(resolve, reject)
      .finally(() => signal?.removeEventListener('abort', stop))
  })
}
