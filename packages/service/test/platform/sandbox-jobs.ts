/** The jobs that the tests of the sandbox run in its processes. */
import { serveSandbox } from '../../src/platform/sandbox-work.ts'

export type TestJob =
  | { do: 'echo'; value: unknown }
  | { do: 'emit'; parts: number }
  | { do: 'sleep'; ms: number }
  | { do: 'fail' | 'hang' | 'fill heap' | 'fill buffers' | 'leave' | 'pid' | 'size' | 'environment' }

serveSandbox<TestJob, unknown>(
  async (job, bytes, emit) => {
    switch (job.do) {
      case 'echo':
        return job.value
      case 'emit':
        for (let part = 0; part < job.parts; part++) await emit(part)
        return job.parts
      case 'sleep':
        await new Promise((resolve) => setTimeout(resolve, job.ms))
        return 'awake'
      case 'fail':
        throw new TypeError('undefined is not a function')
      case 'hang':
        await emit('begun')
        for (;;) {}
      case 'fill heap': {
        const kept: unknown[] = []
        for (;;) kept.push(Array.from({ length: 10_000 }, (_, n) => ({ n })))
      }
      case 'fill buffers': {
        const kept: unknown[] = []
        for (;;) kept.push(Buffer.alloc(8 * 2 ** 20, 1))
      }
      case 'leave':
        return process.exit(3)
      case 'pid':
        console.log('A parser says something.')
        return process.pid
      case 'size':
        return bytes.length
      case 'environment':
        return process.env
    }
  },
  () => 'It failed.',
)
