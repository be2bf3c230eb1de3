/**
 * The second client: a small request every few milliseconds, whether or not those before were answered, so that a stall is
 * seen by every request that falls into it. Half add one pair, half read; `readsOnly` leaves the adds out. Prints what each
 * waited, and how late this process itself was, which says how far to trust it.
 */
import { type Connection, openConnection, requestBytes } from '../connection.ts'
import { samplePairs } from '../sample-data.ts'

const {
  port,
  apiKey,
  baseId,
  everyMs,
  readsOnly = false,
} = JSON.parse(process.argv[2] as string) as {
  port: number
  apiKey: string
  baseId: string
  everyMs: number
  readsOnly?: boolean
}
const add = requestBytes(
  'POST',
  '/v1/bot/doc/qa/add',
  apiKey,
  JSON.stringify({ purpose: 'QA_TEXT', name: 'Small', qaList: samplePairs(1) }),
)
const reads = [
  requestBytes('GET', `/v1/bot/doc/query/page?knowledge_base_id=${baseId}&page_size=10`, apiKey),
  requestBytes('GET', '/v1/bot/knowledge/base/page', apiKey),
]
const free: Connection[] = await Promise.all(Array.from({ length: 8 }, () => openConnection(port)))
const waited: { at: number; ms: number }[] = []
const lateMs: number[] = []
const underWay = new Set<Promise<void>>()
let failed = 0
let sent = 0
let isOver = false
process.stdin.resume().once('end', () => {
  isOver = true
})

async function request(bytes: Buffer): Promise<void> {
  const connection = free.pop() ?? (await openConnection(port))
  const startedAt = performance.now()
  const at = Date.now()
  const { status } = await connection.send(bytes)
  waited.push({ at, ms: performance.now() - startedAt })
  if (status !== 200) failed++
  free.push(connection)
}

let due = performance.now()
while (!isOver) {
  due += everyMs
  const rest = due - performance.now()
  if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest))
  lateMs.push(Math.max(0, performance.now() - due))
  const bytes = sent % 2 === 0 && !readsOnly ? add : (reads[(sent >> 1) % reads.length] as Buffer)
  sent++
  const one = request(bytes)
  underWay.add(one)
  void one.finally(() => underWay.delete(one))
}
await Promise.all(underWay)
for (const connection of free) connection.close()
console.log(JSON.stringify({ waited, lateMs, failed }))
