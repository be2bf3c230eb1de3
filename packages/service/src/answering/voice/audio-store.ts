/** SQL of spoken answers. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/database/handle.ts'
import { inserting } from '../../platform/database/rows.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { insertFiles } from '../files/file-store.ts'

type AudioRow = Schema['audio_files']

const insertRow = inserting('audio_files')

export async function insertAudio(tx: Tx, row: AudioRow, audio: Buffer): Promise<void> {
  await insertRow(tx, row)
  await insertFiles(tx, row.name, [audio.toString('base64')])
}

export function findAudio(db: Reader, name: string, now: number): Promise<AudioRow | undefined> {
  return db.q
    .selectFrom('audio_files')
    .selectAll()
    .where('name', '=', name)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

export const expiredBy = (now: number) => sql<boolean>`expires_at <= ${now}`

/** Deletes up to `limit` files that meet the condition; returns their number. */
export async function deleteAudio(tx: Tx, condition: RawBuilder<boolean>, limit: number): Promise<number> {
  const rows = await tx.q.selectFrom('audio_files').select('name').where(condition).limit(limit).execute()
  const names = rows.map(({ name }) => name)
  if (names.length === 0) return 0
  await tx.q.deleteFrom('file_pieces').where('owner_id', 'in', names).execute()
  await tx.q.deleteFrom('audio_files').where('name', 'in', names).execute()
  return names.length
}
