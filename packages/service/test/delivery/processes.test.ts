/** Real processes on one database: killed, frozen, cut off from the database, and started again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startPostgres } from '../../../../scripts/test-postgres.ts'
import { createLatch, SUCCESS } from '../harness/developer-server.ts'
import { onEachEngine, type TestEngine } from '../harness/engines.ts'
import { eventually } from '../harness/service.ts'
import { freeze, gatherCrowd, thaw } from './crowd.ts'

const conversations = (count: number) => Array.from({ length: count }, (_, n) => `c${n}`)

async function query(url: string | undefined, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

onEachEngine((engine) => (engine.name === 'postgres' ? onPostgres(engine) : embedded(engine)))

function onPostgres(engine: TestEngine): void {
  for (const count of [2, 4]) {
    test(`${count} processes share the work while one is killed and another is frozen past its lease: none lost, order kept, and the frozen one writes nothing`, async () => {
      await using store = await engine.freshEnvironment()
      await using crowd = await gatherCrowd(store.env, count)
      const url = store.env.DATABASE_URL
      const latch = createLatch()
      let held = 0
      crowd.answer(({ json }) => {
        if ((json as { conversation_id: string }).conversation_id !== 'held') return undefined
        // Whoever takes it over is to succeed, or its retry would look like a word of the frozen one.
        return held++ === 0 ? { kind: 'hold', latch } : SUCCESS
      })
      const writing = crowd.write(conversations(12))
      await crowd.developer.waitFor(200)

      // Whoever holds this one request is frozen with its answer on the way.
      await crowd.send('held')
      await eventually(
        'the request',
        () => held,
        (number) => number === 1,
      )
      const [{ pid }] = await query(
        url,
        `SELECT pid FROM lane_workers JOIN lanes ON owner = lane_workers.id WHERE subject = 'held'`,
      )
      freeze(Number(pid))
      latch.release()
      const victim = crowd.processes.find(({ child }) => child.pid !== Number(pid))
      await victim?.kill('SIGKILL')
      await crowd.join()

      await eventually(
        'taken over',
        () => held,
        (number) => number === 2,
      )
      const state = () =>
        query(
          url,
          `SELECT item.*, number, report FROM lane_items item JOIN lanes ON lanes.id = lane_id JOIN lane_attempts ON item_id = item.id WHERE subject = 'held'`,
        )
      const before = await eventually('settled', state, ([row]) => row?.state === 'done')
      thaw(Number(pid))
      const thawed = crowd.processes.find(({ child }) => child.pid === Number(pid))
      await thawed?.printed(/the lease on lanes was lost/)
      await crowd.developer.waitFor(crowd.developer.requests.length + 100)
      await writing.stop()
      const { accepted, doubled } = await crowd.finish()
      assert.deepEqual(await state(), before, 'the frozen process wrote nothing')
      assert.ok(accepted > 250, `${accepted} accepted`)
      assert.ok(doubled < 2 * 64, `${doubled} of ${accepted} came twice: more than can have been in flight`)
      const pids = await query(url, 'SELECT DISTINCT pid FROM lane_workers')
      assert.equal(pids.length, count, 'everybody who lives takes part')
    })
  }

  test('PostgreSQL restarted in the middle: nothing is lost, order is kept, and nobody has to do anything', async () => {
    const server = await startPostgres()
    try {
      await using store = await engine.freshEnvironment()
      await using crowd = await gatherCrowd({ ...store.env, DATABASE_URL: server.url }, 2)
      const writing = crowd.write(conversations(12))
      for (let round = 1; round <= 2; round++) {
        await crowd.developer.waitFor(crowd.developer.requests.length + 150)
        await server.restart('immediate')
      }
      await crowd.developer.waitFor(crowd.developer.requests.length + 150)
      await writing.stop()
      const { accepted } = await crowd.finish()
      assert.ok(accepted > 300, `${accepted} accepted`)
      for (const { child } of crowd.processes)
        assert.equal(child.exitCode, null, 'the same processes still run')
      const stuck = () =>
        query(server.url, `SELECT key FROM lanes WHERE owner IS NOT NULL OR ready_at IS NOT NULL`)
      await eventually('every lane is at rest', stuck, (rows) => rows.length === 0)
    } finally {
      await server.stop()
    }
  })
}

function embedded(engine: TestEngine): void {
  test('killed with SIGKILL: what was accepted before is delivered after the restart, in order', async () => {
    await using store = await engine.freshEnvironment()
    await using crowd = await gatherCrowd(store.env, 1)
    for (let round = 0; round < 3; round++) {
      const writing = crowd.write(conversations(12))
      await crowd.developer.waitFor(crowd.developer.requests.length + 120)
      // The receiver is down for a moment, so that there is something left to deliver.
      crowd.answer(() => ({ kind: 'hang' }))
      await pause(200)
      await crowd.processes.at(-1)?.kill('SIGKILL')
      crowd.answer(() => undefined)
      const [joined] = await Promise.all([crowd.join(), writing.stop()])
      assert.ok(joined)
    }
    const { accepted } = await crowd.finish()
    assert.ok(accepted > 300, `${accepted} accepted`)
  })
}
