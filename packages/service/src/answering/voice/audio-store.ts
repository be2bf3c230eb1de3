/** SQL of spoken answers. */
import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/database/handle.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { deleteSlice } from '../../platform/database/slice-store.ts'

type AudioRow = Schema['audio_files']

export async function insertAudio(tx: Tx, row: AudioRow): Promise<void> {
  await tx.q.insertInto('audio_files').values(row).execute()
}

export function findAudio(db: Reader, name: string, now: number): Promise<AudioRow | undefined> {
  return db.q
    .selectFrom('audio_files')
    .selectAll()
    .where('name', '=', name)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

export const deleteExpiredAudio = (tx: Tx, now: number, limit: number) =>
  deleteSlice(tx, 'audio_files', 'name', sql`expires_at <= ${now}`, limit)
