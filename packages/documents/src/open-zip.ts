/** Opens a ZIP archive of unknown origin within bounds: number of entries, size and ratio of the unpacked content. */
import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { Unreadable } from './unreadable.ts'

export interface ZipLimits {
  readonly entries: number
  /** Unpacked, of all that are read. */
  readonly bytes: number
}

export interface Zip {
  readonly names: ReadonlySet<string>
  /** Undefined when there is no such entry. */
  read(name: string): Promise<Buffer | undefined>
}

/** Real documents shrink to a tenth, seldom to a fiftieth; below this size the ratio says nothing. */
const SMALL_BYTES = 10_000_000
const MOST_RATIO = 200

export async function openZip(bytes: Uint8Array, limits: ZipLimits): Promise<Zip> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const file = await fromBufferPromise(buffer, { lazyEntries: true }).catch(failAsDamaged)
  if (file.entryCount > limits.entries)
    throw new Unreadable(
      `The file is an archive of ${file.entryCount} entries; at most ${limits.entries} are opened.`,
    )
  const entries = await listEntries(file).catch(failAsDamaged)
  let totalBytes = 0
  return {
    names: new Set(entries.keys()),
    async read(name) {
      const entry = entries.get(name)
      if (!entry) return undefined
      if (entry.isEncrypted())
        throw new Unreadable('The file is protected with a password. Send a copy without one.')
      totalBytes += entry.uncompressedSize
      if (totalBytes > limits.bytes)
        throw new Unreadable(
          `The file unpacks to more than ${Math.round(limits.bytes / 1_000_000)} MB, which no document needs. Save it again, or split it.`,
        )
      if (entry.uncompressedSize > Math.max(SMALL_BYTES, entry.compressedSize * MOST_RATIO))
        throw new Unreadable(
          `The file unpacks to more than ${MOST_RATIO} times its size, which no document does; it was not read.`,
        )
      // yauzl ends the stream with an error when it yields more or less than the directory says.
      const stream = await file.openReadStreamPromise(entry).catch(failAsDamaged)
      const content = Buffer.concat(await stream.toArray().catch(failAsDamaged))
      return crc32(content) === entry.crc32 ? content : failAsDamaged()
    },
  }
}

async function listEntries(file: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  for await (const entry of file.eachEntry()) {
    if (entries.has(entry.fileName)) throw new Error('one name stands for two entries')
    entries.set(entry.fileName, entry)
  }
  return entries
}

function failAsDamaged(): never {
  throw new Unreadable('The file is damaged or cut short. Save it again, and send it whole.')
}
