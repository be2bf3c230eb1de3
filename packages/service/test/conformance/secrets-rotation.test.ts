/** Rotating the encryption key beside a service that goes on changing secrets. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { serviceContext, webhookContext } from '../../src/agents/endpoints.ts'
import { resealAll } from '../../src/agents/reseal.ts'
import type { Tx } from '../../src/platform/database/handle.ts'
import { createSecretBox } from '../../src/platform/secrets.ts'
import { onEachEngine } from '../harness/engines.ts'
import { eventually, startTestService } from '../harness/service.ts'

const url = 'http://127.0.0.1:9/hook'

onEachEngine((engine) => {
  test('a secret that is changed or taken away while the key is rotated stays so, and all open with the new key alone', async () => {
    const [old, fresh] = [randomBytes(32), randomBytes(32)]
    await using service = await startTestService(engine, {
      env: { TANDEM_SECRET_KEY: old.toString('base64') },
    })
    const { admin } = service
    const { database } = service.service
    const withWebhook = async (secret: string) => {
      const { id } = await service.newAgent()
      await admin('PUT', `/agents/${id}/message-webhook`, { url, username: 'shop', secret })
      return id
    }
    const held = await withWebhook('held')
    const changed = await withWebhook('leaked')
    const cleared = await withWebhook('cleared')
    const desk = { name: 'Desk', webhook_url: url, username: 'desk', secret: 'leaked' }
    const serviceId = (await admin('POST', `/agents/${held}/human-services`, desk)).json.id as string

    // Somebody has the first row, so that the rotation has read what there is and comes to a stop before it writes.
    const hold = Promise.withResolvers<void>()
    const holding = Promise.withResolvers<void>()
    const holder = database.transaction('test', async (tx) => {
      await tx.q.updateTable('message_webhooks').set({ url }).where('agent_id', '=', held).execute()
      holding.resolve()
      await hold.promise
    })
    await holding.promise
    const rotating = resealAll(database, createSecretBox([fresh, old]))
    const theirs = createSecretBox([old])
    const changes = () =>
      Promise.all(
        [
          (tx: Tx) =>
            tx.q
              .updateTable('message_webhooks')
              .set({ sealed_secret: theirs.seal('changed', webhookContext(changed)) })
              .where('agent_id', '=', changed),
          (tx: Tx) =>
            tx.q.updateTable('message_webhooks').set({ sealed_secret: null }).where('agent_id', '=', cleared),
          (tx: Tx) =>
            tx.q
              .updateTable('human_services')
              .set({ sealed_secret: theirs.seal('changed', serviceContext(serviceId)) })
              .where('id', '=', serviceId),
        ].map((change) => database.transaction('test', (tx) => change(tx).execute())),
      )
    let changing: Promise<unknown>
    if (engine.name === 'postgres') {
      const waiting = sql<{ n: number }>`SELECT count(*) AS n FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`
      await eventually(
        'the rotation waits',
        async () => Number((await waiting.execute(database.q)).rows[0]?.n),
        (count) => count > 0,
      )
      changing = changes()
      await changing
    } else {
      // Writers queue here: the changes come behind the first write of the rotation, or before it.
      for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
      changing = changes()
    }
    hold.resolve()
    await Promise.all([holder, changing])
    assert.equal(await rotating, 3)

    const box = createSecretBox([fresh])
    const webhooks = await database.q
      .selectFrom('message_webhooks')
      .select(['agent_id', 'sealed_secret'])
      .execute()
    const open = (id: string, sealed: string | null) => sealed && box.open(sealed, webhookContext(id))
    assert.deepEqual(
      new Map(webhooks.map(({ agent_id, sealed_secret }) => [agent_id, open(agent_id, sealed_secret)])),
      new Map([
        [held, 'held'],
        [changed, 'changed'],
        [cleared, null],
      ]),
    )
    const { sealed_secret } = await database.q
      .selectFrom('human_services')
      .select('sealed_secret')
      .executeTakeFirstOrThrow()
    assert.equal(box.open(sealed_secret ?? '', serviceContext(serviceId)), 'changed')
  })
})
