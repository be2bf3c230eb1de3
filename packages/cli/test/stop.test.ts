/** Being told to stop: the service hears it however it was started, hears it once, and is not kept by what goes wrong. */
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { onSqlite } from '../../service/test/harness/engines.ts'
import { spawnProgram, spawnTandem } from '../../service/test/harness/process.ts'
import { stopInTime, stopSignal } from '../src/run-service.ts'

const POSIX = { skip: process.platform === 'win32' && 'Windows has no signals', timeout: 120_000 }

/** As the documentation says it. */
function npmRunServe(env: Record<string, string | undefined>) {
  const npm = spawnProgram('npm', ['run', 'tandem', '--', 'serve'], env, true)
  const group = -(npm.child.pid as number)
  return {
    ...npm,
    group,
    async [Symbol.asyncDispose]() {
      try {
        process.kill(group, 'SIGKILL')
      } catch {
        // Nobody is left.
      }
      await npm.ended
    },
  }
}

onSqlite((engine) => {
  test(
    'SIGTERM to `npm run tandem -- serve` drains the service, and npm ends with it and with 0',
    POSIX,
    async () => {
      await using store = await engine.freshEnvironment()
      await using npm = npmRunServe(store.env)
      await npm.printed(/"msg":"listening"/)
      assert.deepEqual(await npm.kill('SIGTERM'), { code: 0, signal: null })
      assert.match(npm.stdout(), /"signal":"SIGTERM","msg":"told to stop"/)
      assert.match(npm.stdout(), /"msg":"stopped"/)
    },
  )

  test('Ctrl-C, which both npm and the service hear, drains the service', POSIX, async () => {
    await using store = await engine.freshEnvironment()
    await using npm = npmRunServe(store.env)
    await npm.printed(/"msg":"listening"/)
    process.kill(npm.group, 'SIGINT')
    // npm may end by the signal itself, before the service has. What is printed is read until both have ended.
    await npm.ended
    assert.match(npm.stdout(), /"signal":"SIGINT","msg":"told to stop"/)
    assert.match(npm.stdout(), /"msg":"stopped"/)
  })
})

test('a signal that several processes pass on is one wish to stop; one that comes later ends the process at once', async () => {
  const signals = new EventEmitter()
  let now = 5
  let ends = 0
  const told = stopSignal(
    signals,
    () => now,
    () => ends++,
  )
  signals.emit('SIGINT')
  signals.emit('SIGINT')
  assert.equal(await told, 'SIGINT')
  now += 999
  signals.emit('SIGTERM')
  assert.equal(ends, 0)
  now += 1
  signals.emit('SIGINT')
  assert.equal(ends, 1)
})

test('a stop that fails keeps nothing that would hold the process', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const before = timers()
  const stop = () => Promise.reject(new Error('The disk is gone.'))
  await assert.rejects(stopInTime({ stop }), /The disk is gone/)
  assert.equal(timers(), before)
})

test(
  'a command whose output nobody reads any more ends in order, and complains of nothing',
  POSIX,
  async () => {
    const help = spawnTandem(['help'], {})
    help.child.stdout?.destroy()
    assert.deepEqual(await help.ended, { code: 0, signal: null })
    assert.equal(help.stderr(), '')
  },
)
