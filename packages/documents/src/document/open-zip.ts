/**
 * Opens a ZIP of unknown origin: entries are listed from its directory and inflated under a limit on what really comes out,
 * whatever sizes the directory claims.
 */
import { inflateRawSync } from 'node:zlib'
import { Unreadable } from '../unreadable.ts'

const END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50
const LOCAL_SIGNATURE = 0x04034b50
const LONGEST_COMMENT_BYTES = 65_535
/** The text of a real document shrinks to a tenth, seldom to a fiftieth; below the first size the ratio says nothing. */
const RATIO_FROM_BYTES = 10_000_000
const MOST_RATIO = 200

export interface ZipLimits {
  readonly entries: number
  readonly inflatedBytes: number
}

interface Entry {
  readonly name: string
  readonly method: number
  readonly encrypted: boolean
  readonly packedBytes: number
  readonly at: number
}

export function zipNames(bytes: Uint8Array): string[] {
  return listEntries(bytes, 10_000).map(({ name }) => name)
}

/** The entries chosen by name, inflated. */
export function openZip(
  bytes: Uint8Array,
  wanted: (name: string) => boolean,
  limits: ZipLimits,
): Map<string, Uint8Array> {
  const opened = new Map<string, Uint8Array>()
  let left = limits.inflatedBytes
  for (const entry of listEntries(bytes, limits.entries)) {
    if (!wanted(entry.name)) continue
    if (entry.encrypted)
      throw new Unreadable('The file is protected with a password. Send a copy without one.')
    if (opened.has(entry.name)) throw broken(`it holds ${entry.name} twice`)
    const content = inflate(bytes, entry, left, limits.inflatedBytes)
    if (content.length > RATIO_FROM_BYTES && content.length > entry.packedBytes * MOST_RATIO) {
      throw new Unreadable(
        `The file unpacks to more than ${MOST_RATIO} times its size (${entry.name}), which no document does; it was not read.`,
      )
    }
    left -= content.length
    opened.set(entry.name, content)
  }
  return opened
}

function listEntries(bytes: Uint8Array, mostEntries: number): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  const count = view.getUint16(end + 10, true)
  if (count > mostEntries) {
    throw new Unreadable(`The file is an archive of ${count} entries; at most ${mostEntries} are opened.`)
  }
  const entries: Entry[] = []
  let at = view.getUint32(end + 16, true)
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== ENTRY_SIGNATURE)
      throw broken('its directory is cut off')
    const nameBytes = view.getUint16(at + 28, true)
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameBytes)),
      encrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      packedBytes: view.getUint32(at + 20, true),
      at: view.getUint32(at + 42, true),
    })
    at += 46 + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

function findEnd(view: DataView): number {
  const last = view.byteLength - 22
  for (let at = last; at >= 0 && at >= last - LONGEST_COMMENT_BYTES; at--) {
    if (view.getUint32(at, true) === END_SIGNATURE) return at
  }
  throw broken('its directory at the end is missing')
}

function inflate(bytes: Uint8Array, entry: Entry, leftBytes: number, limitBytes: number): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (entry.at + 30 > bytes.length || view.getUint32(entry.at, true) !== LOCAL_SIGNATURE) {
    throw broken(`${entry.name} is not where the directory says`)
  }
  const from = entry.at + 30 + view.getUint16(entry.at + 26, true) + view.getUint16(entry.at + 28, true)
  const packed = bytes.subarray(from, from + entry.packedBytes)
  if (packed.length < entry.packedBytes) throw broken(`${entry.name} is cut off`)
  if (entry.method === 0 && packed.length <= leftBytes) return packed
  if (entry.method !== 8 && entry.method !== 0) throw broken(`${entry.name} is packed in an unknown way`)
  try {
    if (entry.method === 0) throw Object.assign(new Error(), { code: 'ERR_BUFFER_TOO_LARGE' })
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, leftBytes) })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE')
      throw broken(`${entry.name} does not unpack`)
    throw new Unreadable(
      `The file unpacks to more than ${Math.round(limitBytes / 1_000_000)} MB, which no document needs. Save it again, or split it.`,
    )
  }
}

function broken(what: string): Unreadable {
  return new Unreadable(`The file is damaged or was cut off on its way: ${what}. Send it again.`)
}
