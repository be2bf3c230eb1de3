/**
 * The file that keeps an index over a restart: a header with its base and the program that made it, the arrays of the index,
 * and a checksum. A file with anything unexpected is ignored. Its version is not trusted: an index from a file is compared with
 * all documents of its base (`catchUp`), by their revisions.
 */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crc32 } from 'node:zlib'
import { indexOfSections, type Section, sectionsOf } from '@tandem/search/snapshot'
import type { BaseVersion } from '../store.ts'
import { changesOf, type IndexedDocument, type KeptIndex } from './catch-up.ts'

const FORMAT = 2
const CHUNK_BYTES = 2 ** 20
const KINDS = [Int32Array, Float32Array, Float64Array, Uint8Array] as const

interface Header {
  readonly madeBy: string
  readonly baseId: string
  readonly version: number
  /** The index holds phrasings of documents that were removed or replaced. */
  readonly holdsGone: boolean
  readonly withVectors: boolean
  readonly documents: readonly (Omit<IndexedDocument, 'parts'> & { readonly id: string })[]
  /** The kind and the length of each. */
  readonly sections: readonly (readonly [kind: number, length: number])[]
}

/** The file is left as it was when the index changes meanwhile, or when `mayGoOn` says no. */
export async function writeSnapshot(
  folder: string,
  baseId: string,
  kept: KeptIndex,
  mayGoOn: () => boolean,
): Promise<void> {
  const changes = changesOf(kept)
  const isGood = () => changesOf(kept) === changes && mayGoOn()
  const chunks = chunksOf(arraysOf(baseId, kept), isGood)
  const temporary = join(folder, `${baseId}.${process.pid}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    // Between two chunks other work runs.
    await writeFile(temporary, chunks, { mode: 0o600 })
    if (!isGood()) return
    await rename(temporary, join(folder, baseId))
    kept.saved = changes
  } finally {
    await rm(temporary, { force: true })
  }
}

function arraysOf(baseId: string, { index, version, documents }: KeptIndex) {
  const sections = sectionsOf(index)
  const header: Header = {
    madeBy: programHash(),
    baseId,
    version,
    holdsGone: index.dead > 0,
    withVectors: index.vectors !== undefined,
    documents: Array.from(documents, ([id, { parts: _, ...document }]) => ({ id, ...document })),
    sections: sections.map((each) => [KINDS.findIndex((Kind) => each instanceof Kind), each.length] as const),
  }
  const text = Buffer.from(JSON.stringify(header))
  return [Uint32Array.of(text.length), text, ...sections]
}

function* chunksOf(arrays: readonly (Section | Uint32Array)[], isGood: () => boolean) {
  let sum = 0
  for (const { buffer, byteOffset, byteLength } of arrays) {
    const bytes = new Uint8Array(buffer, byteOffset, byteLength)
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      if (!isGood()) return
      const chunk = bytes.subarray(at, at + CHUNK_BYTES)
      sum = crc32(chunk, sum)
      yield chunk
    }
  }
  yield new Uint8Array(Uint32Array.of(sum).buffer)
}

/** Undefined unless the file holds a complete, valid snapshot of the base, made by this program, no newer than the base is. */
export function readSnapshot(
  folder: string,
  { id, version }: BaseVersion,
  withVectors: boolean,
): Promise<KeptIndex | undefined> {
  return reading(folder, id, async (fill) => {
    const header = await readHeader(id, fill)
    if (header.withVectors !== withVectors || header.version > version) return undefined
    const sections: Section[] = []
    let sum = 0
    for (const [kind, length] of header.sections) {
      const section = new (KINDS[kind] as (typeof KINDS)[number])(length)
      sum = await fill(section)
      sections.push(section)
    }
    const expected = new Uint32Array(1)
    await fill(expected)
    if (expected[0] !== sum) return undefined
    const index = indexOfSections(sections, { withVectors })
    const documents: KeptIndex['documents'] = new Map()
    for (const { id, ...document } of header.documents) documents.set(id, { ...document, parts: [] })
    for (const part of index.parts) if (part.live) documents.get(part.docId)?.parts.push(part)
    return { index, version: -1, documents, saved: changesOf({ index }) }
  })
}

/** The header of the snapshot of a base. */
export function readSnapshotHeader(folder: string, baseId: string): Promise<Header | undefined> {
  return reading(folder, baseId, (fill) => readHeader(baseId, fill))
}

async function readHeader(baseId: string, fill: Fill): Promise<Header> {
  const length = new Uint32Array(1)
  await fill(length)
  const text = new Uint8Array(length[0] as number)
  await fill(text)
  const header = JSON.parse(Buffer.from(text.buffer).toString()) as Header
  if (header.madeBy !== programHash() || header.baseId !== baseId)
    throw new Error('The file is of another base or program.')
  return header
}

/** Reads on until the array is full; returns the checksum of all that was read. */
type Fill = (array: Section | Uint32Array) => Promise<number>

async function reading<T>(folder: string, name: string, read: (fill: Fill) => Promise<T>) {
  let file: FileHandle | undefined
  let sum = 0
  try {
    const opened = await open(join(folder, name))
    file = opened
    return await read(async (array) => {
      const bytes = new Uint8Array(array.buffer)
      for (let at = 0; at < bytes.length; ) {
        const { bytesRead } = await opened.read(bytes, at, Math.min(CHUNK_BYTES, bytes.length - at))
        if (bytesRead === 0) throw new Error('The file is cut.')
        sum = crc32(bytes.subarray(at, at + bytesRead), sum)
        at += bytesRead
      }
      return sum
    })
  } catch {
    return undefined
  } finally {
    await file?.close()
  }
}

let known: string | undefined

/** A hash of all that decides how texts are indexed: the analyser, the words of the languages, the version of Unicode. */
function programHash(): string {
  if (known) return known
  const sources = [
    fileURLToPath(new URL('..', import.meta.resolve('@tandem/search/snapshot'))),
    fileURLToPath(new URL('.', import.meta.resolve('@tandem/languages/stem'))),
  ]
  const hash = createHash('sha256').update(`${FORMAT} ${process.version} ${process.arch}`)
  for (const cwd of sources)
    for (const name of globSync('**/*.ts', { cwd }).sort()) hash.update(readFileSync(join(cwd, name)))
  known = hash.digest('hex')
  return known
}
