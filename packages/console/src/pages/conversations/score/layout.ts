/**
 * The score of a conversation as marks on staves: data in, places out, nothing drawn. There is a stave for the user, the AI and
 * the person, and one for each endpoint. A mark lies on one stave, from one moment to another; points have no length.
 */
import type { Score } from '@tandem/sdk/source'
import { type Timescale, timescale } from './timescale.ts'

type Turn = Score['turns'][number]
type Handoff = Score['handoffs'][number]
type Delivery = Score['deliveries'][number]
type Endpoint = Score['endpoints'][number]

/** What a mark stands for, with what there is to tell of it. */
export type Sign =
  | { readonly is: 'message'; readonly id: string; readonly role: Score['messages'][number]['role'] }
  | { readonly is: 'turn'; readonly turn: Turn }
  /** A user waits for the first words of a person. */
  | { readonly is: 'wait'; readonly handoff: Handoff }
  | { readonly is: 'deadline'; readonly handoff: Handoff }
  | { readonly is: 'attempt'; readonly delivery: Delivery; readonly attempt: Delivery['attempts'][number] }
  /** Between a failed attempt and the next one; `isLast` when no other has been made yet. */
  | { readonly is: 'retry'; readonly delivery: Delivery; readonly isLast: boolean }
  /** The breaker: nothing is sent to the endpoint until it answers a test. */
  | { readonly is: 'closed'; readonly endpoint: Endpoint }

export interface Mark {
  readonly key: string
  readonly sign: Sign
  readonly from: number
  readonly until: number
  /** Place and length on the stave, from 0 to 1. */
  readonly x: number
  readonly width: number
}

/** Who has the floor, from when to when. */
export interface Floor {
  readonly owner: 'ai' | 'person'
  readonly from: number
  readonly until: number
  readonly x: number
  readonly width: number
}

export interface Stave {
  readonly id: string
  readonly party: 'user' | 'ai' | 'person' | 'endpoint'
  /** The name of a human service; null for the others. */
  readonly name: string | null
  readonly marks: readonly Mark[]
}

export interface ScoreLayout {
  readonly scale: Timescale
  readonly staves: readonly Stave[]
  readonly floors: readonly Floor[]
}

/** Without its place. */
type Placed = Omit<Mark, 'x' | 'width'>

export function layoutScore(score: Score): ScoreLayout {
  const staves = [
    { id: 'user', party: 'user', name: null, marks: messagesOf(score, ['user']) },
    { id: 'ai', party: 'ai', name: null, marks: [...turnsOf(score), ...messagesOf(score, ['assistant'])] },
    {
      id: 'person',
      party: 'person',
      name: null,
      marks: [
        ...score.handoffs.flatMap((handoff) => waitsOf(handoff, score.now)),
        ...messagesOf(score, ['human']),
      ],
    },
    ...score.endpoints.map((endpoint) => ({
      id: `endpoint ${endpoint.id}`,
      party: 'endpoint' as const,
      name: endpoint.name,
      marks: endpointMarks(endpoint, score),
    })),
  ] as const
  const floors = floorsOf(score)
  const scale = timescale(
    [...staves.flatMap(({ marks }) => marks), ...floors].flatMap(({ from, until }) => [from, until]),
  )
  const placed = <T extends { from: number; until: number }>(each: T) => {
    const x = scale.placeOf(each.from)
    return { ...each, x, width: scale.placeOf(each.until) - x }
  }
  return {
    scale,
    floors: floors.map((floor) => placed(floor)),
    staves: staves.map((stave) => ({ ...stave, marks: stave.marks.map((mark) => placed(mark)) })),
  }
}

function messagesOf({ messages }: Score, roles: readonly string[]): Placed[] {
  return messages
    .filter(({ role }) => roles.includes(role))
    .map(({ id, role, at }) => ({ key: id, sign: { is: 'message', id, role }, from: at, until: at }))
}

function turnsOf({ turns, now }: Score): Placed[] {
  return turns.map((turn) => ({
    key: `turn ${turn.message_id}`,
    sign: { is: 'turn', turn },
    from: turn.began_at,
    until: turn.ended_at ?? now,
  }))
}

function waitsOf(handoff: Handoff, now: number): Placed[] {
  const { id, requested_at, first_reply_at, ended_at, end_reason, deadline_at } = handoff
  const wait: Placed = {
    key: `wait ${id}`,
    sign: { is: 'wait', handoff },
    from: requested_at,
    until: first_reply_at ?? ended_at ?? now,
  }
  const isLate = end_reason === 'TIMEOUT' || end_reason === 'WAIT_TIMEOUT'
  const at = deadline_at ?? (isLate ? ended_at : null)
  if (at === null) return [wait]
  return [wait, { key: `deadline ${id}`, sign: { is: 'deadline', handoff }, from: at, until: at }]
}

function endpointMarks(endpoint: Endpoint, { deliveries, now }: Score): Placed[] {
  const own = deliveries.filter((delivery) => delivery.endpoint === endpoint.id)
  return [...closedOf(endpoint, own, now), ...own.flatMap((delivery) => attemptsOf(delivery, now))]
}

/** From each closing to the opening after it, as far as it was closed while this conversation had something for it. */
function closedOf(endpoint: Endpoint, own: readonly Delivery[], now: number): Placed[] {
  const { changes, closed_at } = endpoint
  const closings = changes.flatMap((change, n) =>
    change.state === 'open' ? [] : [{ ...change, until: changes[n + 1]?.at ?? now }],
  )
  // One that was closed before its history was kept.
  if (closings.at(-1)?.until !== now && closed_at !== null)
    closings.push({ at: closed_at, state: endpoint.state, reason: endpoint.reason, until: now })
  const waits = own.map(({ created_at, settled_at }) => ({ from: created_at, until: settled_at ?? now }))
  return closings
    .filter(({ at, until }) => until === now || waits.some((wait) => wait.from <= until && wait.until >= at))
    .map(({ at, reason, state, until }) => ({
      key: `closed ${at}`,
      sign: { is: 'closed', endpoint: { ...endpoint, state, reason } },
      from: at,
      until,
    }))
}

function attemptsOf(delivery: Delivery, now: number): Placed[] {
  return delivery.attempts.flatMap((attempt, n) => {
    const key = `${delivery.id} ${n}`
    const until = attempt.started_at + attempt.latency_ms
    const made: Placed = {
      key,
      sign: { is: 'attempt', delivery, attempt },
      from: attempt.started_at,
      until,
    }
    const next = delivery.attempts[n + 1]
    if (attempt.error === null || (!next && delivery.state !== 'pending')) return [made]
    const again = next?.started_at ?? now
    const retry: Placed = {
      key: `${key} retry`,
      sign: { is: 'retry', delivery, isLast: !next },
      from: until,
      until: Math.max(until, again),
    }
    return [retry, made]
  })
}

/** The AI has the floor wherever no person has it. */
function floorsOf({ messages, handoffs, now }: Score): Omit<Floor, 'x' | 'width'>[] {
  const begin = Math.min(messages[0]?.at ?? now, handoffs[0]?.requested_at ?? now)
  const floors: Omit<Floor, 'x' | 'width'>[] = []
  let free = begin
  for (const { requested_at, ended_at } of handoffs) {
    if (requested_at > free) floors.push({ owner: 'ai', from: free, until: requested_at })
    free = ended_at ?? now
    floors.push({ owner: 'person', from: requested_at, until: free })
  }
  const end = Math.max(free, messages.at(-1)?.at ?? now)
  const isOpen = handoffs.at(-1)?.ended_at === null
  if (!isOpen && end >= free) floors.push({ owner: 'ai', from: free, until: end })
  return floors
}
