/** The account commands: on the database directly, with the service running or not, and seen by it at once. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { cookieOf, send, signIn } from '../../service/test/accounts/people.ts'
import { onEachEngine, onSqlite } from '../../service/test/harness/engines.ts'
import { COMMAND, serveTandem } from '../../service/test/harness/process.ts'
import { callTandem } from './call-tandem.ts'

onEachEngine((engine) => {
  test('accounts are made, listed, signed in, given a password and disabled by commands, and the audit says so', async () => {
    await using store = await engine.freshEnvironment()
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await callTandem(['account', ...args, '--json'], store.env)
      assert.equal(code, 0, stderr)
      return JSON.parse(stdout)
    }
    const made = await run('create', 'Ada@shop.example', '--role', 'admin')
    assert.deepEqual(
      [made.account.email, made.account.role, made.account.agents],
      ['ada@shop.example', 'admin', 'all'],
    )
    const { code, stderr } = await callTandem(
      ['account', 'create', 'ada@shop.example', '--role', 'admin'],
      store.env,
    )
    assert.equal(code, 1)
    assert.match(stderr, /There is an account with the email address ada@shop\.example already/)
    await using tandem = await serveTandem(store.env)
    const codeIn = ({ sign_in_link: link }: { sign_in_link: string }) => link.split('#code=')[1]
    const first = await signIn(tandem.url, { code: codeIn(made) })
    assert.equal(first.status, 200)
    const status = async (cookie: string) =>
      (await send(tandem.url, 'GET', '/admin/v1/session', undefined, { cookie })).status
    const password = spawnSync(process.execPath, [COMMAND, 'account', 'password', 'ada@shop.example'], {
      env: { PATH: process.env.PATH, ...store.env },
      input: 'correct horse battery\n',
      encoding: 'utf8',
    })
    assert.equal(password.stdout, 'The password of ada@shop.example is set; its sessions have ended.\n')
    assert.equal(await status(cookieOf(first)), 401)
    const second = await signIn(tandem.url, { email: 'ada@shop.example', password: 'correct horse battery' })
    const cookie = cookieOf(second)
    assert.equal(await status(cookie), 200)
    const audit = await send(tandem.url, 'GET', '/admin/v1/audit?limit=200', undefined, { cookie })
    const byCommand = audit.json.items.filter(({ actor }: { actor: string }) => actor === 'command line')
    assert.deepEqual(
      byCommand.map(({ action, target }: Record<string, string>) => [action, target]),
      [
        ['changePassword', made.account.id],
        ['createAccount', made.account.id],
      ],
    )
    const third = await signIn(tandem.url, { code: codeIn(await run('link', 'ada@shop.example')) })
    assert.equal(third.status, 200)
    const last = await callTandem(['account', 'disable', 'ada@shop.example'], store.env)
    assert.equal(last.code, 1)
    assert.match(last.stderr, /ada@shop\.example is the only admin who can sign in\. Make another/)
    assert.equal(await status(cookie), 200)
    await run('create', 'grace@shop.example', '--role', 'admin')
    assert.equal((await run('disable', 'ada@shop.example')).account.disabled, true)
    assert.deepEqual([await status(cookie), await status(cookieOf(third))], [401, 401])
    const { items } = await run('list')
    assert.deepEqual(
      items.map(({ disabled }: { disabled: boolean }) => disabled),
      [false, true],
    )
    assert.equal((await run('disable', 'ada@shop.example', '--enable')).account.disabled, false)
  })
})

onSqlite((engine) => {
  test('a new account says which agents it is for, above all when it was not asked', async () => {
    await using store = await engine.freshEnvironment()
    const create = (...args: string[]) => callTandem(['account', 'create', ...args], store.env)
    const made = await callTandem(['agent', 'create', 'Shop', '--json'], store.env)
    const { agent } = JSON.parse(made.stdout)
    const all = await create('eve@shop.example', '--role', 'operator')
    assert.match(all.stdout, /^Account .+\nAgents {3}all agents; --agents would name some\nLink /)
    const some = await create('bob@shop.example', '--role', 'operator', '--agents', agent.id)
    assert.match(some.stdout, new RegExp(`\nAgents   ${agent.id}\nLink `))
  })
})
