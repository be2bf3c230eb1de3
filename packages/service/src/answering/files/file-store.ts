/** SQL of files. A file belongs to a message or is a spoken answer. It is stored in pieces, so that a part can be read alone. */
import { setImmediate as nextTick } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/database/handle.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { inserting } from '../../platform/database/rows.ts'
import type { StoredFile } from '../../platform/http/byte-range.ts'

/** Small, because other work waits while a piece is read or written. Files of earlier versions are one piece each. */
const PIECE_BYTES = 48 * 1024
const PIECE_CHARS = (PIECE_BYTES / 3) * 4
/** They are written in a few milliseconds. */
const PIECES_PER_TICK = 8

const insertPiece = inserting('file_pieces')

/**
 * `contents` are base64; a file's number is its index. Other work runs between the pieces of a large file. All other writes wait
 * for this one, so it takes the next tick, not its turn among long work.
 */
export async function insertFiles(tx: Tx, ownerId: string, contents: readonly string[]): Promise<void> {
  let written = 0
  for (const [ordinal, base64] of contents.entries()) {
    let start_byte = 0
    for (const content of piecesOf(base64)) {
      await insertPiece(tx, { owner_id: ownerId, ordinal, start_byte, content })
      start_byte += PIECE_BYTES
      if (++written % PIECES_PER_TICK === 0) await nextTick()
    }
  }
}

/** Removes line breaks, so that every piece but the last decodes to exactly `PIECE_BYTES` bytes. */
function* piecesOf(base64: string): Generator<string> {
  let rest = ''
  for (let at = 0; at < base64.length; at += PIECE_CHARS) {
    rest += base64.slice(at, at + PIECE_CHARS).replace(/\s+/g, '')
    if (rest.length < PIECE_CHARS) continue
    yield rest.slice(0, PIECE_CHARS)
    rest = rest.slice(PIECE_CHARS)
  }
  if (rest !== '') yield rest
}

/** The files of a message as base64, by their numbers. */
export async function readFiles(db: Reader, messageId: string): Promise<string[]> {
  const pieces = db.q
    .selectFrom('file_pieces')
    .select(['ordinal', 'content'])
    .where('owner_id', '=', messageId)
  const files: string[] = []
  for (const { ordinal, content } of await pieces.orderBy('ordinal').orderBy('start_byte').execute())
    files[ordinal] = (files[ordinal] ?? '') + content
  return files
}

/** The start of the last piece, and the number of its characters without padding. */
const lastPiece = (db: Reader, ownerId: string, ordinal: number) =>
  db.q
    .selectFrom('file_pieces')
    .select(['start_byte', sql<number>`length(rtrim(content, '='))`.as('chars')])
    .where('owner_id', '=', ownerId)
    .where('ordinal', '=', ordinal)
    .orderBy('start_byte', 'desc')
    .limit(1)
    .executeTakeFirst()

const pieceWith = prepared<{ ownerId: string; ordinal: number; byte: number }>()((q, p) =>
  q
    .selectFrom('file_pieces')
    .select(['start_byte', 'content'])
    .where('owner_id', '=', p.ownerId)
    .where('ordinal', '=', p.ordinal)
    .where('start_byte', '<=', p.byte)
    .orderBy('start_byte', 'desc')
    .limit(1),
)

export async function findFile(
  db: Reader,
  ownerId: string,
  ordinal: number,
): Promise<StoredFile | undefined> {
  const last = await lastPiece(db, ownerId, ordinal)
  if (!last) return undefined
  return {
    size: last.start_byte + Math.floor((last.chars * 3) / 4),
    async *part(from, to) {
      for (let at = from; at <= to; ) {
        const [piece] = await db.run(pieceWith, { ownerId, ordinal, byte: at })
        const { start_byte = 0, content = '' } = piece ?? {}
        const bytes = Buffer.from(content, 'base64').subarray(at - start_byte, to + 1 - start_byte)
        if (bytes.length === 0) throw new Error('The file ends too early, or was removed while it was read.')
        yield bytes
        at += bytes.length
      }
    },
  }
}
