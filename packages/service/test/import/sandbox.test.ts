/** The sandbox: what untrusted work does in it, it does to its own thread. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSandbox, SandboxError, type SandboxErrorKind } from '../../src/platform/sandbox.ts'
import type { Work } from './sandbox-work.ts'

function open(options: { timeoutMs?: number; threads?: number; memoryMb?: number } = {}) {
  const sandbox = createSandbox<Work, unknown>({
    module: new URL('./sandbox-work.ts', import.meta.url),
    memoryMb: 32,
    timeoutMs: 20_000,
    threads: 1,
    ...options,
  })
  return { ...sandbox, [Symbol.asyncDispose]: () => sandbox.close() }
}

const failsAs = (kind: SandboxErrorKind, words: RegExp) => (error: unknown) => {
  assert.ok(error instanceof SandboxError)
  assert.equal(error.kind, kind)
  assert.match(error.message, words)
  return true
}

test('work answers, its thread is used again, and an error of it is told in its words', async () => {
  await using sandbox = open()
  assert.deepEqual(await sandbox.run({ do: 'echo', value: { a: [1] } }), { a: [1] })
  const first = await sandbox.run({ do: 'thread' })
  await assert.rejects(sandbox.run({ do: 'fail' }), failsAs('failed', /^It failed as it was told to\.$/))
  assert.equal(await sandbox.run({ do: 'thread' }), first)
})

test('work that hangs, swells or ends its thread is ended alone, and the next gets a new thread', async () => {
  await using sandbox = open({ timeoutMs: 1500 })
  const first = await sandbox.run({ do: 'thread' })
  await assert.rejects(
    sandbox.run({ do: 'hang' }),
    failsAs('timeout', /longer than the 1\.5 seconds allowed/),
  )
  assert.notEqual(await sandbox.run({ do: 'thread' }), first)
  await assert.rejects(sandbox.run({ do: 'leave' }), failsAs('crash', /ended unexpectedly/))
  assert.equal(await sandbox.run({ do: 'echo', value: 1 }), 1)
})

test('work that takes all memory loses its thread, not the process', async () => {
  await using sandbox = open()
  await assert.rejects(
    sandbox.run({ do: 'swell' }),
    failsAs('memory', /more than the 32 MB of memory allowed/),
  )
  assert.equal(await sandbox.run({ do: 'echo', value: 1 }), 1)
})

test('the event loop turns while work hangs', async () => {
  await using sandbox = open({ timeoutMs: 1000 })
  let turns = 0
  const timer = setInterval(() => turns++, 10)
  await assert.rejects(sandbox.run({ do: 'hang' }))
  clearInterval(timer)
  assert.ok(turns > 10, `${turns} turns`)
})

test('parts arrive in order, all of them, before the result', async () => {
  await using sandbox = open()
  const parts: unknown[] = []
  assert.equal(await sandbox.run({ do: 'emit', parts: 500 }, (part) => parts.push(part)), 500)
  assert.deepEqual(
    parts,
    Array.from({ length: 500 }, (_, n) => n),
  )
})

test('as many jobs run at once as there are threads, the others wait their turn', async () => {
  await using sandbox = open({ threads: 2 })
  const answers = await Promise.all(Array.from({ length: 20 }, () => sandbox.run({ do: 'thread' })))
  assert.ok(new Set(answers).size <= 2)
})

test('more jobs than may wait are refused at once', async () => {
  await using sandbox = open()
  const all = await Promise.allSettled(
    Array.from({ length: 1200 }, (_, value) => sandbox.run({ do: 'echo', value })),
  )
  const refused = all.filter(({ status }) => status === 'rejected')
  assert.ok(refused.length > 0 && refused.length <= 200, `${refused.length} refused`)
})

test('so are jobs with more bytes than may wait', async () => {
  await using sandbox = open()
  const large = () => sandbox.run({ do: 'size', bytes: new Uint8Array(100 * 1024 * 1024) })
  const all = await Promise.allSettled([large(), large(), large(), large(), large()])
  assert.deepEqual(
    all.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'],
  )
})

test('buffers change hands whole; one that shares its memory is copied', async () => {
  await using sandbox = open()
  const own = new Uint8Array(1_000_000)
  assert.equal(await sandbox.run({ do: 'size', bytes: own }), 1_000_000)
  assert.equal(own.byteLength, 0)
  const pooled = Buffer.from('shared memory')
  assert.equal(await sandbox.run({ do: 'size', bytes: pooled }), 13)
  assert.equal(pooled.toString(), 'shared memory')
})

test('closing ends what runs and what waits, and nothing starts any more', async () => {
  const sandbox = open()
  const running = sandbox.run({ do: 'hang' })
  const waiting = sandbox.run({ do: 'echo', value: 1 })
  const outcomes = Promise.allSettled([running, waiting])
  await sandbox.close()
  assert.deepEqual(
    (await outcomes).map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  await assert.rejects(sandbox.run({ do: 'echo', value: 1 }), failsAs('failed', /shutting down/))
})
