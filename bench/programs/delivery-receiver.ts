/**
 * The receiver: a plain HTTP server that reads each body and answers as a developer's endpoint does. From the headers alone
 * it keeps count per conversation: what came in sequence, what came before its turn, what came again after it was taken.
 * It can fail each of some messages once, take its time under `/slow`, note times, and open ports that never answer.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerCalls, sharedNowMs } from '../delivery/parts/peer.ts'

export interface Count {
  requests: number
  /** Different messages that were taken (answered with 200). */
  taken: number
  /** Sent before an earlier one of their conversation was taken. */
  early: number
  /** Sent again after they were taken. */
  doubled: number
  failed: number
  cpuUs: number
}

interface Conversation {
  /** The first that was not taken yet. */
  next: number
  /** Those after it that were. */
  ahead: Set<number> | null
  failing: Set<number> | null
}

const ANSWER = Buffer.from('{"code":200,"msg":"success"}')
const HEAD = { 'content-type': 'application/json', 'content-length': ANSWER.length }
const SLOW_PATH = '/slow'
const SLOW_MS = 50
const conversations = new Map<string, Conversation>()
let count = zero()
let cpuStart = process.cpuUsage()
let failEvery = 0
let noted: [id: string, ms: number][] | null = null
const hanging: Server[] = []

function zero(): Count {
  return { requests: 0, taken: 0, early: 0, doubled: 0, failed: 0, cpuUs: 0 }
}

/** True when it is taken. */
function note(id: string): boolean {
  const at = id.lastIndexOf('-')
  const lane = id.slice(0, at)
  const sequence = Number(id.slice(at + 1))
  let conversation = conversations.get(lane)
  if (!conversation) {
    conversation = { next: 1, ahead: null, failing: null }
    conversations.set(lane, conversation)
  }
  count.requests++
  const isTaken = sequence < conversation.next || conversation.ahead?.has(sequence) === true
  if (isTaken) count.doubled++
  else if (sequence > conversation.next) count.early++
  if (failEvery > 0 && count.requests % failEvery === 0 && !isTaken) {
    conversation.failing ??= new Set()
    if (!conversation.failing.has(sequence)) {
      conversation.failing.add(sequence)
      count.failed++
      return false
    }
  }
  if (isTaken) return true
  count.taken++
  if (sequence === conversation.next) {
    conversation.next++
    while (conversation.ahead?.delete(conversation.next)) conversation.next++
  } else {
    conversation.ahead ??= new Set()
    conversation.ahead.add(sequence)
  }
  return true
}

function take(response: ServerResponse): void {
  response.writeHead(200, HEAD)
  response.end(ANSWER)
}

function receive(request: IncomingMessage, response: ServerResponse): void {
  request.on('end', () => {
    const id = request.headers['webhook-id'] as string | undefined
    if (id !== undefined) {
      noted?.push([id, sharedNowMs()])
      if (!note(id)) {
        response.writeHead(500, { 'content-length': 0 })
        response.end()
        return
      }
    }
    if (request.url === SLOW_PATH) setTimeout(take, SLOW_MS, response)
    else take(response)
  })
  request.resume()
}

async function listen(server: Server): Promise<string> {
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 1024, resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

answerCalls({
  open: () => listen(createServer(receive)),
  /** Addresses that take a request and never answer it. */
  async openHanging({ ports }: { ports: number }): Promise<string[]> {
    const opened = Array.from({ length: ports }, () => createServer((request) => request.resume()))
    hanging.push(...opened)
    return Promise.all(opened.map(listen))
  },
  closeHanging() {
    for (const server of hanging.splice(0)) {
      server.close()
      server.closeAllConnections()
    }
  },
  /** Starts counting anew; what was taken before stays known. */
  begin(input: { failEvery?: number; noteTimes?: boolean }) {
    count = zero()
    failEvery = input.failEvery ?? 0
    noted = input.noteTimes ? [] : null
    cpuStart = process.cpuUsage()
  },
  count(): Count {
    const { user, system } = process.cpuUsage(cpuStart)
    return { ...count, cpuUs: user + system }
  },
  times: () => noted ?? [],
})
