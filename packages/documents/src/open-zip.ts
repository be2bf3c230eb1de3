/** Opens an untrusted ZIP archive within limits on the number of entries, the unpacked size and the compression ratio. */
import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { Unreadable } from './unreadable.ts'

export interface ZipLimits {
  readonly entries: number
  /** Maximum unpacked size of all entries that are read together. */
  readonly bytes: number
}

export interface Zip {
  readonly names: ReadonlySet<string>
  /** Resolves to undefined when the archive has no such entry. */
  read(name: string): Promise<Buffer | undefined>
}

/** Real documents compress to a tenth of their size, rarely to a fiftieth. The ratio of smaller entries is not checked. */
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
      // yauzl ends the stream with an error when an entry unpacks to more or fewer bytes than the directory states.
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
