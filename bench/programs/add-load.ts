/** The load: so many connections, each adding a document of one pair, waiting for its answer, and adding the next. */
import { openConnection, requestBytes } from '../connection.ts'
import { samplePairs } from '../sample-data.ts'

const { port, apiKey, clients, forMs } = JSON.parse(process.argv[2] as string) as {
  port: number
  apiKey: string
  clients: number
  forMs: number
}
const body = JSON.stringify({ purpose: 'QA_TEXT', name: 'One pair', qaList: samplePairs(1) })
const request = requestBytes('POST', '/v1/bot/doc/qa/add', apiKey, body)
const connections = await Promise.all(Array.from({ length: clients }, () => openConnection(port)))
const waitedMs: number[] = []
let failed = 0

const startedAt = performance.now()
const cpuBefore = process.cpuUsage()
await Promise.all(
  connections.map(async (connection) => {
    for (let now = performance.now(); now - startedAt < forMs; ) {
      const { status } = await connection.send(request)
      if (status !== 200) failed++
      const after = performance.now()
      waitedMs.push(after - now)
      now = after
    }
  }),
)
const tookMs = performance.now() - startedAt
const cpu = process.cpuUsage(cpuBefore)
for (const connection of connections) connection.close()
waitedMs.sort((a, b) => a - b)
console.log(
  JSON.stringify({
    perSecond: (waitedMs.length / tookMs) * 1000,
    p50Ms: waitedMs[Math.floor(waitedMs.length * 0.5)],
    p99Ms: waitedMs[Math.floor(waitedMs.length * 0.99)],
    clientCpuShare: (cpu.user + cpu.system) / 1000 / tookMs,
    failed,
  }),
)
