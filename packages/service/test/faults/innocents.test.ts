/** Nothing is given up because the process died, however often: not turns beside each other, not deliveries, not after a freeze. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../src/platform/config.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import { createLog } from '../../src/platform/log.ts'
import { SUCCESS, startDeveloperServer } from '../harness/developer-server.ts'
import { onEachEngine } from '../harness/engines.ts'
import { serveTandem } from '../harness/process.ts'
import { eventually } from '../harness/service.ts'
import { arrivedIn, modelEnvironment, startManaged } from './manager.ts'

onEachEngine((engine) => {
  test('turns that run while the process is killed four times are all answered, and none is given up', async (t) => {
    await using store = await engine.freshEnvironment()
    const developer = await startDeveloperServer()
    t.after(() => developer.close())
    const { model, env } = await modelEnvironment()
    t.after(() => model.close())
    let isHeld = true
    model.answer(() => (isHeld ? { kind: 'stall' } : { kind: 'chat', pieces: ['At last'] }))
    await using service = await startManaged({ ...store.env, ...env, TANDEM_STALL_LIMIT_MS: '0' })
    const tenant = await service.newTenant(developer.url)
    const conversations = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const conversation = await service.newConversation(tenant)
        await service.send(tenant, conversation, 'Are you open?')
        return conversation
      }),
    )
    await model.waitFor(10)
    for (let kill = 1; kill <= 4; kill++) {
      const asked = model.requests.length
      await service.current().kill('SIGKILL')
      isHeld = kill < 4
      await model.waitFor(asked + 1)
    }
    for (const conversation of conversations)
      await eventually(
        'it is answered',
        () => arrivedIn(developer, conversation).length,
        (count) => count === 1,
      )
    const turns = (await service.items()).filter(({ kind }) => kind === 'turn')
    assert.deepEqual(
      turns.filter(({ state }) => state !== 'done'),
      [],
    )
  })

  test('a delivery that is under way whenever the process is killed is never given up', async (t) => {
    await using store = await engine.freshEnvironment()
    const developer = await startDeveloperServer()
    t.after(() => developer.close())
    developer.answer(() => ({ kind: 'hang' }))
    await using service = await startManaged(store.env)
    const tenant = await service.newTenant(developer.url)
    const conversation = await service.newConversation(tenant)
    await service.send(tenant, conversation, 'Are you open?')
    for (let kill = 1; kill <= 4; kill++) {
      await developer.waitFor(kill)
      await service.current().kill('SIGKILL')
    }
    developer.answer(() => SUCCESS)
    await developer.waitFor(5)
    await eventually(
      'it is delivered',
      async () => (await service.items()).map(({ state }) => state),
      (states) => states.every((state) => state === 'done'),
    )
  })

  if (engine.name === 'postgres')
    test('a turn whose process is frozen beyond its lease three times is still answered', async (t) => {
      await using store = await engine.freshEnvironment()
      const developer = await startDeveloperServer()
      t.after(() => developer.close())
      const { model, env } = await modelEnvironment()
      t.after(() => model.close())
      let isHeld = true
      model.answer(() => (isHeld ? { kind: 'stall' } : { kind: 'chat', pieces: ['At last'] }))
      // An attempt that may take 100 ms makes the shortest lease there can be: 6.3 s.
      const shortLease = { TANDEM_LEASE_MS: '1000', TANDEM_WEBHOOK_TIMEOUT_MS: '100' }
      const all = { ...store.env, ...env, ...shortLease }
      await using service = await startManaged(all)
      const tenant = await service.newTenant(developer.url)
      const conversation = await service.newConversation(tenant)
      await using second = await serveTandem({
        ...all,
        TANDEM_EGRESS_ALLOW: '127.0.0.0/8',
        TANDEM_ADMIN_TOKEN: 'an-admin-token-for-tests',
      })
      await service.send(tenant, conversation, 'Are you open?')
      const database = await openDatabase(readConfig('serve', store.env), createLog('silent'))
      t.after(() => database.close())
      const ownerPid = async () => {
        const owner = await database.q
          .selectFrom('lanes')
          .innerJoin('lane_workers', 'lane_workers.id', 'lanes.owner')
          .select('lane_workers.pid')
          .executeTakeFirst()
        return owner?.pid
      }
      for (let freeze = 1; freeze <= 3; freeze++) {
        await model.waitFor(freeze)
        const pid = (await eventually('it runs', ownerPid, (found) => found !== undefined)) as number
        assert.ok([service.current().child.pid, second.child.pid].includes(pid))
        isHeld = freeze < 3
        process.kill(pid, 'SIGSTOP')
        await model.waitFor(freeze + 1)
        process.kill(pid, 'SIGCONT')
      }
      await eventually(
        'it is answered',
        () => arrivedIn(developer, conversation).length,
        (count) => count === 1,
      )
      const turns = (await service.items()).filter(({ kind }) => kind === 'turn')
      assert.deepEqual(turns, [{ kind: 'turn', state: 'done', last_error: null }])
      assert.deepEqual(service.ends, [])
    })
})
