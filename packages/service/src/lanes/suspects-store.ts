/** SQL of the rows of suspects; `own-work.ts` says what they mean. */
import { type Kysely, sql } from 'kysely'
import type { Tx } from '../platform/database/handle.ts'
import type { Schema } from '../platform/database/schema.ts'

/** How a worker came to be gone: its process has ended, or nobody can tell whether it has. */
export type Gone = 'ended' | 'lost'

export interface ItemKey {
  /** The lane's `uid`. */
  readonly lane: string
  readonly seq: number
}

/** The suspect runs alone from now on. False when the worker no longer holds its lane. */
export async function beginAlone(tx: Tx, { lane, seq }: ItemKey, worker: string): Promise<boolean> {
  const held = tx.q.selectFrom('lanes').select('uid').where('uid', '=', lane).where('owner', '=', worker)
  const { numUpdatedRows } = await tx.q
    .updateTable('lane_runs')
    .set({ worker, alone: 1 })
    .where('lane', 'in', held)
    .where('seq', '=', seq)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The item did not run to its end, and is still a suspect. */
export async function putBackAlone(tx: Tx, { lane, seq }: ItemKey, worker: string): Promise<void> {
  await tx.q
    .updateTable('lane_runs')
    .set({ worker: null, alone: 0 })
    .where('lane', '=', lane)
    .where('seq', '=', seq)
    .where('worker', '=', worker)
    .execute()
}

export async function endSuspicion(tx: Tx, { lane, seq }: ItemKey): Promise<void> {
  await tx.q.deleteFrom('lane_runs').where('lane', '=', lane).where('seq', '=', seq).execute()
}

/** Judges the heads of lanes whose workers are gone and still have their name on them. */
export async function judgeWorkers(
  tx: Tx,
  gone: ReadonlyMap<string, Gone>,
  ownKinds: readonly string[],
): Promise<void> {
  await forgetSettled(tx)
  const ranAlone = await tx.q.selectFrom('lane_runs').selectAll().where('worker', 'is not', null).execute()
  for (const { lane, seq, worker, alone, strikes } of ranAlone) {
    const how = gone.get(worker ?? '')
    if (!how) continue
    const isStrike = how === 'ended' && alone === 1
    await tx.q
      .updateTable('lane_runs')
      .set({ worker: null, alone: 0, strikes: strikes + (isStrike ? 1 : 0) })
      .where('lane', '=', lane)
      .where('seq', '=', seq)
      .execute()
  }
  const ended = [...gone].flatMap(([id, how]) =>
    how === 'ended' && !ranAlone.some(({ worker }) => worker === id) ? id : [],
  )
  if (ended.length > 0 && ownKinds.length > 0) await suspectHeads(tx, ended, ownKinds)
}

/** The row of a lane that is held may point to items before its head. */
async function suspectHeads(tx: Tx, workers: readonly string[], ownKinds: readonly string[]): Promise<void> {
  await sql`
    INSERT INTO lane_runs (lane, seq, alone, strikes)
    SELECT lanes.uid, head.seq, 0, 0
    FROM lanes JOIN lane_items AS head ON head.lane_id = lanes.id AND head.seq = (
      SELECT item.seq FROM lane_items AS item
      WHERE item.lane_id = lanes.id AND item.seq >= lanes.head_seq AND item.state = 'pending'
      ORDER BY item.seq LIMIT 1
    )
    WHERE lanes.owner IN (${sql.join(workers)}) AND head.kind IN (${sql.join(ownKinds)})
    ON CONFLICT DO NOTHING`.execute(tx.q as Kysely<Schema>)
}

/** An item that was settled without its own write, or removed, has nothing left to suspect. */
async function forgetSettled(tx: Tx): Promise<void> {
  await sql`
    DELETE FROM lane_runs WHERE NOT EXISTS (
      SELECT 1 FROM lanes JOIN lane_items ON lane_items.lane_id = lanes.id
      WHERE lanes.uid = lane_runs.lane AND lane_items.seq = lane_runs.seq AND lane_items.state = 'pending'
    )`.execute(tx.q as Kysely<Schema>)
}
