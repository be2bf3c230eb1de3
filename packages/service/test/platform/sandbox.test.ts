/** The sandbox: whatever a job does in it, the process of the job alone comes to harm. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { type ProcessUsage, processUsage } from '../../src/platform/process-usage.ts'
import { createSandbox, type SandboxOptions } from '../../src/platform/sandbox.ts'
import { SandboxError, type SandboxErrorKind } from '../../src/platform/sandbox-child.ts'
import { eventually } from '../harness/service.ts'
import type { TestJob } from './sandbox-jobs.ts'

const MODULE = new URL('./sandbox-jobs.ts', import.meta.url)
const NOTHING = new Uint8Array(0)
const MIB = 2 ** 20
/** Allowed more processor time than a short job. */
const LONG = new Uint8Array(MIB)

function open(options: Partial<SandboxOptions> = {}) {
  const sandbox = createSandbox<TestJob, unknown>({ module: MODULE, timeoutMs: 60_000, ...options })
  return {
    ...sandbox,
    /** A job without bytes. */
    job: (job: TestJob, owner = 'a') => sandbox.run(job, NOTHING, owner),
    [Symbol.asyncDispose]: () => sandbox.close(),
  }
}

const failsAs = (kind: SandboxErrorKind, words: RegExp) => (error: unknown) => {
  assert.ok(error instanceof SandboxError)
  assert.equal(error.kind, kind)
  assert.match(error.message, words)
  return true
}

/** A job that goes on until it is let go, and says when it has begun. */
function held(sandbox: ReturnType<typeof open>, owner: string, bytes = NOTHING) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const done = sandbox.run({ do: 'emit', parts: 3 }, bytes, owner, () => {
    begin()
    return released
  })
  const letGo = () => {
    release()
    return done
  }
  return { begun, letGo }
}

const isRunning = (pid: number) => existsSync(`/proc/${pid}/stat`) && processUsage(pid) !== undefined

test('a job is answered, its process is used again, and an error is told in plain words', async () => {
  await using sandbox = open()
  assert.deepEqual(await sandbox.job({ do: 'echo', value: { a: [1] } }), { a: [1] })
  const first = await sandbox.job({ do: 'pid' })
  await assert.rejects(sandbox.job({ do: 'fail' }), failsAs('failed', /^It failed\.$/))
  assert.equal(await sandbox.job({ do: 'pid' }), first)
  assert.notEqual(first, process.pid)
})

test('the secrets in the environment of the service do not reach the process', async () => {
  process.env.TANDEM_SECRET_KEY = 'a secret'
  await using sandbox = open()
  const names = Object.keys((await sandbox.job({ do: 'environment' })) as object)
  delete process.env.TANDEM_SECRET_KEY
  assert.deepEqual(
    names.filter((name) => !name.startsWith('NODE_')),
    [],
  )
})

test('a job that hangs is ended at its processor time, and the next gets a new process', async () => {
  await using sandbox = open({ timeoutMs: 500 })
  const first = await sandbox.job({ do: 'pid' })
  await assert.rejects(
    sandbox.job({ do: 'hang' }),
    failsAs('timeout', /longer than the 0\.5 seconds of processor time allowed for its size/),
  )
  assert.notEqual(await sandbox.job({ do: 'pid' }), first)
})

test('processor time counts, not the time that passes: neither waiting nor a busy machine fails a job', async () => {
  await using sandbox = open({ timeoutMs: 300 })
  assert.equal(await sandbox.job({ do: 'sleep', ms: 1000 }), 'awake')
})

test('processor time goes by the size: a small job cannot use what a large one may', async () => {
  /** Every look finds another second spent. */
  const spending = () => {
    let processorMs = 0
    return (): ProcessUsage => {
      processorMs += 1000
      return { processorMs, residentBytes: MIB }
    }
  }
  const limits: string[] = []
  for (const bytes of [1000, MIB / 10, 20 * MIB]) {
    await using sandbox = open({ usageOf: spending() })
    await sandbox
      .run({ do: 'hang' }, new Uint8Array(bytes), 'a')
      .catch(({ message }) => limits.push(/the ([\d.]+) seconds/.exec(message)?.[1] ?? message))
  }
  assert.deepEqual(limits, ['3', '5.1', '60'])
})

test('where the system does not tell processor time, the time that passes counts', async () => {
  await using sandbox = open({ timeoutMs: 300, usageOf: () => undefined })
  await assert.rejects(sandbox.job({ do: 'hang' }), failsAs('timeout', /longer than the 0\.3 seconds/))
})

test('a process that does nothing for a minute is ended', async (context) => {
  await using sandbox = open({ usageOf: () => ({ processorMs: 0, residentBytes: MIB }) })
  await sandbox.job({ do: 'echo', value: 1 })
  context.mock.timers.enable({ apis: ['setInterval'] })
  const still = sandbox.job({ do: 'sleep', ms: 600_000 })
  context.mock.timers.tick(59_000)
  const ended = assert.rejects(still, failsAs('timeout', /did nothing for a minute/))
  context.mock.timers.tick(2000)
  await ended
})

for (const job of ['fill heap', 'fill buffers'] as const) {
  test(`a job that takes all memory (${job}) is ended near the limit, and the next is done`, async () => {
    let most = 0
    const usageOf = (pid: number) => {
      const usage = processUsage(pid)
      most = Math.max(most, usage?.residentBytes ?? 0)
      return usage
    }
    await using sandbox = open({ usageOf })
    await assert.rejects(
      sandbox.job({ do: job }),
      failsAs('memory', /more than the 200 MB of memory allowed/),
    )
    assert.ok(most < 500 * MIB, `${Math.round(most / MIB)} MB were resident`)
    assert.equal(await sandbox.job({ do: 'echo', value: 1 }), 1)
  })
}

test('a signal to stop, which reaches every process of a terminal, leaves the process to the service', async () => {
  await using sandbox = open()
  const pid = (await sandbox.job({ do: 'pid' })) as number
  const sleeping = sandbox.job({ do: 'sleep', ms: 200 })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(pid, signal)
  assert.equal(await sleeping, 'awake')
  assert.equal(await sandbox.job({ do: 'pid' }), pid)
})

test('a process that leaves fails its job, and the next gets a new one', async () => {
  await using sandbox = open()
  await assert.rejects(sandbox.job({ do: 'leave' }), failsAs('crash', /crashed/))
  assert.equal(await sandbox.job({ do: 'echo', value: 1 }), 1)
})

test('bytes arrive whole, and the event loop turns while they are sent', async () => {
  await using sandbox = open()
  await sandbox.job({ do: 'echo', value: 1 })
  let turns = 0
  const turn = setInterval(() => turns++, 1)
  assert.equal(await sandbox.run({ do: 'size' }, new Uint8Array(30 * MIB), 'a'), 30 * MIB)
  clearInterval(turn)
  assert.ok(turns > 5, `the loop turned ${turns} times`)
})

test('parts arrive in order, one after another, before the result', async () => {
  await using sandbox = open()
  const order: string[] = []
  const taken = await sandbox.run({ do: 'emit', parts: 20 }, NOTHING, 'a', async (part) => {
    order.push(`${part} begun`)
    await new Promise((resolve) => setImmediate(resolve))
    order.push(`${part} taken`)
  })
  assert.equal(taken, 20)
  assert.deepEqual(order, Array.from({ length: 20 }, (_, n) => [`${n} begun`, `${n} taken`]).flat())
})

test('a taker that fails fails the job with its own error, and the next gets a new process', async () => {
  await using sandbox = open()
  const first = await sandbox.job({ do: 'pid' })
  const taken: unknown[] = []
  const failing = sandbox.run({ do: 'emit', parts: 50 }, NOTHING, 'a', async (part) => {
    taken.push(part)
    if (part === 3) throw new TypeError('The database is gone.')
  })
  await assert.rejects(failing, TypeError)
  assert.notEqual(await sandbox.job({ do: 'pid' }), first)
  assert.deepEqual(taken, [0, 1, 2, 3])
})

test('a process that is large after its job is not kept, nor is one that is idle for long', async () => {
  await using sandbox = open({ keptMs: 50 })
  const large = (await sandbox.run({ do: 'pid' }, new Uint8Array(110 * MIB), 'a')) as number
  const idle = (await sandbox.job({ do: 'pid' })) as number
  assert.notEqual(large, idle)
  for (const pid of [large, idle])
    await eventually(
      'it has ended',
      () => isRunning(pid),
      (runs) => !runs,
    )
})

test('more jobs than may wait are refused at once, and one owner fills half of the room at most', async () => {
  await using sandbox = open()
  const greedy = Array.from({ length: 700 }, () => sandbox.job({ do: 'echo', value: 0 }, 'greedy'))
  const modest = sandbox.job({ do: 'echo', value: 1 }, 'modest')
  const refused = (await Promise.allSettled(greedy)).filter(({ status }) => status === 'rejected')
  assert.equal(refused.length, 199)
  assert.equal(await modest, 1)
})

test('closing ends the running and the waiting jobs and all processes, and nothing starts any more', async () => {
  const sandbox = open()
  const pid = (await sandbox.job({ do: 'pid' })) as number
  const outcomes = Promise.allSettled([sandbox.job({ do: 'hang' }), sandbox.job({ do: 'echo', value: 1 })])
  await sandbox.close()
  for (const { status } of await outcomes) assert.equal(status, 'rejected')
  assert.equal(isRunning(pid), false)
  await assert.rejects(sandbox.job({ do: 'echo', value: 1 }), failsAs('failed', /shutting down/))
})

test('a job that is given up leaves the queue or its process, and the next has its turn', async () => {
  await using sandbox = open({ processes: 1 })
  const [running, waiting] = [new AbortController(), new AbortController()]
  const isGivenUp = failsAs('failed', /given up/)
  let hanging: Promise<unknown> = Promise.resolve()
  await new Promise<void>((begun) => {
    hanging = assert.rejects(
      sandbox.run({ do: 'hang' }, NOTHING, 'a', () => begun(), running.signal),
      isGivenUp,
    )
  })
  const left = assert.rejects(sandbox.run({ do: 'size' }, NOTHING, 'a', undefined, waiting.signal), isGivenUp)
  const after = sandbox.job({ do: 'echo', value: 1 })
  waiting.abort()
  await left
  running.abort()
  await hanging
  assert.equal(await after, 1)
  await assert.rejects(sandbox.run({ do: 'size' }, NOTHING, 'a', undefined, running.signal), isGivenUp)
})

test('one owner never holds the last process: the jobs of others are done meanwhile', async () => {
  await using sandbox = open()
  const hostile = Array.from({ length: 3 }, () => held(sandbox, 'hostile'))
  await hostile[0]?.begun
  let isSecondBegun = false
  void hostile[1]?.begun.then(() => {
    isSecondBegun = true
  })
  assert.equal(await sandbox.job({ do: 'echo', value: 1 }, 'other'), 1)
  assert.equal(await sandbox.job({ do: 'echo', value: 2 }, 'third'), 2)
  assert.equal(isSecondBegun, false)
  for (const job of hostile) await job.letGo()
})

test('long jobs never hold the last process: two owners with endless ones do not keep a third waiting', async () => {
  await using sandbox = open()
  const [first, second] = [held(sandbox, 'hostile', LONG), held(sandbox, 'also hostile', LONG)]
  await first.begun
  let isSecondBegun = false
  void second.begun.then(() => {
    isSecondBegun = true
  })
  assert.equal(await sandbox.job({ do: 'echo', value: 1 }, 'third'), 1)
  assert.equal(isSecondBegun, false)
  await first.letGo()
  await second.letGo()
})

test('owners take turns: a long line of one does not come before the others', async () => {
  await using sandbox = open({ processes: 1 })
  const first = held(sandbox, 'a')
  await first.begun
  const order: string[] = []
  const line = ['a', 'a', 'a', 'b', 'c', 'b'].map((owner) =>
    sandbox.job({ do: 'echo', value: 0 }, owner).then(() => order.push(owner)),
  )
  await first.letGo()
  await Promise.all(line)
  assert.deepEqual(order, ['a', 'b', 'c', 'a', 'b', 'a'])
})

test('a process in an endless loop ends with the service, even with one that is killed', async () => {
  const program = `
    const { createSandbox } = await import(${JSON.stringify(new URL('../../src/platform/sandbox.ts', import.meta.url))})
    const sandbox = createSandbox({ module: new URL(${JSON.stringify(MODULE)}), timeoutMs: 60_000 })
    console.log(await sandbox.run({ do: 'pid' }, new Uint8Array(0), 'a'))
    sandbox.run({ do: 'hang' }, new Uint8Array(0), 'a', () => console.log('hangs'))`
  const service = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  service.stdout.on('data', (text) => {
    printed += text
  })
  await eventually(
    'it hangs',
    () => printed,
    (text) => text.includes('hangs'),
  )
  const pid = Number.parseInt(printed, 10)
  assert.ok(isRunning(pid))
  service.kill('SIGKILL')
  await once(service, 'exit')
  await eventually(
    'it has ended',
    () => isRunning(pid),
    (runs) => !runs,
  )
})
