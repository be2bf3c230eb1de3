/**
 * The developer's side of the simulation: an egress client without sockets that answers as scripted, notes every request as
 * the receiver sees it, and holds each against the guarantees.
 */
import { retryWaitsMs } from '../../../src/delivery/schedule.ts'
import { noPhases } from '../../../src/platform/egress/connection.ts'
import type { SendRequest, SendResult } from '../../../src/platform/egress/send.ts'

/** The wait after a first failure may be shorter by a tenth; later ones are longer. */
const SHORTEST_WAIT_MS = (retryWaitsMs[0] ?? 0) * 0.9

export type Answer =
  | 'success'
  /** Answered after a while, still in time. */
  | 'slow success'
  /** The receiver says no. */
  | 'failure'
  /** Never reached the receiver. */
  | 'no connection'
  /** The receiver took it and said yes, but the sender hears of a broken connection. */
  | 'answer lost'
  /** The same, and the sender gives up at its timeout. */
  | 'answer late'

/** One request at the receiver. */
interface Sent {
  readonly process: number
  readonly at: number
  /** What the sender's process heard; undefined until it does. */
  heard: 'success' | 'failure' | undefined
  heardAtMs: number
}

export interface Receiver {
  send(process: number, request: SendRequest): Promise<SendResult>
  /** The next answers; after the last one the list begins anew. */
  script(answers: readonly Answer[]): void
  /** The next request is answered slowly, out of turn. */
  slowNext(): void
  /** The process whose request was the last to be answered slowly. */
  readonly slowest: number | undefined
  /** An endpoint that is down answers nothing, tests neither. */
  setDown(agentId: string, isDown: boolean): void
  /** Something happened by which a process may lose what it heard; `process` undefined: any process. */
  disturbed(process: number | undefined): void
  readonly sendCount: number
  readonly broken: string[]
}

interface Message {
  readonly agent: string
  readonly conversation: string
  readonly istest?: boolean
}

export function createReceiver(options: {
  now: () => number
  after: (ms: number, fn: () => void) => void
  /** How many earlier items of the conversation are neither delivered nor dead. */
  unsettledBefore: (conversation: string, sequence: number) => Promise<number>
}): Receiver {
  const { now, after, unsettledBefore } = options
  const broken: string[] = []
  const sends = new Map<string, Sent[]>()
  const firstSuccess = new Map<string, number[]>()
  const down = new Set<string>()
  /** By agent, when its endpoint was last probed: one that responds has waiting items brought forward, a moment later. */
  const probes = new Map<string, { at: number; atMs: number }>()
  let isNextSlow = false
  let slowest: number | undefined
  const disturbances: { process: number | undefined; at: number }[] = []
  let answers: readonly Answer[] = ['success']
  let next = 0
  let tick = 0
  let sendCount = 0

  const lostSince = ({ process, at }: Sent) =>
    disturbances.some((one) => one.at >= at && (one.process === undefined || one.process === process))

  async function take(
    process: number,
    id: string,
    { agent, conversation }: Message,
    sequence: number,
  ): Promise<Sent> {
    sendCount++
    const unsettled = await unsettledBefore(conversation, sequence)
    if (unsettled > 0)
      broken.push(`${conversation} ${sequence} was sent while ${unsettled} before it were not settled`)
    const former = sends.get(id) ?? []
    for (const one of former)
      if (one.heard !== 'failure' && !lostSince(one))
        broken.push(`${conversation} ${sequence} was sent again though nothing was lost`)
    const last = former.at(-1)
    const isDue = !last || now() >= last.heardAtMs + SHORTEST_WAIT_MS
    const probe = probes.get(agent)
    // By the order of things, or in the same instant: a clock that was set back tells nothing.
    const isProbed = last && probe && (probe.at >= last.at || probe.atMs >= last.heardAtMs)
    if (!isDue && last.heard === 'failure' && !lostSince(last) && !isProbed)
      broken.push(`${conversation} ${sequence} was tried again before its time`)
    const sent: Sent = { process, at: tick++, heard: undefined, heardAtMs: 0 }
    sends.set(id, [...former, sent])
    return sent
  }

  function succeeded(conversation: string, sequence: number): void {
    const known = firstSuccess.get(conversation) ?? []
    if (known.includes(sequence)) return
    const last = known.at(-1) ?? 0
    if (sequence < last) broken.push(`${conversation}: ${sequence} first succeeded after ${last}`)
    firstSuccess.set(conversation, [...known, sequence])
  }

  function answerOf(agent: string): Answer {
    if (down.has(agent)) return 'no connection'
    if (!isNextSlow) return answers[next++ % answers.length] ?? 'success'
    isNextSlow = false
    return 'slow success'
  }

  const waited = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      after(ms, resolve)
      signal?.addEventListener('abort', () => resolve(), { once: true })
    })

  return {
    broken,
    get sendCount() {
      return sendCount
    },
    script(list) {
      answers = list
      next = 0
    },
    slowNext() {
      isNextSlow = true
    },
    get slowest() {
      return slowest
    },
    setDown: (agentId, isDown) => void (isDown ? down.add(agentId) : down.delete(agentId)),
    disturbed: (process) => void disturbances.push({ process, at: tick }),
    async send(process, request) {
      const message = JSON.parse(String(request.body)) as Message
      const host = new URL(request.url).hostname.split('.')[0] ?? ''
      if (message.istest) {
        probes.set(host, { at: tick, atMs: now() })
        return down.has(host) ? failed('connect') : answered(200)
      }
      const { agent, conversation } = message
      const { 'webhook-id': id = '', 'tandem-sequence': sequence } = request.headers
      const sent = await take(process, id, message, Number(sequence))
      const answer = answerOf(agent)
      if (answer === 'slow success') slowest = process
      if (answer === 'slow success') await waited(request.timeoutMs / 2, request.signal)
      if (request.signal?.aborted) {
        disturbances.push({ process, at: sent.at })
        return failed('wait')
      }
      const isTaken = answer !== 'failure' && answer !== 'no connection'
      if (isTaken) succeeded(conversation, Number(sequence))
      if (answer === 'answer late') await waited(request.timeoutMs, request.signal)
      sent.heard = answer.endsWith('success') ? 'success' : 'failure'
      sent.heardAtMs = now()
      if (sent.heard === 'success') return answered(200)
      return answer === 'failure' ? answered(500) : failed('wait')
    },
  }
}

const answered = (status: number): SendResult => ({
  responded: true,
  status,
  headers: {},
  body: '{"code":200,"msg":"success"}',
  truncated: false,
  isUnreadable: false,
  latencyMs: 1,
  phases: noPhases,
})

const failed = (stage: 'connect' | 'wait'): SendResult => ({
  responded: false,
  stage,
  reason: 'simulated',
  headers: {},
  phases: noPhases,
  body: '',
  status: null,
  latencyMs: 1,
  refused: false,
})
