/** The live feed with many readers: from a change to each of them. */
import { type Bench, percentile } from '../measure.ts'
import { ADMIN_TOKEN, newFolder, type Running, serveProgram } from '../processes.ts'
import { signIn } from '../sign-in.ts'

const MOST_MS = 150
/** Each person may have fifty streams. */
const PEOPLE = 8
const READERS_OF_EACH = 25
const READERS = PEOPLE * READERS_OF_EACH
const PER_SECOND = 1000
const FOR_MS = 10_000
const ALONE_MS = 3000
const MOST_OF_CORE = 0.3

export const bench: Bench = {
  name: `${READERS} readers of the live feed at ${PER_SECOND} changes a second, change to reader, p99`,
  target: `less than ${MOST_MS} ms`,
  async run() {
    const environment = { TANDEM_DATA: newFolder('feed'), TANDEM_ADMIN_TOKEN: ADMIN_TOKEN }
    const service = await serveProgram('feed-service.ts', '/v1/webhook/service/health', {
      ...environment,
      BENCH_PER_SECOND: String(PER_SECOND),
    })
    const cookies: string[] = []
    for (let n = 0; n < PEOPLE; n++) cookies.push(await signIn(service, `person-${n}@shop.example`))
    const alone = await coreShare(service, ALONE_MS)
    const stop = new AbortController()
    const readers = await Promise.all(
      Array.from({ length: READERS }, (_, n) =>
        follow(service.url, cookies[n % PEOPLE] as string, stop.signal),
      ),
    )
    const beside = await coreShare(service, FOR_MS)
    stop.abort()
    const found = await Promise.all(readers.map(({ over }) => over))
    await service.stop()
    // The first second warms up.
    const times = found.flatMap(({ times }) => times.slice(Math.ceil(times.length / 10)))
    const value = Math.round(percentile(times, 0.99))
    const events = found.reduce((sum, { events }) => sum + events, 0)
    const resets = found.reduce((sum, { resets }) => sum + resets, 0)
    const more = Math.round((beside - alone) * 100) / 100
    return {
      value,
      unit: 'ms',
      // Readers who are only told to read everything again are not served.
      met: value < MOST_MS && resets === 0,
      details: {
        p50: `${Math.round(percentile(times, 0.5))} ms`,
        'events a reader and second': Math.round(events / READERS / (FOR_MS / 1000)),
        resets,
      },
      also: [
        {
          name: 'what the readers cost',
          value: more,
          unit: 'of a core',
          target: `at most ${MOST_OF_CORE} of a core`,
          met: more <= MOST_OF_CORE,
        },
      ],
    }
  },
}

/** How much of a core the service takes, for so long. */
async function coreShare(service: Running, forMs: number): Promise<number> {
  const before = service.cpuMs() ?? Number.NaN
  await new Promise((resolve) => setTimeout(resolve, forMs))
  return ((service.cpuMs() ?? Number.NaN) - before) / forMs
}

/** Notes of each piece that comes how old its oldest event is: looking at every event would take what the service needs. */
async function follow(url: string, cookie: string, signal: AbortSignal) {
  const response = await fetch(`${url}/admin/v1/events`, { headers: { cookie }, signal })
  if (response.status !== 200) throw new Error(`a stream was refused: ${await response.text()}`)
  const found = { times: [] as number[], events: 0, resets: 0 }
  const read = async () => {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const now = Date.now()
      found.events += chunk.split('\n\n').length - 1
      if (chunk.includes('event: reset')) found.resets++
      const at = /"at":(\d+)/.exec(chunk)?.[1]
      if (at !== undefined) found.times.push(now - Number(at))
    }
  }
  return {
    over: read().then(
      () => found,
      () => found,
    ),
  }
}
