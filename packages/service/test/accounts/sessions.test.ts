/** Sessions of people: how they begin, what the cookie is, and everything that ends them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TEST_NOW } from '../harness/clock.ts'
import { onEachEngine } from '../harness/engines.ts'
import { dumpOf } from '../harness/everything.ts'
import { answerOn, headOf, openSocket } from '../harness/raw-socket.ts'
import { eventually, sharedService, startTestService } from '../harness/service.ts'
import {
  codeIn,
  cookieOf,
  newAccount,
  newPerson,
  OF_OWN_PAGE,
  PASSWORD,
  person,
  send,
  signIn,
} from './people.ts'

const SESSION = '/admin/v1/session'
const HOUR_MS = 3_600_000

onEachEngine((engine) => {
  const service = sharedService(engine)

  test('a password signs in, the session shows the account, and signing out ends it', async () => {
    const { id, email } = await newAccount(service(), { password: PASSWORD })
    const answer = await signIn(service().url, { email: email.toUpperCase(), password: PASSWORD })
    assert.deepEqual([answer.status, answer.json.account.id], [200, id])
    const one = person(service().url, id, email, cookieOf(answer))
    const shown = await one.call('GET', SESSION)
    assert.deepEqual(shown.json, answer.json)
    const { id: _id, created_at: _at, ...rest } = shown.json.account
    assert.deepEqual(rest, {
      email,
      name: 'A person',
      role: 'developer',
      agents: 'all',
      desk: false,
      disabled: false,
      has_password: true,
    })
    const out = await one.call('DELETE', SESSION)
    assert.equal(out.status, 204)
    assert.match(out.headers.get('set-cookie') ?? '', /^tandem=; .*Max-Age=0$/)
    const after = await one.call('GET', SESSION)
    assert.deepEqual([after.status, after.json.code], [401, 40127])
  })

  test('an address is the same in every case and whatever code points it is typed as', async () => {
    const [typed, other] = ['Jos\u00e9@shop.example', 'jose\u0301@SHOP.example']
    const body = { name: 'José', role: 'editor', agents: 'all', password: PASSWORD }
    const made = await service().admin('POST', '/accounts', { ...body, email: other })
    assert.deepEqual([made.status, made.json.account.email], [201, 'jos\u00e9@shop.example'])
    assert.equal((await service().admin('POST', '/accounts', { ...body, email: typed })).status, 409)
    for (const email of [typed, other])
      assert.equal((await signIn(service().url, { email, password: PASSWORD })).status, 200)
  })

  test('the only admin who can sign in stays one, also when two shut each other out at once', async () => {
    await using own = await startTestService(engine)
    const [one, other] = [await newPerson(own, 'admin'), await newPerson(own, 'admin')]
    const shut = (by: typeof one, whom: typeof one, change: object) =>
      by.call('PATCH', `/admin/v1/accounts/${whom.id}`, change)
    const both = await Promise.all([
      shut(one, other, { disabled: true }),
      shut(other, one, { role: 'editor' }),
    ])
    assert.equal(both.filter(({ status }) => status === 200).length, 1, both.map(({ text }) => text).join())
    const admins = (await own.admin('GET', '/accounts')).json.items.filter(
      ({ role, disabled }: { role: string; disabled: boolean }) => role === 'admin' && !disabled,
    )
    assert.equal(admins.length, 1)
    for (const change of [{ disabled: true }, { role: 'developer' }]) {
      const refused = await own.admin('PATCH', `/accounts/${admins[0].id}`, change)
      assert.deepEqual([refused.status, refused.json.code], [409, 40900])
      assert.match(refused.json.message, /is the only admin who can sign in\. Make another account an admin/)
    }
    assert.equal((await own.admin('PATCH', `/accounts/${admins[0].id}`, { name: 'Ada' })).status, 200)
  })

  test('the cookie is __Host- and Secure, and on loopback has a plain name; the other name does not do', async () => {
    const { code } = await newAccount(service())
    const plain = await signIn(service().url, { code })
    assert.match(
      plain.headers.get('set-cookie') ?? '',
      /^tandem=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=2592000$/,
    )
    const other = await newAccount(service())
    const proxied = { 'x-forwarded-for': '192.0.2.7' }
    const behind = await signIn(service().url, { code: other.code }, proxied)
    assert.match(
      behind.headers.get('set-cookie') ?? '',
      /^__Host-tandem=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict; Max-Age=2592000$/,
    )
    const status = async (cookie: string, headers = {}) =>
      (await send(service().url, 'GET', SESSION, undefined, { cookie, ...headers })).status
    assert.equal(await status(cookieOf(behind), proxied), 200)
    assert.equal(await status(cookieOf(behind)), 401)
    assert.equal(await status(cookieOf(plain), proxied), 401)
    assert.equal(await status(`a=b; ${cookieOf(plain)}; tandem=x`), 200)
  })

  test('a link signs in once, of two at once one, and neither its code nor the token of a session is stored', async () => {
    const { id, code } = await newAccount(service())
    const both = await Promise.all([signIn(service().url, { code }), signIn(service().url, { code })])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401])
    const token = cookieOf(both.find(({ status }) => status === 200) ?? both[0]).split('=')[1] as string
    const { json } = await service().admin('POST', `/accounts/${id}/link`)
    const again = codeIn(json.sign_in_link)
    const dump = await dumpOf(service().service.database)
    for (const secret of [code, again, token]) assert.ok(!dump.includes(secret))
    assert.match(json.sign_in_link, /^http:\/\/127\.0\.0\.1:\d+\/console\/sign-in#code=[\w-]{43}$/)
    assert.equal((await signIn(service().url, { code: again })).status, 200)
  })

  test('a session of a disabled account ends at once, and so do its links and its password', async () => {
    const { id, email, code } = await newAccount(service(), { password: PASSWORD })
    const one = person(service().url, id, email, cookieOf(await signIn(service().url, { code })))
    const { json } = await service().admin('POST', `/accounts/${id}/link`)
    assert.equal(
      (await service().admin('PATCH', `/accounts/${id}`, { disabled: true })).json.account.disabled,
      true,
    )
    assert.equal((await one.call('GET', SESSION)).status, 401)
    assert.equal((await signIn(service().url, { code: codeIn(json.sign_in_link) })).status, 401)
    assert.equal((await signIn(service().url, { email, password: PASSWORD })).status, 401)
    assert.equal((await service().admin('POST', `/accounts/${id}/link`)).status, 409)
    await service().admin('PATCH', `/accounts/${id}`, { disabled: false })
    assert.equal((await one.call('GET', SESSION)).status, 401)
    assert.equal((await signIn(service().url, { email, password: PASSWORD })).status, 200)
  })

  test('a session that ends while a body is on its way no longer counts for it', async () => {
    let now = TEST_NOW
    await using timed = await startTestService(engine, { clock: { now: () => now, after: () => () => {} } })
    const one = await newPerson(timed, 'admin')
    now += 60_000
    const body = JSON.stringify({ name: 'Late' })
    const socket = await openSocket(timed.url)
    const head = { host: new URL(timed.url).host, cookie: one.cookie, ...OF_OWN_PAGE }
    const about = { 'content-type': 'application/json', 'content-length': String(body.length) }
    socket.write(headOf('POST', '/admin/v1/agents', { ...head, ...about }))
    const session = async () => (await timed.admin('GET', `/sessions?account_id=${one.id}`)).json.items[0]
    const { id } = await eventually('it was checked', session, (each) => each.last_used_at === now)
    assert.equal((await timed.admin('DELETE', `/sessions/${id}`)).status, 204)
    socket.write(body)
    const { status, text } = await answerOn(socket)
    assert.deepEqual([status, JSON.parse(text).code], [401, 40127])
    assert.equal(await timed.countRows('agents'), 0)
  })

  test('a new password needs the old one and ends the other sessions; a session that a link began needs none', async () => {
    const { id, email, code } = await newAccount(service(), { password: PASSWORD })
    const signedIn = async (body: object) =>
      person(service().url, id, email, cookieOf(await signIn(service().url, body)))
    const thief = await signedIn({ code })
    const owner = await signedIn({ email, password: PASSWORD })
    const change = (body: object) => owner.call('PUT', `${SESSION}/password`, body)
    const next = 'another staple 42'
    assert.deepEqual((await change({ password: next })).json.code, 40000)
    assert.deepEqual((await change({ password: next, current_password: 'wrong' })).json.code, 40127)
    assert.equal((await thief.call('GET', SESSION)).status, 200)
    assert.equal((await change({ password: next, current_password: PASSWORD })).status, 204)
    assert.equal((await thief.call('GET', SESSION)).status, 401)
    assert.equal((await owner.call('GET', SESSION)).status, 200)
    assert.equal((await signIn(service().url, { email, password: PASSWORD })).status, 401)
    assert.equal((await signIn(service().url, { email, password: next })).status, 200)
    const link = (await service().admin('POST', `/accounts/${id}/link`)).json.sign_in_link
    const forgetful = await signedIn({ code: codeIn(link) })
    assert.equal((await forgetful.call('PUT', `${SESSION}/password`, { password: PASSWORD })).status, 204)
    assert.equal((await owner.call('GET', SESSION)).status, 401)
  })

  test('of two sessions that change the password at once, the first ends the other and its change', async () => {
    const { id, email } = await newAccount(service())
    const newSession = async () => {
      const link = (await service().admin('POST', `/accounts/${id}/link`)).json.sign_in_link
      return person(service().url, id, email, cookieOf(await signIn(service().url, { code: codeIn(link) })))
    }
    const sessions = [await newSession(), await newSession()]
    const words = ['the owner changed it', 'a thief changed it']
    const changes = await Promise.all(
      sessions.map((one, n) => one.call('PUT', `${SESSION}/password`, { password: words[n] })),
    )
    const statuses = changes.map(({ status }) => status)
    assert.deepEqual(statuses.toSorted(), [204, 401])
    for (const [n, password] of words.entries())
      assert.equal((await signIn(service().url, { email, password })).status === 200, statuses[n] === 204)
  })

  test('people see and end their own sessions, admins those of all, and nobody else those of others', async () => {
    const [one, other] = [await newPerson(service(), 'editor'), await newPerson(service(), 'operator')]
    const admin = await newPerson(service(), 'admin')
    const own = await one.call('GET', '/admin/v1/sessions', undefined, { 'user-agent': 'x' })
    assert.equal(own.json.items.length, 1)
    const [session] = own.json.items
    assert.deepEqual([session.account_id, session.current, session.address], [one.id, true, '127.0.0.1'])
    assert.equal((await other.call('GET', `/admin/v1/sessions?account_id=${one.id}`)).status, 403)
    assert.equal((await other.call('DELETE', `/admin/v1/sessions/${session.id}`)).status, 404)
    const seen = await admin.call('GET', `/admin/v1/sessions?account_id=${one.id}`)
    assert.deepEqual(
      seen.json.items.map(({ id, current }: typeof session) => [id, current]),
      [[session.id, false]],
    )
    assert.equal((await admin.call('DELETE', `/admin/v1/sessions/${session.id}`)).status, 204)
    assert.equal((await one.call('GET', SESSION)).status, 401)
    assert.equal((await other.call('GET', SESSION)).status, 200)
  })

  test('a session ends after twelve hours without use and after thirty days with it; a link after ten minutes', async () => {
    // Timers stand still: a month of them is not what is tested.
    let now = TEST_NOW
    const clock = { now: () => now, after: () => () => {} }
    await using timed = await startTestService(engine, { clock })
    const [idle, busy] = [await newPerson(timed, 'editor'), await newPerson(timed, 'editor')]
    const late = await newAccount(timed)
    const status = async (who: typeof idle) => (await who.call('GET', SESSION)).status
    const usedAt = async () => (await busy.call('GET', '/admin/v1/sessions')).json.items[0].last_used_at
    now += 10 * 60_000
    assert.equal((await signIn(timed.url, { code: late.code })).status, 401)
    for (; now + 11 * HOUR_MS < TEST_NOW + 720 * HOUR_MS; ) {
      now += 11 * HOUR_MS
      assert.equal(await status(busy), 200)
      await eventually('the use is recorded', usedAt, (at) => at === now)
    }
    assert.equal(await status(idle), 401)
    now = TEST_NOW + 720 * HOUR_MS
    assert.equal(await status(busy), 401)
  })

  test('what is wrong with an account is said, and an email address is taken once', async () => {
    const good = { email: 'Eve@Shop.example', name: 'Eve', role: 'editor', agents: 'all' }
    const create = (more: object) => service().admin('POST', '/accounts', { ...good, ...more })
    const refusals: [object, RegExp][] = [
      [{ email: 'eve' }, /email: found "eve", needed an email address/],
      [{ role: 'owner' }, /role: found "owner", needed one of admin, developer, editor, operator/],
      [{ password: 'short' }, /password: found a string of 5 characters, needed a string of 8 to 200/],
      [
        { password: 'x'.repeat(201) },
        /password: found a string of 201 characters, needed a string of 8 to 200/,
      ],
      [{ agents: ['nobody'] }, /agents: found "nobody", needed ids of agents that exist/],
      [{ agents: [] }, /agents: found an empty list, needed "all" or a list of 1 to 1,000 ids/],
      [{ role: 'admin', agents: [(await service().newAgent()).id] }, /agents: found a list, needed "all"/],
    ]
    for (const [more, says] of refusals) {
      const answer = await create(more)
      assert.equal(answer.json.code, 40000)
      assert.match(answer.json.message, says)
    }
    assert.equal((await create({})).json.account.email, 'eve@shop.example')
    assert.deepEqual((await create({ email: 'EVE@shop.example' })).json.code, 40900)
    assert.equal((await signIn(service().url, {})).json.code, 40000)
    assert.equal((await signIn(service().url, { email: good.email })).json.code, 40000)
  })
})
