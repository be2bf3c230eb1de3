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
  test('turns that run while the process is killed four times are all answered, and none is given up; nor is a delivery that is under way each time', async (t) => {
    await using store = await engine.freshEnvironment()
    const [developer, hanging] = [await startDeveloperServer(), await startDeveloperServer()]
    t.after(() => Promise.all([developer.close(), hanging.close()]))
    hanging.answer(() => ({ kind: 'hang' }))
    const { model, env } = await modelEnvironment()
    t.after(() => model.close())
    let isHeld = true
    model.answer(({ body }) =>
      isHeld && !body.includes('To be delivered') ? { kind: 'stall' } : { kind: 'chat', pieces: ['At last'] },
    )
    await using service = await startManaged({ ...store.env, ...env, TANDEM_STALL_LIMIT_MS: '0' })
    const tenant = await service.newTenant(developer.url)
    const conversations = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const conversation = await service.newConversation(tenant)
        await service.send(tenant, conversation, 'Are you open?')
        return conversation
      }),
    )
    const other = await service.newTenant(hanging.url)
    await service.send(other, await service.newConversation(other), 'To be delivered')
    await model.waitFor(11)
    for (let kill = 1; kill <= 4; kill++) {
      await hanging.waitFor(kill)
      const asked = model.requests.length
      await service.current().kill('SIGKILL')
      isHeld = kill < 4
      if (!isHeld) hanging.answer(() => SUCCESS)
      await model.waitFor(asked + 1)
    }
    for (const conversation of conversations)
      await eventually(
        'it is answered',
        () => arrivedIn(developer, conversation).length,
        (count) => count === 1,
      )
    await hanging.waitFor(5)
    await eventually(
      'all is done',
      async () => (await service.items()).map(({ kind, state }) => `${kind} ${state}`),
      (items) => items.length === 22 && items.every((item) => item.endsWith(' done')),
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
