/** What statements of lanes read does not grow with what lanes have delivered, nor with what waits elsewhere. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastTurns } from '../../src/answering/score/store.ts'
import { expiredBehindGates, giveUpExpired } from '../../src/delivery/store.ts'
import { goOnOpening } from '../../src/lanes/gate-store.ts'
import { moveHeads } from '../../src/lanes/store.ts'
import type { Tx } from '../../src/platform/database/handle.ts'
import { onSqlite } from '../harness/engines.ts'
import { planOf } from '../harness/query-plan.ts'

onSqlite(() => {
  test('the next head of a lane is looked for behind the present one, and not among all that is settled', async () => {
    const plan = await planOf((db) => moveHeads(db as Tx, [1], 1))
    const heads = plan.filter((step) => step.includes('lane_items'))
    assert.equal(heads.length, 5)
    for (const step of heads)
      assert.match(step, /^SEARCH lane_items USING INDEX \S+ \(lane_id=\? AND seq>\?\)$/)
  })

  test('of the turns of a conversation only the newest are read with their bodies', async () => {
    const plan = await planOf((db) => lastTurns(db, 'conversation', 500))
    const [sorted, read] = [
      plan.indexOf('USE TEMP B-TREE FOR ORDER BY'),
      plan.findIndex((step) => / body /.test(step)),
    ]
    assert.ok(sorted !== -1 && sorted < read, plan.join('\n'))
  })

  test('the lanes to bring forward are found without those that are due already', async () => {
    const plan = await planOf((db) => goOnOpening(db as Tx, { gate: 'g', at: 1, with_asked: 1 }))
    assert.equal(plan[0], 'SEARCH lane USING INDEX lanes_due (gate=? AND retrying=? AND ready_at>?)')
  })

  test('a transaction that gives up deliveries looks only at these, and the look for them at lanes of closed gates', async () => {
    const found = (steps: readonly string[]) => steps.filter((step) => /^S\w+ (item|lane) /.test(step))
    assert.deepEqual(found(await planOf((db) => giveUpExpired(db as Tx, [1, 2], 1))), [
      'SEARCH item USING INTEGER PRIMARY KEY (rowid=?)',
      'SEARCH lane USING INTEGER PRIMARY KEY (rowid=?)',
    ])
    assert.deepEqual(found(await planOf((db) => expiredBehindGates(db, 1, 10))), [
      'SEARCH lane USING INDEX lanes_due (gate=?)',
      'SEARCH item USING INDEX sqlite_autoindex_lane_items_1 (lane_id=? AND seq>?)',
    ])
  })
})
