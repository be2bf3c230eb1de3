/** The sandbox: what untrusted work does in it, it does to its own thread. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createSandbox,
  SandboxError,
  type SandboxErrorKind,
  threadsForCores,
} from '../../src/platform/sandbox.ts'
import type { Work } from './sandbox-work.ts'

/** Work that goes on until it is let go, and says when it has begun. */
function held(sandbox: ReturnType<typeof open>, owner: string) {
  const until = new Int32Array(new SharedArrayBuffer(4))
  let done: Promise<unknown> = Promise.resolve()
  const begun = new Promise<void>((resolve) => {
    done = sandbox.run({ do: 'wait', until }, owner, () => resolve())
  })
  const letGo = () => {
    Atomics.store(until, 0, 1)
    Atomics.notify(until, 0)
    return done
  }
  return { begun, letGo }
}

function open(options: { timeoutMs?: number; threads?: number; memoryMb?: number; module?: URL } = {}) {
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
  assert.deepEqual(await sandbox.run({ do: 'echo', value: { a: [1] } }, 'a'), { a: [1] })
  const first = await sandbox.run({ do: 'thread' }, 'a')
  await assert.rejects(sandbox.run({ do: 'fail' }, 'a'), failsAs('failed', /^It failed as it was told to\.$/))
  assert.equal(await sandbox.run({ do: 'thread' }, 'a'), first)
})

test('work that hangs, swells or ends its thread is ended alone, and the next gets a new thread', async () => {
  await using sandbox = open({ timeoutMs: 1500 })
  const first = await sandbox.run({ do: 'thread' }, 'a')
  await assert.rejects(
    sandbox.run({ do: 'hang' }, 'a'),
    failsAs('timeout', /longer than the 1\.5 seconds allowed/),
  )
  assert.notEqual(await sandbox.run({ do: 'thread' }, 'a'), first)
  await assert.rejects(sandbox.run({ do: 'leave' }, 'a'), failsAs('crash', /ended unexpectedly/))
  assert.equal(await sandbox.run({ do: 'echo', value: 1 }, 'a'), 1)
})

test('the time a thread takes to start is not held against its first work', async () => {
  const module = new URL('./sandbox-slow-start.ts', import.meta.url)
  await using sandbox = open({ timeoutMs: 2000, module })
  assert.equal(await sandbox.run({ do: 'echo', value: 1 }, 'a'), 1)
})

test('work that takes all memory loses its thread, not the process', async () => {
  await using sandbox = open()
  await assert.rejects(
    sandbox.run({ do: 'swell' }, 'a'),
    failsAs('memory', /more than the 32 MB of memory allowed/),
  )
  assert.equal(await sandbox.run({ do: 'echo', value: 1 }, 'a'), 1)
})

test('the event loop turns while work hangs', async () => {
  await using sandbox = open()
  await sandbox.run({ do: 'echo', value: 1 }, 'a')
  let isOver = false
  const hanging = sandbox.run({ do: 'hang' }, 'a').finally(() => {
    isOver = true
  })
  const ended = assert.rejects(hanging)
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setTimeout(resolve, 1))
  assert.equal(isOver, false)
  await sandbox.close()
  await ended
})

test('parts arrive in order, all of them, before the result', async () => {
  await using sandbox = open()
  const parts: unknown[] = []
  assert.equal(await sandbox.run({ do: 'emit', parts: 500 }, 'a', (part) => parts.push(part)), 500)
  assert.deepEqual(
    parts,
    Array.from({ length: 500 }, (_, n) => n),
  )
})

test('parts are taken one after another, and the work waits while its taker is behind', async () => {
  await using sandbox = open()
  const order: string[] = []
  const sent = new Int32Array(new SharedArrayBuffer(4))
  let most = 0
  await sandbox.run({ do: 'emit', parts: 20, sent }, 'a', async (part) => {
    order.push(`${part} begun`)
    await new Promise((resolve) => setImmediate(resolve))
    most = Math.max(most, Atomics.load(sent, 0) - Number(part))
    order.push(`${part} taken`)
  })
  const expected = Array.from({ length: 20 }, (_, n) => [`${n} begun`, `${n} taken`])
  assert.deepEqual(order, expected.flat())
  assert.ok(most <= 3, `${most} parts were on the way`)
})

test('the time its taker takes is not held against the work', async () => {
  const timeoutMs = 1500
  await using sandbox = open({ timeoutMs })
  await sandbox.run({ do: 'echo', value: 1 }, 'a')
  const slowAtFirst = (part: unknown) =>
    part === 0 ? new Promise((resolve) => setTimeout(resolve, timeoutMs + 100)) : undefined
  assert.equal(await sandbox.run({ do: 'emit', parts: 5 }, 'a', slowAtFirst), 5)
})

test('a taker that fails fails its work with its own error, and the next gets a new thread', async () => {
  await using sandbox = open()
  const first = await sandbox.run({ do: 'thread' }, 'a')
  const taken: unknown[] = []
  const failing = sandbox.run({ do: 'emit', parts: 50 }, 'a', async (part) => {
    taken.push(part)
    if (part === 3) throw new TypeError('The database is gone.')
  })
  await assert.rejects(
    failing,
    (error) => error instanceof TypeError && /database is gone/.test(error.message),
  )
  assert.notEqual(await sandbox.run({ do: 'thread' }, 'a'), first)
  assert.deepEqual(taken, [0, 1, 2, 3])
})

test('a thread that was given a large input ends with its work; one with a small input stays', async () => {
  await using sandbox = open()
  const first = await sandbox.run({ do: 'thread', bytes: new Uint8Array(1000) }, 'a')
  assert.equal(await sandbox.run({ do: 'thread', bytes: new Uint8Array(5_000_000) }, 'a'), first)
  assert.notEqual(await sandbox.run({ do: 'thread' }, 'a'), first)
})

test('as many jobs run at once as there are threads, the others wait their turn', async () => {
  await using sandbox = open({ threads: 2 })
  const answers = await Promise.all(Array.from({ length: 20 }, () => sandbox.run({ do: 'thread' }, 'a')))
  assert.ok(new Set(answers).size <= 2)
})

test('more jobs than may wait are refused at once', async () => {
  await using sandbox = open()
  const all = await Promise.allSettled(
    Array.from({ length: 1200 }, (_, value) => sandbox.run({ do: 'echo', value }, `owner ${value % 3}`)),
  )
  const refused = all.filter(({ status }) => status === 'rejected')
  assert.ok(refused.length > 0 && refused.length <= 200, `${refused.length} refused`)
})

test('so are jobs with more bytes than may wait', async () => {
  await using sandbox = open()
  const large = (owner: string) =>
    sandbox.run({ do: 'size', bytes: new Uint8Array(100 * 1024 * 1024) }, owner)
  const all = await Promise.allSettled([large('a'), large('a'), large('b'), large('b'), large('c')])
  assert.deepEqual(
    all.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'],
  )
})

test('buffers change hands whole; one that shares its memory is copied', async () => {
  await using sandbox = open()
  const own = new Uint8Array(1_000_000)
  assert.equal(await sandbox.run({ do: 'size', bytes: own }, 'a'), 1_000_000)
  assert.equal(own.byteLength, 0)
  const pooled = Buffer.from('shared memory')
  assert.equal(await sandbox.run({ do: 'size', bytes: pooled }, 'a'), 13)
  assert.equal(pooled.toString(), 'shared memory')
})

test('closing ends what runs and what waits, and nothing starts any more', async () => {
  const sandbox = open()
  const running = sandbox.run({ do: 'hang' }, 'a')
  const waiting = sandbox.run({ do: 'echo', value: 1 }, 'a')
  const outcomes = Promise.allSettled([running, waiting])
  await sandbox.close()
  assert.deepEqual(
    (await outcomes).map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  await assert.rejects(sandbox.run({ do: 'echo', value: 1 }, 'a'), failsAs('failed', /shutting down/))
})

test('work that is given up leaves the line or its thread, and what comes after it has its turn', async () => {
  await using sandbox = open({ timeoutMs: 600_000 })
  const [running, waiting] = [new AbortController(), new AbortController()]
  const isGivenUp = failsAs('failed', /given up/)
  let hanging: Promise<unknown> = Promise.resolve()
  await new Promise<void>((begun) => {
    const work: Work = { do: 'wait', until: new Int32Array(new SharedArrayBuffer(4)) }
    hanging = assert.rejects(
      sandbox.run(work, 'a', () => begun(), running.signal),
      isGivenUp,
    )
  })
  const large = () => ({ do: 'size' as const, bytes: new Uint8Array(100 * 1024 * 1024) })
  const left = assert.rejects(sandbox.run(large(), 'a', undefined, waiting.signal), isGivenUp)
  const after = sandbox.run({ do: 'echo', value: 1 }, 'a')
  waiting.abort()
  await left
  const inItsPlace = sandbox.run(large(), 'a')
  running.abort()
  await hanging
  assert.deepEqual(await Promise.all([after, inItsPlace]), [1, 100 * 1024 * 1024])
  await assert.rejects(sandbox.run({ do: 'echo', value: 1 }, 'a', undefined, running.signal), isGivenUp)
})

test('one owner never holds the last thread: the work of another goes through meanwhile', async () => {
  await using sandbox = open({ threads: 2 })
  const hostile = Array.from({ length: 5 }, () => held(sandbox, 'hostile'))
  await hostile[0]?.begun
  assert.equal(await sandbox.run({ do: 'echo', value: 1 }, 'other'), 1)
  let isSecondBegun = false
  void hostile[1]?.begun.then(() => {
    isSecondBegun = true
  })
  assert.equal(await sandbox.run({ do: 'echo', value: 2 }, 'third'), 2)
  assert.equal(isSecondBegun, false)
  for (const work of hostile) await work.letGo()
})

test('owners take turns: a long line of one does not come before the others', async () => {
  await using sandbox = open()
  const first = held(sandbox, 'a')
  await first.begun
  const order: string[] = []
  const line = ['a', 'a', 'a', 'b', 'c', 'b'].map((owner) =>
    sandbox.run({ do: 'echo', value: 0 }, owner).then(() => order.push(owner)),
  )
  await first.letGo()
  await Promise.all(line)
  assert.deepEqual(order, ['a', 'b', 'c', 'a', 'b', 'a'])
})

test('one owner can fill half of the waiting room, not all of it', async () => {
  await using sandbox = open()
  const greedy = Array.from({ length: 700 }, () => sandbox.run({ do: 'echo', value: 0 }, 'greedy'))
  const modest = sandbox.run({ do: 'echo', value: 1 }, 'modest')
  const refused = (await Promise.allSettled(greedy)).filter(({ status }) => status === 'rejected')
  assert.equal(refused.length, 199)
  assert.equal(await modest, 1)
})

test('there are as many threads as cores, at least two and at most four', () => {
  assert.deepEqual([1, 2, 3, 64].map(threadsForCores), [2, 2, 3, 4])
})
