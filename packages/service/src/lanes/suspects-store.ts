/** SQL of suspects; see `own-work.ts`. */
import { sql } from 'kysely'
import type { Tx } from '../platform/database/handle.ts'

/** Why a worker is gone: its process has ended, or it is unknown whether it has. */
export type WorkerFate = 'ended' | 'lost'

export interface ItemKey {
  /** The lane's `uid`. */
  readonly lane: string
  readonly seq: number
}

/** Notes that the suspect now runs alone. Returns false when the worker no longer holds its lane. */
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

/** Notes that the item no longer runs, without an outcome: it is still a suspect. */
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

/** Judges the heads of lanes that workers held who are gone. Must run before the lanes are freed. */
export async function judgeWorkers(
  tx: Tx,
  gone: ReadonlyMap<string, WorkerFate>,
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

/** Makes heads suspects. While a lane is held, `head_seq` may point to an earlier item, so the first pending item counts. */
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
    ON CONFLICT DO NOTHING`.execute(tx.q)
}

/** Deletes rows of items that were removed, or settled by a transaction that did not end the suspicion. */
async function forgetSettled(tx: Tx): Promise<void> {
  await sql`
    DELETE FROM lane_runs WHERE NOT EXISTS (
      SELECT 1 FROM lanes JOIN lane_items ON lane_items.lane_id = lanes.id
      WHERE lanes.uid = lane_runs.lane AND lane_items.seq = lane_runs.seq AND lane_items.state = 'pending'
    )`.execute(tx.q)
}
