/** SQL of the rows that say which items of our own code run; `suspicion.ts` says what they mean. */
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/handle.ts'
import { type Prepared, prepared } from '../platform/database/prepared.ts'
import { type Gone, type Run, step } from './suspicion.ts'

export interface RunKey {
  /** The lane's `uid`. */
  readonly lane: string
  readonly seq: number
}

/** Gives no row for a suspect, whose row stays as it is. */
const markRunning = prepared<RunKey & { worker: string }>()((q, p) =>
  q
    .insertInto('lane_runs')
    .values({ lane: p.lane, seq: p.seq, worker: p.worker, alone: 0, named: 0, strikes: 0 })
    .onConflict((conflict) =>
      conflict
        .columns(['lane', 'seq'])
        .doUpdateSet({ worker: p.worker, alone: 0, named: 0, strikes: 0 })
        .where('lane_runs.worker', 'is not', null),
    )
    .returning('worker'),
)
const findRun = prepared<RunKey>()((q, p) =>
  q.selectFrom('lane_runs').select('strikes').where('lane', '=', p.lane).where('seq', '=', p.seq),
)
const markAlone = prepared<RunKey & { worker: string }>()((q, p) =>
  q
    .updateTable('lane_runs')
    .set({ worker: p.worker, alone: 1, named: 0 })
    .where('lane', '=', p.lane)
    .where('seq', '=', p.seq)
    .returning('worker'),
)
const unmark = prepared<RunKey>()((q, p) =>
  q.deleteFrom('lane_runs').where('lane', '=', p.lane).where('seq', '=', p.seq),
)

/** One statement. It survives the end of the process, which is its purpose, and need not wait for the disk. */
const writeNow = <P, R>(database: Database, query: Prepared<P, R>, params: P): Promise<R[]> =>
  database.engine === 'postgres'
    ? database.run(query, params)
    : database.transaction('runs-store', (tx) => tx.run(query, params), 'process')

/** Undefined when it is marked as running. A suspect is not marked: it must run alone. Then its strikes so far. */
export async function beginRun(
  database: Database,
  key: RunKey,
  worker: string,
): Promise<{ strikes: number } | undefined> {
  const isMarked = (await writeNow(database, markRunning, { ...key, worker })).length === 1
  return isMarked ? undefined : { strikes: (await database.run(findRun, key))[0]?.strikes ?? 0 }
}

export async function beginAlone(database: Database, key: RunKey, worker: string): Promise<void> {
  await writeNow(database, markAlone, { ...key, worker })
}

export async function endRun(tx: Tx, key: RunKey): Promise<void> {
  await tx.change(unmark, key)
}

/** It did not run to an end: one that ran alone is a suspect still. */
export async function putBackRun(tx: Tx, key: RunKey, wasAlone: boolean): Promise<void> {
  if (wasAlone) await changeRun(tx, key, { worker: null, alone: 0 })
  else await endRun(tx, key)
}

/** Judges the items that ran when their workers went. */
export async function judgeRuns(tx: Tx, gone: ReadonlyMap<string, Gone>): Promise<void> {
  if (gone.size === 0) return
  const workers = [...gone.keys()]
  const runs = await tx.q.selectFrom('lane_runs').selectAll().where('worker', 'in', workers).execute()
  for (const { lane, seq, ...run } of runs) {
    const next = step(run, gone.get(run.worker ?? '') ?? 'lost')
    if (next && (await isPending(tx, lane, seq))) await changeRun(tx, { lane, seq }, next)
    else await endRun(tx, { lane, seq })
  }
}

async function changeRun(tx: Tx, { lane, seq }: RunKey, run: Partial<Run>): Promise<void> {
  await tx.q.updateTable('lane_runs').set(run).where('lane', '=', lane).where('seq', '=', seq).execute()
}

/** An item that is settled or removed has nothing left to suspect. */
async function isPending(tx: Tx, lane: string, seq: number): Promise<boolean> {
  const found = await tx.q
    .selectFrom('lane_items')
    .innerJoin('lanes', 'lanes.id', 'lane_items.lane_id')
    .select(sql<number>`1`.as('one'))
    .where('lanes.uid', '=', lane)
    .where('lane_items.seq', '=', seq)
    .where('lane_items.state', '=', 'pending')
    .executeTakeFirst()
  return found !== undefined
}
