/**
 * How long another tenant's cheap request waits while an attack runs, for each attack of a list: messages that were slow
 * to match, files that swell or never end, bodies made to be expensive. And the memory of the service with its children.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { type Bench, percentile } from '../measure.ts'
import { HEALTH_PATH, newFolder, type Running, serve, serveProgram, startProgram } from '../processes.ts'
import { addDocument, makeAgent, samplePairs } from '../sample-data.ts'
import { type Attack, attackedAgent, attacksOn, floods, type oddAnswers } from './parts/attacks.ts'

const MOST_MS = 100
const MOST_MIB = 700
const EVERY_MS = 5
const MIB = 1024 * 1024

interface Small {
  waited: { at: number; ms: number }[]
  lateMs: number[]
  failed: number
}

export const bench: Bench = {
  name: "longest wait of another tenant's request during an attack",
  target: `at most ${MOST_MS} ms for each`,
  async run() {
    const model = await startModel()
    const receiver = await startReceiver()
    const folder = newFolder('attacks')
    const environment = {
      TANDEM_CHAT_STARTS_PER_MINUTE: '0',
      TANDEM_EGRESS_ALLOW: '127.0.0.1',
      TANDEM_MODEL_BASE_URL: model.url,
      TANDEM_MODEL: 'stub',
      TANDEM_LOG_LEVEL: 'error',
    }
    let service = await serve(folder, environment)
    const tenant = await makeAgent(service)
    await addDocument(service, tenant.apiKey, samplePairs(1_000))
    const attacks = await attacksOn(await attackedAgent(service, receiver.url))
    // The first message of a process compiles code, whatever it says; that is shown apart.
    const first = await waitsDuring(service, tenant, attacks.ordinary)
    const calm = await waitsDuring(
      service,
      tenant,
      () => new Promise((resolve) => setTimeout(resolve, 3_000)),
    )
    const rows: { name: string; worstMs: number; tookMs: number; peakMib: number }[] = []
    for (const { name, run, isOnce } of attacks.list) {
      const memory = watchMemory(service)
      const { worstMs, tookMs } = await middleWait(service, tenant, run, isOnce)
      const peakMib = memory.stop() / MIB
      rows.push({ name, worstMs, tookMs, peakMib })
      if (process.env.TANDEM_BENCH_VERBOSE)
        console.log(
          `  ${worstMs.toFixed(0)} ms, ${peakMib.toFixed(0)} MiB  ${name} (${tookMs.toFixed(0)} ms)`,
        )
      await requireHealthy(service, `after: ${name}`)
    }
    const largest = rows.toSorted((x, y) => y.peakMib - x.peakMib)[0]
    const peakMib = largest?.peakMib ?? Number.NaN
    await service.stop()
    service = await serve(folder, environment)
    const again = await waitsDuring(
      service,
      tenant,
      () => new Promise((resolve) => setTimeout(resolve, 3_000)),
    )
    await service.stop()
    const bare = await serveProgram('bare-fastify.ts', '/')
    const onBare: [string, string][] = []
    for (const [name, flood] of Object.entries(floods)) {
      const { worstMs } = await middleWait(bare, tenant, () => flood(bare.port))
      onBare.push([`bare Fastify: ${name}`, `${worstMs.toFixed(0)} ms`])
    }
    await bare.stop()
    model.close()
    receiver.close()

    const worst = rows.toSorted((x, y) => y.worstMs - x.worstMs)
    const value = Math.round(worst[0]?.worstMs ?? Number.NaN)
    return {
      value,
      unit: 'ms',
      met: value <= MOST_MS,
      details: {
        attacks: rows.length,
        'most memory during': largest?.name ?? '',
        'over the limit': worst.filter(({ worstMs }) => worstMs > MOST_MS).length,
        'longest wait during the first ordinary messages': `${first.worstMs.toFixed(0)} ms`,
        'longest wait without any attack': `${calm.worstMs.toFixed(0)} ms`,
        'longest wait after a restart': `${again.worstMs.toFixed(0)} ms`,
        ...Object.fromEntries(
          worst
            .slice(0, 12)
            .map(({ name, worstMs, tookMs }) => [
              name,
              `${worstMs.toFixed(0)} ms (answered after ${tookMs.toFixed(0)} ms)`,
            ]),
        ),
        ...Object.fromEntries(onBare),
      },
      also: [
        {
          name: 'most memory of the service and its children during the attacks',
          value: Math.round(peakMib),
          unit: 'MiB',
          target: `at most ${MOST_MIB} MiB`,
          met: peakMib <= MOST_MIB,
        },
      ],
    }
  },
}

/**
 * On two cores a wait may also come from what else the machine does. An attack that is over the limit is run twice more, and the
 * middle of the three counts.
 */
async function middleWait(
  service: Running,
  tenant: Tenant,
  run: Attack['run'],
  isOnce = false,
): Promise<Waits> {
  const first = await waitsDuring(service, tenant, run)
  if (first.worstMs <= MOST_MS || isOnce) return first
  const again = [await waitsDuring(service, tenant, run), await waitsDuring(service, tenant, run)]
  return [first, ...again].toSorted((x, y) => x.worstMs - y.worstMs)[1] as Waits
}

interface Tenant {
  readonly apiKey: string
  readonly baseId: string
}

interface Waits {
  readonly worstMs: number
  readonly tookMs: number
}

const CALM_MS = 200
const CALM_CPU_MS = 20
const MOST_CALM_MS = 10_000

/** Waits until the service has done what the attack before left behind, such as an index: this is charged to that attack alone. */
async function untilCalm(service: Running): Promise<void> {
  const deadline = performance.now() + MOST_CALM_MS
  let used = service.cpuMs()
  while (used !== undefined && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, CALM_MS))
    const now = service.cpuMs() ?? used
    if (now - used <= CALM_CPU_MS) return
    used = now
  }
}

/** What the other tenant's requests waited, from shortly before the attack until shortly after it was answered. */
async function waitsDuring(service: Running, tenant: Tenant, run: Attack['run']): Promise<Waits> {
  await untilCalm(service)
  const small = startProgram<Small>('small-requests.ts', {
    ...tenant,
    port: service.port,
    everyMs: EVERY_MS,
    readsOnly: true,
  })
  await new Promise((resolve) => setTimeout(resolve, 300))
  const from = Date.now()
  await run()
  const tookMs = Date.now() - from
  await new Promise((resolve) => setTimeout(resolve, 300))
  const { waited, failed } = await small.finish()
  if (failed > 0) throw new Error(`${failed} requests of the other tenant were refused.`)
  const during = waited.filter(({ at }) => at >= from - 50).map(({ ms }) => ms)
  return { worstMs: percentile(during, 1), tookMs }
}

async function requireHealthy({ url }: Running, when: string): Promise<void> {
  const { status } = await fetch(url + HEALTH_PATH)
  if (status !== 200) throw new Error(`Health was ${status} ${when}`)
}

/** The most that the service and all processes below it held at one time; pages of the Node program, which they share, count once. */
function watchMemory({ pid }: Running): { stop(): number } {
  let peak = 0
  const look = setInterval(() => {
    peak = Math.max(peak, treeBytes(pid))
  }, 20)
  return {
    stop() {
      clearInterval(look)
      return peak
    },
  }
}

function treeBytes(root: number): number {
  const children = new Map<number, number[]>()
  const bytes = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid)) continue
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      const field = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
      bytes.set(pid, (pid === root ? field('VmRSS') : field('RssAnon')) * 1024)
      const siblings = children.get(field('PPid')) ?? []
      children.set(field('PPid'), [...siblings, pid])
    } catch {
      // It ended while we looked.
    }
  }
  const sum = (pid: number): number =>
    (bytes.get(pid) ?? 0) + (children.get(pid) ?? []).reduce((total, child) => total + sum(child), 0)
  return sum(root)
}

/** A model that says nothing of use, at once, so that the code around models runs too. */
async function startModel(): Promise<{ url: string; close(): void }> {
  const text = `${' '.repeat(9_000)}$[1]$ ${'я'.repeat(9_000)} ${'['.repeat(2_000)}`
  const zeros = `[${'0,'.repeat(500_000)}0]`
  const odds: Record<(typeof oddAnswers)[number], { whole?: string; content?: string }> = {
    'zeros for choices': { whole: `{"choices":${zeros}}` },
    'zeros for pairs': { content: `{"pairs":${zeros}}` },
    'signs without end': { content: '<'.repeat(1_000_000) },
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
      if (body.includes('"stream":true')) {
        const chunk = { choices: [{ index: 0, delta: { role: 'assistant', content: text } }] }
        const end = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage }
        response.setHeader('content-type', 'text/event-stream')
        response.end(`data: ${JSON.stringify(chunk)}\n\ndata: ${JSON.stringify(end)}\n\ndata: [DONE]\n\n`)
        return
      }
      const odd = Object.entries(odds).find(([what]) => body.includes(what))?.[1]
      const message = { role: 'assistant', content: odd?.content ?? text }
      response.setHeader('content-type', 'application/json')
      if (odd?.whole) return response.end(odd.whole)
      response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }], usage }))
    })
  })
  return listening(server)
}

/** A webhook whose responses are packed a thousand times over, each time as long as before. */
function startReceiver(): Promise<{ url: string; close(): void }> {
  const times = 1_000
  let packed = Buffer.alloc(700_000)
  for (let n = 1; n < times; n++) packed = gzipSync(packed, { level: 0 })
  const body = gzipSync(packed, { level: 9 })
  const headers = { 'content-encoding': Array(times).fill('gzip').join() }
  return listening(
    createServer((request, response) => request.resume() && response.writeHead(200, headers).end(body)),
  )
}

async function listening(server: Server): Promise<{ url: string; close(): void }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/v1`, close: () => server.close() }
}
