/** Guessing gets nowhere: tries are limited without shutting anybody out, and a refusal tells nothing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setPassword } from '../../src/accounts/manage-accounts.ts'
import { createPasswords, type Passwords } from '../../src/accounts/passwords.ts'
import { createSignIn } from '../../src/accounts/sign-in.ts'
import { runAs } from '../../src/platform/activity.ts'
import { Fault } from '../../src/platform/fault.ts'
import { manualClock } from '../harness/clock.ts'
import { onSqlite } from '../harness/engines.ts'
import { sharedService } from '../harness/service.ts'
import { newAccount, PASSWORD, signIn } from './people.ts'

const CHEAP = { N: 2 ** 10, r: 8, p: 1 }

onSqlite((engine) => {
  const service = sharedService(engine)

  /** Signing in with a clock of the test and cheap hashes, whose work is counted. */
  function guarded(whileChecking = async () => {}) {
    const clock = manualClock()
    const real = createPasswords({ cost: CHEAP })
    let checks = 0
    const passwords: Passwords = {
      ...real,
      async isSame(given, stored) {
        checks++
        await whileChecking()
        return real.isSame(given, stored)
      },
    }
    const { database } = service().service
    const log = { warn: () => {} } as unknown as Parameters<typeof createSignIn>[0]['log']
    const ways = createSignIn({ database, clock, log, passwords })
    const outcome = async (email: string, password: string, address: string) => {
      try {
        await ways.signIn({ email, password }, { address, userAgent: undefined })
        return 'in'
      } catch (error) {
        return error instanceof Fault ? error.entry : String(error)
      }
    }
    return { clock, outcome, checks: () => checks }
  }

  test('of ten thousand wrong passwords from one address ten are checked, and the person waits ten seconds at most', async () => {
    const { email } = await newAccount(service(), { password: PASSWORD })
    const { clock, outcome, checks } = guarded()
    const all = Array.from({ length: 10_000 }, (_, n) => outcome(email, `guess ${n}`, '192.0.2.1'))
    const counts = Map.groupBy(await Promise.all(all), (entry) => entry)
    assert.deepEqual([counts.get('authenticationFailed')?.length, checks()], [10, 10])
    assert.equal(counts.get('rateLimited')?.length, 9990)
    assert.equal(await outcome(email, PASSWORD, '192.0.2.1'), 'rateLimited')
    assert.equal(await outcome(email, PASSWORD, '192.0.2.2'), 'in')
    await clock.advance(10_000)
    assert.equal(await outcome(email, PASSWORD, '192.0.2.1'), 'in')
  })

  test('wrong passwords from a thousand addresses are as few, and where the person has a session they do not count', async () => {
    const { email } = await newAccount(service(), { password: PASSWORD })
    const { clock, outcome, checks } = guarded()
    assert.equal(await outcome(email, PASSWORD, '192.0.2.1'), 'in')
    for (let n = 0; n < 1000; n++) await outcome(email, 'guess', `10.0.${n >> 8}.${n & 255}`)
    assert.equal(checks(), 30)
    assert.equal(await outcome(email, PASSWORD, '192.0.2.1'), 'in')
    assert.equal(await outcome(email, PASSWORD, '192.0.2.9'), 'rateLimited')
    await clock.advance(10_000)
    assert.equal(await outcome(email, PASSWORD, '192.0.2.9'), 'in')
  })

  test('a password that is changed while it is checked signs in nobody', async () => {
    const { id, email } = await newAccount(service(), { password: PASSWORD })
    const changed = { database: service().service.database, passwords: createPasswords({ cost: CHEAP }) }
    const { outcome } = guarded(() => setPassword(changed, id, 'another staple 42'))
    assert.equal(await outcome(email, PASSWORD, '192.0.2.9'), 'authenticationFailed')
  })

  test('one address tries many accounts in vain', async () => {
    const { outcome, checks } = guarded()
    for (let n = 0; n < 1000; n++) await outcome(`guess-${n}@shop.example`, PASSWORD, '192.0.2.1')
    assert.equal(checks(), 30)
  })

  test('an unknown email address, a wrong password, no password and a disabled account cost the same work and say the same', async () => {
    const { url, admin } = service()
    const known = await newAccount(service(), { password: PASSWORD })
    const linked = await newAccount(service())
    const disabled = await newAccount(service(), { password: PASSWORD })
    await admin('PATCH', `/accounts/${disabled.id}`, { disabled: true })
    const tries = [
      { email: 'nobody@shop.example', password: PASSWORD },
      { email: known.email, password: 'wrong' },
      { email: linked.email, password: PASSWORD },
      { email: disabled.email, password: PASSWORD },
    ]
    const { outcome, checks } = guarded()
    for (const { email, password } of tries)
      assert.equal(await outcome(email, password, '192.0.2.1'), 'authenticationFailed')
    assert.equal(checks(), tries.length)
    const answers = await Promise.all(tries.map((body) => signIn(url, body)))
    assert.deepEqual([...new Set(answers.map(({ status, text }) => `${status} ${text}`))].length, 1)
    assert.deepEqual([answers[0]?.status, answers[0]?.json.code], [401, 40127])
  })

  test('over HTTP too many tries get 429 with the seconds to wait', async () => {
    const { email } = await newAccount(service())
    const tries = Array.from({ length: 15 }, () => signIn(service().url, { email, password: 'wrong' }))
    const answer = (await Promise.all(tries)).find(({ status }) => status !== 401)
    assert.deepEqual([answer?.status, answer?.json.code], [429, 42900])
    assert.ok(Number(answer?.headers.get('retry-after')) <= 10)
  })
})

test('hashing leaves the event loop free, runs one at a time, and refuses when too many wait', async () => {
  const passwords = createPasswords({ mostWaiting: 2 })
  const hashes = Array.from({ length: 4 }, () => passwords.hash(PASSWORD))
  const settled = Promise.allSettled(hashes)
  let turns = 0
  let isOver = false
  void settled.then(() => {
    isOver = true
  })
  while (!isOver) {
    turns++
    await new Promise((resolve) => setImmediate(resolve))
  }
  assert.ok(turns > 100, `the loop turned ${turns} times`)
  const states = (await settled).map(({ status }) => status)
  assert.deepEqual(states, ['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
  const [first, second] = await Promise.all(hashes.slice(0, 2))
  assert.notEqual(first, second)
  assert.deepEqual(
    [await passwords.isSame(PASSWORD, first), await passwords.isSame('wrong', first)],
    [true, false],
  )
  assert.equal(
    await passwords.isSame('e\u0301clair au chocolat', await passwords.hash('éclair au chocolat')),
    true,
  )
})

test('beside attackers at twenty addresses a person waits for one hash of each at most', async () => {
  const passwords = createPasswords({ cost: CHEAP })
  const ended: string[] = []
  const hashAt = (owner: string) => {
    const activity = { kind: 'request', id: owner, route: 'POST /admin/v1/session', owner } as const
    return runAs(activity, () => passwords.hash(PASSWORD)).then(() => void ended.push(owner))
  }
  const attackers = Array.from({ length: 20 }, (_, n) => `192.0.2.${n}`)
  const attacks = attackers.flatMap((address) => Array.from({ length: 30 }, () => hashAt(address)))
  const settled = Promise.allSettled(attacks)
  await hashAt('198.51.100.1')
  assert.ok(ended.length <= 1 + attackers.length + 1, `${ended.length} hashes`)
  await settled
})
