/** What the desk reads does not grow with the users that it has served. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countWaiting, listCases, oldestWaiting, showCase } from '../../src/desk/queue-store.ts'
import { casesOfGone, countHeld, countHeldByOwner } from '../../src/desk/store.ts'
import { areAtWork, nextDeadlines, openAt, openOfDeleted } from '../../src/handoff/store.ts'
import { onSqlite } from '../harness/engines.ts'
import { planOf } from '../harness/query-plan.ts'

const OPEN_ONES = 'USING INDEX handoffs_by_deadline (deadline_at>?)'
const THE_CASE = 'SEARCH case USING INDEX sqlite_autoindex_desk_cases_1 (handoff_id=?)'
const filters = [
  { agents: 'all', agentId: undefined },
  { agents: ['a', 'b'], agentId: undefined },
  { agents: ['a', 'b'], agentId: 'a' },
] as const

onSqlite(() => {
  test('the desk finds its users by the open handoffs, and not among all that it has served', async () => {
    const plan = await planOf(async (db) => {
      await casesOfGone(db, 1, 50)
      // No row comes back, so a count fails once its statement has been seen.
      await assert.rejects(countHeld(db, 'a', 'me'))
      await countHeldByOwner(db, 'all')
      for (const filter of filters) {
        for (const state of ['waiting', 'mine', 'others'] as const)
          await listCases(db, filter, state, 'me', 200)
        await assert.rejects(countWaiting(db, filter))
        await oldestWaiting(db, filter, ['c'], 8)
      }
    })
    const read = plan.filter((step) => /^S\w+ (case|handoff) /.test(step))
    assert.deepEqual(
      read,
      Array(18)
        .fill([`SEARCH handoff ${OPEN_ONES}`, THE_CASE])
        .flat(),
    )
  })

  test('a single user at the desk is found by the handoff', async () => {
    const plan = await planOf((db) => showCase(db, 'h'))
    assert.deepEqual(plan.slice(0, 2), [
      'SEARCH handoff USING INDEX sqlite_autoindex_handoffs_1 (id=?)',
      THE_CASE,
    ])
  })

  test('handoffs that are to be ended are found among the open ones', async () => {
    const after = { id: 'h', conversationId: 'c', at: 1 }
    const plan = await planOf(async (db) => {
      for (const last of [undefined, after]) {
        await nextDeadlines(db, last, 8)
        await openOfDeleted(db, last, 8)
      }
      await openAt(db, 's')
    })
    const read = plan.filter((step) => step.includes(' handoffs '))
    assert.equal(read.length, 5)
    for (const step of read) assert.match(step, /^SEARCH handoffs USING INDEX handoffs_by_deadline/)
  })

  test('whether the desk still gets requests of ended handoffs is read from the lanes of these alone', async () => {
    const plan = await planOf((db) => areAtWork(db, 's', ['h', 'i']))
    assert.deepEqual(plan, ['SEARCH lanes USING INDEX sqlite_autoindex_lanes_2 (key=?)'])
  })
})
