/**
 * Reads single entries of a ZIP archive, within bounds: number of entries, size and ratio of what is unpacked, one entry
 * and all together. What an archive says of itself is checked against what comes out of it.
 */
import { crc32, inflateRawSync } from 'node:zlib'
import { Unreadable } from '../unreadable.ts'

export interface ZipLimits {
  readonly entries: number
  /** Unpacked, of one entry and of all that are read. */
  readonly entryBytes: number
  readonly totalBytes: number
  /** Unpacked to packed, beyond the first few megabytes. */
  readonly ratio: number
}

export interface Zip {
  readonly names: ReadonlySet<string>
  /** Undefined when there is no such entry. Throws an error whose message is a sentence. */
  read(name: string): Buffer | undefined
}

interface Entry {
  readonly isEncrypted: boolean
  readonly method: number
  readonly crc: number
  readonly packedBytes: number
  readonly bytes: number
  readonly offset: number
}

const END_MARK = 0x06054b50
const ENTRY_MARK = 0x02014b50
const LOCAL_MARK = 0x04034b50
const END_BYTES = 22
const MOST_COMMENT_BYTES = 65_535
const STORED = 0
const DEFLATED = 8
/** Below this the ratio says nothing. */
const SMALL_BYTES = 4 * 1024 * 1024

export function openZip(bytes: Uint8Array, limits: ZipLimits): Zip {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = readDirectory(buffer, limits)
  let total = 0
  return {
    names: new Set(entries.keys()),
    read(name) {
      const entry = entries.get(name)
      if (!entry) return undefined
      if (entry.isEncrypted) throw new Unreadable('The file is protected by a password; save it without one.')
      checkSize(entry, limits)
      total += entry.bytes
      if (total > limits.totalBytes) throw tooLarge(limits.totalBytes)
      return unpack(buffer, entry)
    },
  }
}

function readDirectory(buffer: Buffer, limits: ZipLimits): Map<string, Entry> {
  const end = findEnd(buffer)
  const count = buffer.readUInt16LE(end + 10)
  let at = buffer.readUInt32LE(end + 16)
  if (count > limits.entries) {
    throw new Unreadable(`The archive holds ${count} entries, at most ${limits.entries} are allowed.`)
  }
  const entries = new Map<string, Entry>()
  for (let i = 0; i < count; i++) {
    if (at + 46 > buffer.length || buffer.readUInt32LE(at) !== ENTRY_MARK) throw broken()
    const nameBytes = buffer.readUInt16LE(at + 28)
    const name = buffer.toString('utf8', at + 46, at + 46 + nameBytes)
    entries.set(name, {
      isEncrypted: (buffer.readUInt16LE(at + 8) & 1) === 1,
      method: buffer.readUInt16LE(at + 10),
      crc: buffer.readUInt32LE(at + 16),
      packedBytes: buffer.readUInt32LE(at + 20),
      bytes: buffer.readUInt32LE(at + 24),
      offset: buffer.readUInt32LE(at + 42),
    })
    at += 46 + nameBytes + buffer.readUInt16LE(at + 30) + buffer.readUInt16LE(at + 32)
  }
  return entries
}

function findEnd(buffer: Buffer): number {
  const first = Math.max(0, buffer.length - END_BYTES - MOST_COMMENT_BYTES)
  for (let at = buffer.length - END_BYTES; at >= first; at--) {
    if (buffer.readUInt32LE(at) === END_MARK) return at
  }
  throw broken()
}

function checkSize({ bytes, packedBytes }: Entry, limits: ZipLimits): void {
  if (bytes > limits.entryBytes) throw tooLarge(limits.entryBytes)
  if (bytes > SMALL_BYTES && bytes > packedBytes * limits.ratio) {
    throw new Unreadable(
      `The archive unpacks to more than ${limits.ratio} times its size, which no real workbook does; it was not read.`,
    )
  }
}

function unpack(buffer: Buffer, entry: Entry): Buffer {
  const { offset, packedBytes, bytes, method } = entry
  if (offset + 30 > buffer.length || buffer.readUInt32LE(offset) !== LOCAL_MARK) throw broken()
  const start = offset + 30 + buffer.readUInt16LE(offset + 26) + buffer.readUInt16LE(offset + 28)
  const packed = buffer.subarray(start, start + packedBytes)
  if (packed.length !== packedBytes) throw broken()
  const content = method === STORED ? packed : method === DEFLATED ? inflate(packed, bytes) : undefined
  // An entry that unpacks to something other than it says is damaged, or made to deceive.
  if (!content || content.length !== bytes || crc32(content) !== entry.crc) throw broken()
  return content
}

function inflate(packed: Buffer, bytes: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, bytes) })
  } catch {
    throw broken()
  }
}

const broken = () =>
  new Unreadable('The archive is damaged or cut short; save the file again and send it whole.')
const tooLarge = (most: number) =>
  new Unreadable(
    `The archive unpacks to more than the ${Math.round(most / 1024 / 1024)} MB allowed; it was not read.`,
  )
