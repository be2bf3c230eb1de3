/** The yardstick: a bare undici loop, 64 connections, nothing stored, nothing ordered. It sends the same bodies and headers. */
import { Pool } from 'undici'
import { answerCalls, sharedNowMs } from '../delivery/parts/peer.ts'
import { conversationId, sampleBody, sampleHeaders } from '../delivery/parts/sample-message.ts'
import type { Sent } from './delivery-sender.ts'

const CONNECTIONS = 64
const sequences = new Map<string, number>()
let pool: Pool
let path = '/'

async function post(lane: string, sequence: number, body: string): Promise<void> {
  const headers = sampleHeaders(lane, sequence, Date.now())
  const answer = await pool.request({ path, method: 'POST', headers, body })
  const text = await answer.body.text()
  if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode} ${text}`)
}

function nextOf(lane: string): number {
  const sequence = (sequences.get(lane) ?? 0) + 1
  sequences.set(lane, sequence)
  return sequence
}

answerCalls({
  open({ url }: { url: string }) {
    const target = new URL(url)
    path = target.pathname
    pool = new Pool(target.origin, { connections: CONNECTIONS })
  },
  async send({ messages, conversations }: { messages: number; conversations: number }): Promise<Sent> {
    const lanes = Array.from({ length: conversations }, (_, i) => conversationId(i))
    const bodies = Array.from({ length: messages }, (_, i) =>
      sampleBody(lanes[i % conversations] as string, i),
    )
    let next = 0
    async function connection(): Promise<void> {
      while (next < messages) {
        const i = next++
        const lane = lanes[i % conversations] as string
        await post(lane, nextOf(lane), bodies[i] as string)
      }
    }
    const cpu = process.cpuUsage()
    const startedAt = performance.now()
    await Promise.all(Array.from({ length: CONNECTIONS }, connection))
    const ms = performance.now() - startedAt
    const { user, system } = process.cpuUsage(cpu)
    return { ms, cpuUs: user + system }
  },
  /** One message now and then: from before the request to the receiver's note of it. */
  async sendSlowly({ messages, everyMs }: { messages: number; everyMs: number }) {
    const sent: [id: string, ms: number][] = []
    for (let i = 0; i < messages; i++) {
      const lane = conversationId(1_000_000 + i)
      const body = sampleBody(lane, i)
      sent.push([`${lane}-1`, sharedNowMs()])
      await post(lane, 1, body)
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
    return sent
  },
})
