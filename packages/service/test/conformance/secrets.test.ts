/** Keys and secrets stay where they belong: never in an answer, a log, an error or, readable, in the database. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { serviceContext, webhookContext } from '../../src/agents/endpoints.ts'
import { openSecretBox } from '../../src/main.ts'
import { readConfig } from '../../src/platform/config.ts'
import { onEachEngine, type TestEngine } from '../harness/engines.ts'
import { bytesIn, dumpOf } from '../harness/everything.ts'
import { runTandem, spawnTandem } from '../harness/process.ts'
import { pairsOf, startTestService, type TestService } from '../harness/service.ts'

const url = 'http://127.0.0.1:9/hook'
const newKey = () => randomBytes(32).toString('base64')
const folderOf = (service: { env: TestService['env'] }) => service.env.TANDEM_DATA ?? ''

async function withSecrets(service: TestService) {
  const agent = await service.newAgent()
  const [first, second] = [randomBytes(12).toString('hex'), randomBytes(12).toString('hex')]
  const webhook = { url, username: 'shop', secret: first }
  await service.admin('PUT', `/agents/${agent.id}/message-webhook`, webhook)
  const desk = { name: 'Desk', webhook_url: url, username: 'desk', secret: second }
  const { json } = await service.admin('POST', `/agents/${agent.id}/human-services`, desk)
  return { agent, serviceId: json.id as string, secrets: [first, second] as const }
}

/** What the stored secrets open to, with the keys this environment has. */
async function opened(engine: TestEngine, on: TestService['env'], agentId: string, serviceId: string) {
  await using service = await startTestService(engine, { on })
  const box = openSecretBox(readConfig('serve', on))
  const { q } = service.service.database
  const webhook = await q.selectFrom('message_webhooks').select('sealed_secret').executeTakeFirstOrThrow()
  const desk = await q.selectFrom('human_services').select('sealed_secret').executeTakeFirstOrThrow()
  return [
    box.open(webhook.sealed_secret ?? '', webhookContext(agentId)),
    box.open(desk.sealed_secret ?? '', serviceContext(serviceId)),
  ]
}

onEachEngine((engine) => {
  test('no key, token or secret is in a log line, in an answer after the first, or readable in the store', async () => {
    await using service = await startTestService(engine)
    const { agent, secrets } = await withSecrets(service)
    const { api, admin, adminToken } = service
    const second = (await admin('POST', `/agents/${agent.id}/api-keys`, {})).json.api_key
    const answers = [
      await api(
        'POST',
        '/v1/bot/doc/qa/add',
        { purpose: 'QA_TEXT', name: 'x', qaList: pairsOf(1) },
        agent.key,
      ),
      await api('POST', '/v1/bot/doc/qa/add', '{', second),
      await api('POST', '/v1/bot/doc/qa/add', {}, `${agent.key}x`),
      await api('GET', `/v1/nowhere?api_key=${agent.key}`, undefined, second),
      await api('GET', '/admin/v1/agents', undefined, agent.key),
      await api('GET', '/v1/bot/knowledge/base/page', undefined, adminToken),
      await admin('GET', `/agents/${agent.id}/api-keys`),
      await admin('GET', `/agents/${agent.id}/message-webhook`),
      await admin('GET', `/agents/${agent.id}/human-services`),
      await admin('PUT', `/agents/${agent.id}/message-webhook`, { url, secret: secrets[0] }),
      await admin('POST', `/agents/${agent.id}/human-services`, { name: 5, secret: secrets[1] }),
    ]
    await service.service.database.transaction('test', async (tx) => {
      await sql`ALTER TABLE pairs RENAME TO pairs_elsewhere`.execute(tx.q)
    })
    const body = { purpose: 'QA_TEXT', name: 'x', qaList: pairsOf(1) }
    const failing = await api('POST', '/v1/bot/doc/qa/add', body, agent.key)
    assert.equal(failing.status, 500)
    const places: Record<string, string> = {
      log: service.logLines.join(''),
      answers: [...answers, failing].map(({ text }) => text).join('\n'),
      rows: await dumpOf(service.service.database),
    }
    if (engine.name === 'sqlite')
      places.file = bytesIn(folderOf(service), ['admin-token', 'secret.key']).toString('latin1')
    const hidden = { first: agent.key, second, adminToken, webhook: secrets[0], desk: secrets[1] }
    assert.ok(service.logLines.length > answers.length)
    for (const [place, text] of Object.entries(places)) {
      for (const [name, secret] of Object.entries(hidden)) {
        assert.ok(!text.includes(secret), `${name} is in the ${place}`)
        assert.ok(!text.includes(Buffer.from(secret).toString('base64')), `${name} is in the ${place}`)
      }
    }
  })

  test('the files that hold made secrets are for their owner alone', async () => {
    await using service = await startTestService(engine)
    for (const name of ['admin-token', 'secret.key']) {
      assert.equal(statSync(join(folderOf(service), name)).mode & 0o777, 0o600, name)
    }
  })

  test('tandem secrets rotate seals everything under a new key, drops the old one, and the service opens all', async () => {
    await using store = await engine.freshEnvironment()
    const service = await startTestService(engine, { on: store.env })
    const { agent, serviceId, secrets } = await withSecrets(service)
    await service.stop()
    const file = join(store.env.TANDEM_DATA ?? '', 'secret.key')
    const old = readFileSync(file, 'utf8').trim()
    const rotated = await runTandem(['secrets', 'rotate', '--json'], store.env)
    assert.equal(rotated.code, 0, rotated.stderr)
    assert.equal(JSON.parse(rotated.stdout).resealed, 2)
    const now = readFileSync(file, 'utf8').trim()
    assert.notEqual(now, old)
    assert.equal(Buffer.from(now, 'base64').length, 32)
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.deepEqual(await opened(engine, store.env, agent.id, serviceId), secrets)
  })

  test('keys from the environment are rotated by putting the new one in front', async () => {
    await using store = await engine.freshEnvironment()
    const [old, fresh] = [newKey(), newKey()]
    const before = { ...store.env, TANDEM_SECRET_KEY: old }
    const service = await startTestService(engine, { on: before })
    const { agent, serviceId, secrets } = await withSecrets(service)
    await service.stop()
    const both = { ...store.env, TANDEM_SECRET_KEY: `${fresh},${old}` }
    assert.deepEqual(await opened(engine, both, agent.id, serviceId), secrets)
    const rotated = await runTandem(['secrets', 'rotate'], both)
    assert.equal(rotated.code, 0, rotated.stderr)
    assert.match(rotated.stdout, /^2 secrets are now encrypted under key [0-9a-f]{8}/)
    assert.ok(!rotated.stdout.includes(fresh))
    const after = { ...store.env, TANDEM_SECRET_KEY: fresh }
    assert.deepEqual(await opened(engine, after, agent.id, serviceId), secrets)
  })

  test('the service refuses to start with a key that does not fit the store, and says which one it needs', async () => {
    await using store = await engine.freshEnvironment()
    await (await startTestService(engine, { on: store.env })).stop()
    writeFileSync(join(store.env.TANDEM_DATA ?? '', 'secret.key'), newKey())
    const needed =
      /encrypted with key [0-9a-f]{8}, which is not in TANDEM_SECRET_KEY or secret\.key\. Add that key/
    await assert.rejects(startTestService(engine, { on: store.env }), needed)
    const tandem = spawnTandem(['serve'], store.env)
    assert.deepEqual(await tandem.ended, { code: 1, signal: null })
    assert.match(tandem.stderr(), needed)
  })

  test('a key that is no key is refused at start with what to do, and is not shown', async () => {
    await using store = await engine.freshEnvironment()
    const env = { ...store.env, TANDEM_SECRET_KEY: 'dG9vIHNob3J0' }
    await assert.rejects(startTestService(engine, { on: env }), (error: Error) => {
      assert.match(
        error.message,
        /TANDEM_SECRET_KEY: found a key of 9 bytes, needed 32 bytes in base64\. Make one/,
      )
      return !error.message.includes('dG9vIHNob3J0')
    })
  })
})
