/**
 * The load of turns: so many connections, each with a conversation of its own, asking in blocking mode and waiting for the
 * answer. With one client and `streaming`, it takes the time to the first event, to the first words and to the end instead.
 * Hardly a question is asked twice, so that what is remembered of earlier ones helps nobody.
 */
import { connect } from 'node:net'
import { openConnection, requestBytes } from '../connection.ts'
import { randomFrom, rephrased, sampleTexts } from '../sample-questions.ts'

const input = JSON.parse(process.argv[2] as string) as {
  port: number
  apiKey: string
  conversations: string[]
  forMs: number
  mode: 'blocking' | 'streaming'
  pairs: number
  /** Another one asks other questions. */
  seed: number
}
const PATH = '/v2/conversation/message'
const KNOWN = 20_000
const random = randomFrom(11 + input.seed)
const known = Array.from(sampleTexts(KNOWN), ({ question }) => question)

function requestOf(conversation: string): Buffer {
  const content = rephrased(known[Math.floor(random() * KNOWN)] as string, random)
  const body = {
    conversation_id: conversation,
    response_mode: input.mode,
    messages: [{ role: 'user', content }],
  }
  return requestBytes('POST', PATH, input.apiKey, JSON.stringify(body))
}

const startedAt = performance.now()
const cpuBefore = process.cpuUsage()
const { waitedMs, failed, firstMs, wordsMs } = input.mode === 'blocking' ? await block() : await stream()
const tookMs = performance.now() - startedAt
const cpu = process.cpuUsage(cpuBefore)
const at = (list: number[], share: number) =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length * share)] ?? 0
console.log(
  JSON.stringify({
    count: waitedMs.length,
    perSecond: (waitedMs.length / tookMs) * 1000,
    p50Ms: at(waitedMs, 0.5),
    p99Ms: at(waitedMs, 0.99),
    firstP50Ms: at(firstMs, 0.5),
    wordsP50Ms: at(wordsMs, 0.5),
    clientCpuShare: (cpu.user + cpu.system) / 1000 / tookMs,
    failed,
  }),
)

async function block() {
  const found = { waitedMs: [] as number[], firstMs: [], wordsMs: [], failed: 0 }
  const work = input.conversations.map(async (conversation) => {
    const connection = await openConnection(input.port)
    for (let now = performance.now(); now - startedAt < input.forMs; ) {
      const { status, body } = await connection.send(requestOf(conversation))
      if (status !== 200 || !body.includes('"text":"')) found.failed++
      const after = performance.now()
      found.waitedMs.push(after - now)
      now = after
    }
    connection.close()
  })
  await Promise.all(work)
  return found
}

/** One after the other on one connection, each answer read to its last chunk. */
async function stream() {
  const found = { waitedMs: [] as number[], firstMs: [] as number[], wordsMs: [] as number[], failed: 0 }
  const socket = connect({ port: input.port, host: '127.0.0.1', noDelay: true })
  socket.setEncoding('latin1')
  let received = ''
  let sentAt = 0
  let first = 0
  let words = 0
  let done: () => void = () => {}
  socket.on('data', (text: string) => {
    received += text
    if (first === 0 && received.includes('data: ')) first = performance.now() - sentAt
    if (words === 0 && received.includes('"code":3,')) words = performance.now() - sentAt
    if (received.endsWith('0\r\n\r\n')) done()
  })
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  while (performance.now() - startedAt < input.forMs) {
    received = ''
    first = 0
    words = 0
    sentAt = performance.now()
    const whole = new Promise<void>((resolve) => {
      done = resolve
    })
    socket.write(requestOf(input.conversations[0] as string))
    await whole
    if (!received.startsWith('HTTP/1.1 200') || !received.includes('"code":0,')) found.failed++
    found.firstMs.push(first)
    found.wordsMs.push(words)
    found.waitedMs.push(performance.now() - sentAt)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  socket.destroy()
  return found
}
