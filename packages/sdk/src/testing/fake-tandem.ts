/**
 * A fake Tandem for tests of a receiver, with a clock that the test moves. It delivers like the real one: in order per
 * conversation, each request only after the previous one was delivered or given up, and failed requests again after the same
 * waits with the same id. It has no circuit breaker, so it never waits longer than the real one.
 */
import { TandemError } from '../error.ts'
import type { Desk } from '../receiver/handle.ts'
import type { AgentMessage } from '../shapes.generated.ts'
import { type Bodies, createFixtures, type FixtureOptions, type Kind } from './fixtures.ts'

export interface FakeTandemOptions extends Omit<FixtureOptions, 'now'> {
  /** Receives the requests: `hooks.fetch`, or `fetch` for a server at `url`. */
  readonly send: (request: Request) => Promise<Response>
  /** The time at which the clock starts. */
  readonly startAtMs?: number | undefined
}

export interface FakeDelivery {
  readonly id: string
  readonly kind: Kind
  readonly conversationId: string
  readonly sequence: number
  readonly state: 'pending' | 'delivered' | 'dead'
  readonly attempts: number
  /** Why the last attempt failed. */
  readonly lastError: string | undefined
}

type Item = { -readonly [Key in keyof FakeDelivery]: FakeDelivery[Key] } & {
  readonly body: Bodies[Kind]
  readonly expiresAt: number
  dueAt: number
}

/** The waits between attempts of the real Tandem, without jitter. */
export const retryWaitsMs: readonly number[] = [1, 5, 30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200].map(
  (seconds) => seconds * 1000,
)
const LIFE_MS = 72 * 3_600_000
const LONGEST_WAIT_MS = 12 * 3_600_000

export type Fault =
  /** The request does not arrive. */
  | 'cut'
  /** The request is handled, but its response is lost or too late. */
  | 'response lost'

export type FakeTandem = ReturnType<typeof createFakeTandem>

export function createFakeTandem(options: FakeTandemOptions) {
  let nowMs = options.startAtMs ?? Date.UTC(2030, 0, 1)
  let made = 0
  let isDisabled = false
  const faults: Fault[] = []
  const items: Item[] = []
  const replies: { handoffId: string; text: string }[] = []
  const marks = new Set<string>()
  /** Whether each handoff is open. */
  const handoffs = new Map<string, boolean>()
  const now = () => nowMs
  const fixtures = createFixtures({ ...options, now })

  function add<K extends Kind>(kind: K, conversationId: string, body: Bodies[K]): FakeDelivery {
    const sequence = items.filter((each) => laneOf(each) === laneOf({ kind, conversationId })).length + 1
    const id = `delivery-${++made}`
    const start = { state: 'pending', attempts: 0, lastError: undefined, dueAt: nowMs } as const
    const item: Item = { id, kind, conversationId, sequence, body, expiresAt: nowMs + LIFE_MS, ...start }
    items.push(item)
    return item
  }

  /** The first pending item of each lane, which must be settled before the items after it. */
  function heads(): Item[] {
    const first = new Map<string, Item>()
    for (const item of items)
      if (item.state === 'pending' && !first.has(laneOf(item))) first.set(laneOf(item), item)
    return isDisabled ? [] : [...first.values()]
  }

  async function attempt(item: Item): Promise<void> {
    item.attempts++
    const { id, sequence, attempts } = item
    const request = await fixtures.request(item.kind, item.body, { id, sequence, attempt: attempts })
    const fault = faults.shift()
    const verdict = fault === 'cut' ? failed('The connection was cut.') : await judged(options.send, request)
    settle(item, fault === 'response lost' ? failed('No response within 10 s.') : verdict)
  }

  function settle(item: Item, verdict: Verdict): void {
    item.lastError = verdict.error
    if (verdict.kind === 'delivered') item.state = 'delivered'
    else if (verdict.kind === 'gone') {
      item.state = 'dead'
      isDisabled = true
    } else {
      const waitMs = retryWaitsMs[item.attempts - 1]
      item.dueAt = nowMs + Math.max(waitMs ?? 0, Math.min(verdict.retryAfterMs ?? 0, LONGEST_WAIT_MS))
      if (waitMs === undefined || item.dueAt >= item.expiresAt) item.state = 'dead'
    }
  }

  function requireOpen(handoffId: string): void {
    if (handoffs.get(handoffId)) return
    const [code, message, status] = handoffs.has(handoffId)
      ? ([40357, 'Human service conversation is closed', 403] as const)
      : ([40356, 'Conversation does not exist', 400] as const)
    throw new TandemError({ code, message, status })
  }

  /** Ends a handoff, and gives up its pending requests to the desk. */
  function end(handoffId: string): void {
    handoffs.set(handoffId, false)
    for (const item of items)
      if (item.kind !== 'message' && item.conversationId === handoffId && item.state === 'pending')
        item.state = 'dead'
  }

  const tandem: Desk = {
    handoff: {
      async reply(handoffId, text, { timestamp }) {
        const mark = JSON.stringify([handoffId, timestamp, text])
        if (marks.has(mark)) return
        requireOpen(handoffId)
        marks.add(mark)
        replies.push({ handoffId, text })
      },
      async typing(handoffId) {
        requireOpen(handoffId)
      },
      async close(handoffId) {
        requireOpen(handoffId)
        end(handoffId)
      },
    },
  }

  return {
    /** Pass it to the receiver, so that both use the same clock. */
    now,
    /** Pass it to the receiver as its client. Replies of the desk are stored in `replies`. */
    tandem,
    replies: replies as readonly { readonly handoffId: string; readonly text: string }[],
    deliveries: items as readonly FakeDelivery[],

    /** The agent sends a message in a conversation. */
    message(conversationId: string, text: string, more: Partial<AgentMessage> = {}): FakeDelivery {
      const output = [{ content: { text } }]
      return add(
        'message',
        conversationId,
        fixtures.bodies.message({ conversation_id: conversationId, output, ...more }),
      )
    },
    /** Hands a user over, and returns the id of the handoff. */
    handOver(text = 'I want to talk to a person.'): string {
      const handoffId = `handoff-${++made}`
      handoffs.set(handoffId, true)
      const transcript = [{ text, message_type: 'QUESTION' as const }]
      add('establish', handoffId, fixtures.bodies.establish({ conversation_id: handoffId, body: transcript }))
      return handoffId
    },
    /** The user sends a message to the person. */
    userSays(handoffId: string, text: string): FakeDelivery {
      requireOpen(handoffId)
      return add('chat', handoffId, fixtures.bodies.chat({ conversation_id: handoffId, body: text }))
    },
    /** Ends the handoff by the user or a timeout. */
    endHandoff(handoffId: string, type: 'USER_CLOSED' | 'TIMEOUT' = 'USER_CLOSED'): FakeDelivery {
      requireOpen(handoffId)
      end(handoffId)
      return add('close', handoffId, fixtures.bodies.close({ conversation_id: handoffId, type }))
    },
    /** Sends a settled delivery again, after the pending ones and with the same id. */
    replay({ id }: FakeDelivery): void {
      const item = items.find((each) => each.id === id) as Item
      if (item.state !== 'pending') items.push(items.splice(items.indexOf(item), 1)[0] as Item)
      Object.assign(item, { state: 'pending', dueAt: nowMs })
    },
    /** Sets a fault for each of the next attempts. */
    fail(...next: Fault[]): void {
      faults.push(...next)
    },
    /** Moves the clock, and sends the requests that become due, in the order of their times. */
    async advance(ms: number): Promise<void> {
      const until = nowMs + ms
      for (;;) {
        const [next] = heads()
          .filter(({ dueAt }) => dueAt <= until)
          .sort((a, b) => a.dueAt - b.dueAt)
        if (!next) break
        nowMs = Math.max(nowMs, next.dueAt)
        await attempt(next)
      }
      nowMs = until
    },
    /** Sends the requests that are due now. */
    settle(): Promise<void> {
      return this.advance(0)
    },
  }
}

/** The lane of an item: messages of a conversation are one lane, requests of a handoff another. */
const laneOf = ({ kind, conversationId }: Pick<Item, 'kind' | 'conversationId'>) =>
  `${kind === 'message' ? 'message' : 'handoff'} ${conversationId}`

interface Verdict {
  readonly kind: 'delivered' | 'failed' | 'gone'
  readonly error?: string | undefined
  readonly retryAfterMs?: number | undefined
}

const failed = (error: string, retryAfterMs?: number): Verdict => ({ kind: 'failed', error, retryAfterMs })

async function judged(send: FakeTandemOptions['send'], request: Request): Promise<Verdict> {
  try {
    return await judgeResponse(await send(request))
  } catch (error) {
    return failed(`No response: ${(error as Error).message}`)
  }
}

/** The verdict on a response, as in docs/delivery.md. */
export async function judgeResponse(response: Response): Promise<Verdict> {
  const { status, headers } = response
  const text = await response.text()
  if (status === 410) return { kind: 'gone', error: 'The response was 410 Gone.' }
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  const retryAfterMs = Number.isNaN(seconds) ? undefined : seconds * 1000
  if (status < 200 || status > 299)
    return failed(`The response was ${status}: ${text.slice(0, 200)}`, retryAfterMs)
  const code = status === 200 ? codeOf(text) : undefined
  if ([undefined, null, 0, 200, '0', '200'].includes(code as null)) return { kind: 'delivered' }
  return failed(`The response was 200 with "code":${JSON.stringify(code)} in its body`, retryAfterMs)
}

function codeOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { code?: unknown } | null)?.code
  } catch {
    return undefined
  }
}
