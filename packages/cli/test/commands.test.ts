/** The commands as a person types them: what they print, with and without --json, and how they refuse. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Database } from '@tandem/service/platform/database/handle'
import { touchMigration } from '@tandem/service/platform/database/migrate'
import { sql } from 'kysely'
import { onEachEngine, onSqlite } from '../../service/test/harness/engines.ts'
import { runTandem, serveTandem, spawnTandem } from '../../service/test/harness/process.ts'
import { withDatabase } from '../src/open-store.ts'
import { callTandem } from './call-tandem.ts'

const ROOT = join(import.meta.dirname, '../../..')
const BASES = '/v1/bot/knowledge/base/page'

test('the scripts of npm need no shell but that of their system: on Windows none sets a variable, and exec is a command', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  for (const [name, line] of Object.entries<string>(scripts)) {
    assert.doesNotMatch(line, /^\w+=|[$;&|>]/, name)
    const [program = ''] = line.split(' ')
    if (program === 'exec') assert.ok(existsSync(join(ROOT, 'exec.cmd')), name)
    else assert.ok(['node', 'biome'].includes(program), `${name} runs a program of node_modules`)
  }
})

onEachEngine((engine) => {
  test('migrate brings the schema up to date, and has nothing to do the second time', async () => {
    await using store = await engine.emptyEnvironment()
    const first = await runTandem(['migrate'], store.env)
    assert.deepEqual([first.code, first.stderr], [0, ''])
    assert.match(first.stdout, /^Schema 0 → \d+ \(ground.*\)\.\n$/)
    const again = await callTandem(['migrate'], store.env)
    assert.match(again.stdout, /^Schema \d+: nothing to do\.\n$/)
    const json = JSON.parse((await callTandem(['migrate', '--json'], store.env)).stdout)
    assert.deepEqual([json.engine, json.applied, json.from === json.to], [engine.name, [], true])
  })

  test('no command but migrate changes the schema of an older version, whose service may be running', async () => {
    await using store = await engine.freshEnvironment()
    const newest = await withDatabase(store.env, async (database, _config, { to }) => {
      await database.transaction('test', (tx) =>
        tx.q.deleteFrom('schema_migrations').where('number', '=', to).execute(),
      )
      return to
    })
    const refused = await callTandem(['agent', 'list'], store.env)
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, new RegExp(`has schema \\d+, needed ${newest}\\. The command \`migrate\``))
  })

  test('agent and key commands make, list, revoke and delete, the service sees it at once, and the audit says so', async () => {
    await using store = await engine.freshEnvironment()
    const json = async (...args: string[]) => {
      const { code, stdout, stderr } = await callTandem([...args, '--json'], store.env)
      assert.equal(code, 0, stderr)
      assert.equal(stdout.trim().split('\n').length, 1)
      return JSON.parse(stdout)
    }
    const made = await json('agent', 'create', 'Shop')
    assert.deepEqual([made.agent.name, made.agent.status], ['Shop', 'active'])
    const second = await json('key', 'create', made.agent.id, '--label', 'Server')
    await using tandem = await serveTandem(store.env)
    const status = async (key: string) => (await tandem.api('GET', BASES, undefined, key)).status
    assert.deepEqual([await status(made.api_key), await status(second.api_key)], [200, 200])
    const revoked = await json('key', 'revoke', made.agent.id, second.id)
    assert.deepEqual([revoked.id, revoked.label, typeof revoked.revoked_at], [second.id, 'Server', 'number'])
    assert.deepEqual([await status(made.api_key), await status(second.api_key)], [200, 401])
    assert.deepEqual((await json('agent', 'list')).items.length, 1)
    assert.equal((await json('agent', 'delete', made.agent.id)).agent.status, 'deleted')
    assert.equal(await status(made.api_key), 403)
    assert.deepEqual((await json('agent', 'list')).items, [])
    await withDatabase(store.env, async (database) => {
      const rows = await database.q.selectFrom('audit').selectAll().orderBy('id').execute()
      assert.deepEqual(
        rows.map(({ actor, action, agent_id, target }) => [actor, action, agent_id, target]),
        [
          ['createAgent', made.agent.id],
          ['createApiKey', second.id],
          ['revokeApiKey', second.id],
          ['deleteAgent', made.agent.id],
        ].map(([action, target]) => ['command line', action, made.agent.id, target]),
      )
    })
  })

  test('a database that takes no writes is named with what to do, also once a command is under way', async () => {
    await using store = await engine.freshEnvironment()
    const work = (database: Database) =>
      database.transaction('test', async (tx) => {
        const refuse = engine.name === 'sqlite' ? sql`PRAGMA query_only = ON` : sql`SET TRANSACTION READ ONLY`
        await refuse.execute(tx.q)
        await touchMigration(tx)
      })
    await assert.rejects(
      withDatabase(store.env, work),
      engine.name === 'sqlite'
        ? /^Error: The data folder \S+ cannot be written to: let /
        : /^Error: The PostgreSQL of DATABASE_URL takes no writes: name /,
    )
  })
})

onSqlite((engine) => {
  test('without --json the same is said in lines for people', async () => {
    await using store = await engine.freshEnvironment()
    const none = await runTandem(['agent', 'list'], store.env)
    assert.match(none.stdout, /^No agents yet\. Make one: tandem agent create/)
    const made = await callTandem(['agent', 'create', 'Shop'], store.env)
    assert.match(
      made.stdout,
      /^Agent {4}Shop\nId {7}[0-9a-f-]{36}\nAPI key {2}tdm_\S+ {3}\(shown only now; keep it\)\n$/,
    )
    const id = /Id +(\S+)/.exec(made.stdout)?.[1] ?? ''
    assert.match(
      (await callTandem(['agent', 'list'], store.env)).stdout,
      new RegExp(`^${id}  \\S+Z  Shop\n$`),
    )
    const key = await callTandem(['key', 'create', id], store.env)
    assert.match(key.stdout, /^Key id {3}\S+\nAPI key {2}tdm_\S+ /)
    const keyId = /Key id +(\S+)/.exec(key.stdout)?.[1] ?? ''
    assert.equal((await callTandem(['key', 'revoke', id, keyId], store.env)).stdout, `Revoked ${keyId}.\n`)
    assert.equal((await callTandem(['agent', 'delete', id], store.env)).stdout, `Deleted Shop (${id}).\n`)
  })

  test('serve --json says where it listens, in its first line that is not a log line', async () => {
    await using store = await engine.freshEnvironment()
    const env = { ...store.env, TANDEM_LOG_LEVEL: 'silent' }
    await using tandem = spawnTandem(['serve', '--json'], env)
    const [line] = await tandem.printed(/^.+\n/)
    const said = JSON.parse(line)
    assert.equal(said.engine, engine.name)
    assert.equal((await fetch(`${said.url}/v1/webhook/service/health`)).status, 200)
    assert.deepEqual(await tandem.kill('SIGTERM'), { code: 0, signal: null })
  })
})
