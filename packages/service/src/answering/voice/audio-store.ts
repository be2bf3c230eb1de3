/** SQL of spoken answers. */
import type { Reader, Tx } from '../../platform/database/handle.ts'
import type { Schema } from '../../platform/database/schema.ts'

export type AudioRow = Schema['audio_files']

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

/** Removes some that have expired; answers how many. */
export async function deleteExpiredAudio(tx: Tx, now: number, limit: number): Promise<number> {
  const expired = tx.q
    .selectFrom('audio_files')
    .select('name')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
  const { numDeletedRows } = await tx.q
    .deleteFrom('audio_files')
    .where('name', 'in', expired)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
