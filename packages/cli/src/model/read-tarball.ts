/** Reads a few files from the tarball of an npm package as a stream, because the packages are large. */
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'

const BLOCK = 512
const MAX_FILE_BYTES = 256 * 1024 * 1024

interface TarFile {
  /** Without the top folder of the package. */
  readonly path: string
  readonly bytes: Buffer
}

/** Yields the wanted files. Throws if the file is no tarball. */
export async function* readTarball(
  tarball: string,
  isWanted: (path: string) => boolean,
): AsyncGenerator<TarFile> {
  const bytes = takeBytes(createReadStream(tarball).pipe(createGunzip()))
  for (;;) {
    const head = await bytes.take(BLOCK)
    // Two empty blocks end the archive.
    if (head === null || head.every((byte) => byte === 0)) return
    const { path, size, isFile } = readHead(head)
    const padded = Math.ceil(size / BLOCK) * BLOCK
    if (isFile && isWanted(path)) {
      const content = await bytes.take(padded)
      if (content === null) throw new Error(`${tarball}: found an end in the middle of ${path}`)
      yield { path, bytes: content.subarray(0, size) }
    } else await bytes.skip(padded)
  }
}

function readHead(head: Buffer): { path: string; size: number; isFile: boolean } {
  const text = (from: number, length: number) =>
    head.toString('utf8', from, from + length).split('\0', 1)[0] ?? ''
  if (!text(257, 5).startsWith('ustar')) throw new Error('found a file that is no tarball of an npm package')
  const size = Number.parseInt(text(124, 12).trim() || '0', 8)
  if (!(size >= 0 && size <= MAX_FILE_BYTES)) throw new Error(`found a file of ${size} bytes in the tarball`)
  const prefix = text(345, 155)
  const whole = prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`
  const type = text(156, 1)
  return { path: whole.replace(/^[^/]+\//, ''), size, isFile: type === '0' || type === '' }
}

function takeBytes(stream: AsyncIterable<Buffer>) {
  const chunks = stream[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)

  /** Passes `count` bytes to `use`, piece by piece; false when the stream ends before. */
  async function each(count: number, use: (piece: Buffer) => void): Promise<boolean> {
    let left = count
    while (left > 0) {
      if (rest.length === 0) {
        const { value, done } = await chunks.next()
        if (done) return false
        rest = value
      }
      const piece = rest.subarray(0, left)
      use(piece)
      rest = rest.subarray(piece.length)
      left -= piece.length
    }
    return true
  }

  return {
    async take(count: number): Promise<Buffer | null> {
      const pieces: Buffer[] = []
      const isWhole = await each(count, (piece) => void pieces.push(piece))
      return isWhole ? Buffer.concat(pieces) : null
    },
    skip: (count: number) => each(count, () => {}),
  }
}
