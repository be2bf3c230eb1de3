/** What the sandbox tests run in a thread: work that answers, emits, fails, waits, hangs, swells or leaves. */
import { threadId } from 'node:worker_threads'
import { serveSandbox } from '../../src/platform/sandbox-thread.ts'

export type Work = { bytes?: Uint8Array } & (
  | { do: 'echo'; value: unknown }
  | { do: 'emit'; parts: number; sent?: Int32Array }
  | { do: 'wait'; until: Int32Array }
  | { do: 'fail' | 'hang' | 'swell' | 'leave' | 'thread' | 'size' }
)

serveSandbox<Work, unknown>(async (work, emit) => {
  switch (work.do) {
    case 'echo':
      return work.value
    case 'emit':
      for (let part = 0; part < work.parts; part++) {
        if (work.sent) Atomics.add(work.sent, 0, 1)
        await emit(part)
      }
      return work.parts
    case 'wait':
      await emit('begun')
      return Atomics.wait(work.until, 0, 0)
    case 'fail':
      throw new Error('It failed as it was told to.')
    case 'hang':
      for (;;) {}
    case 'swell': {
      const kept: unknown[] = []
      for (;;) kept.push(Array.from({ length: 10_000 }, (_, n) => ({ n })))
    }
    case 'leave':
      return process.exit(3)
    case 'thread':
      return threadId
    case 'size':
      return work.bytes?.byteLength
  }
})
