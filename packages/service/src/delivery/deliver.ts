/**
 * Deliveries: requests to the endpoints of developers. The outbox adds a delivery to its lane, in the transaction that causes
 * it. The worker of the lane calls `deliveryRunner` for each attempt, which finds the endpoint, sends, judges the response and
 * returns the outcome.
 */
import type { DeliveryKind } from '@tandem/contract/admin-deliveries'
import { type EndpointCache, messageGate, serviceGate } from '../agents/endpoints.ts'
import {
  type ClaimedLane,
  type Concluded,
  itemId,
  type LaneItem,
  notRun,
  type Outcome,
  putBack,
  type Runner,
  type RunResult,
} from '../lanes/lane.ts'
import type { Added, Lanes } from '../lanes/lanes.ts'
import type { Clock } from '../platform/clock.ts'
import type { Reader, Tx } from '../platform/database/handle.ts'
import type { Log } from '../platform/log.ts'
import type { BreakerKeeper } from './breaker-keeper.ts'
import { judgeResponse, type Verdict } from './judge-response.ts'
import type { DeliveryMetrics } from './metrics.ts'
import { type Attempted, reportOf } from './report.ts'
import { requestHeaders, targetUrl } from './request.ts'
import { deliveryLifeMs, longestWaitMs, nextWaitMs } from './schedule.ts'
import type { Send } from './send.ts'
import type { Stats } from './stats/record.ts'
import { TOO_LATE } from './store.ts'

export type Outbox = ReturnType<typeof createOutbox>

export function createOutbox(lanes: Lanes) {
  return {
    /** A message to the agent's message webhook; messages of one conversation arrive in the order of their commits. */
    message(tx: Tx, to: { agentId: string; conversationId: string }, body: unknown): Promise<Added> {
      return lanes.add(tx, {
        lane: `message:${to.agentId}:${to.conversationId}`,
        kind: 'message',
        gate: messageGate(to.agentId),
        tenant: to.agentId,
        subject: to.conversationId,
        body: JSON.stringify(body),
        lifeMs: deliveryLifeMs,
      })
    },
    /** A request of the handoff protocol to a human service component, in order per handoff. */
    handoff(
      tx: Tx,
      to: { agentId: string; serviceId: string; handoffId: string },
      kind: Exclude<DeliveryKind, 'message'>,
      body: unknown,
      lifeMs = deliveryLifeMs,
    ): Promise<Added> {
      return lanes.add(tx, {
        lane: handoffLane(to.serviceId, to.handoffId),
        kind,
        gate: serviceGate(to.serviceId),
        tenant: to.agentId,
        subject: to.handoffId,
        body: JSON.stringify(body),
        lifeMs,
      })
    },
    /** Deliveries that wait for the component are due at once: their handoff has ended, so they can only be given up. */
    handoffEnded: (tx: Tx, to: { serviceId: string; handoffId: string }) =>
      lanes.bringForward(tx, handoffLane(to.serviceId, to.handoffId)),
  }
}

export const handoffLane = (serviceId: string, handoffId: string) => `handoff:${serviceId}:${handoffId}`

/** How other slices take part in deliveries of their kinds. The subject is what a delivery is about, such as a handoff. */
export interface DeliveryHooks {
  /** Called before each attempt, outside any transaction. An outcome settles the delivery without sending it. */
  before?(subject: string): Promise<Concluded | undefined>
  /** Returns a write for the transaction of the outcome; undefined for none. */
  writeWithOutcome?(subject: string, outcome: Concluded): ((tx: Tx) => Promise<void>) | undefined
  /** Why a delivery about this subject can reach nobody any more; undefined when it can. Called before a replay. */
  whyOver?(db: Reader, subject: string): Promise<string | undefined>
  /** The subjects of deliveries of this kind that belong to a conversation. */
  subjectsIn?(db: Reader, conversationId: string): Promise<string[]>
}

export type HooksByKind = ReadonlyMap<string, DeliveryHooks>

const RESPONSE_READ_BYTES = 64 * 1024

interface AttemptDeps {
  /** For the times in requests and reports. */
  readonly clock: Clock
  readonly send: Send
  readonly endpoints: Pick<EndpointCache, 'find'>
  readonly breakers: BreakerKeeper
  readonly metrics: DeliveryMetrics
  readonly stats: Pick<Stats, 'attempted'>
  readonly timeoutMs: number
  readonly random: () => number
  readonly hooks: HooksByKind
  readonly log: Log
}

/** Counts and logs a delivery that is given up although somebody may have waited for it. */
function noteDead({ metrics, log }: AttemptDeps, lane: ClaimedLane, item: LaneItem, error: string): void {
  const { kind, seq } = item
  metrics.died(kind)
  const delivery = itemId(lane.uid, seq)
  log.warn({ delivery, agent: lane.tenant, kind, error }, 'a delivery was given up')
}

export function deliveryRunner(deps: AttemptDeps): Runner {
  const { clock, send, endpoints, breakers, metrics, timeoutMs, hooks } = deps
  const unsent = (outcome: Outcome): RunResult => ({ outcome, health: 'unknown' })
  const givenUp = (lane: ClaimedLane, item: LaneItem, error: string): RunResult => {
    noteDead(deps, lane, item, error)
    return unsent(notRun(error))
  }
  return withHooks(hooks, async (lane, item, { signal, now }) => {
    if (item.expiresAt <= now()) return givenUp(lane, item, TOO_LATE)
    if (await breakers.isBlocked(lane.gate)) return putBack
    const endpoint = await endpoints.find(lane.gate)
    if (!endpoint) return givenUp(lane, item, 'The endpoint was removed.')
    const before = hooks.get(item.kind)?.before
    const refused = before && (await before(lane.subject ?? ''))
    if (refused) {
      // Not logged: nobody waits for it any more.
      if (refused.kind === 'dead') metrics.died(item.kind)
      return unsent(refused)
    }

    const url = targetUrl(item.kind as DeliveryKind, endpoint.url)
    const successesBefore = breakers.successesOf(lane.gate)
    const startedAt = clock.now()
    const identity = {
      webhookId: item.origin ?? itemId(lane.uid, item.seq),
      sequence: item.seq,
      attempt: item.runs + 1,
      // A replay has no deadline: it does not expire when the user stops waiting.
      deadlineAt: item.kind === 'handoff_establish' && !item.origin ? item.expiresAt : undefined,
    }
    const headers = requestHeaders(endpoint, identity, item.body, startedAt)
    const result = await send(endpoint, {
      url,
      headers,
      body: item.body,
      timeoutMs,
      maxResponseBytes: RESPONSE_READ_BYTES,
      signal,
      pool: lane.gate,
    })
    if (signal.aborted && !result.responded) return cutOff({ url, startedAt, headers, result })
    // Any 2xx without an error in its body is delivered, 410 is gone, everything else is tried again.
    const verdict = judgeResponse(result, clock.now())
    metrics.attempted(item.kind, verdict.kind, result.latencyMs)
    if (!isOfPlayground(item))
      deps.stats.attempted(lane.tenant, verdict.kind === 'delivered', result.latencyMs)
    return conclude(deps, lane, item, now(), { url, startedAt, headers, successesBefore, result, verdict })
  })
}

/** Adds the write of a hook to the result. */
function withHooks(hooks: HooksByKind, attempt: Runner): Runner {
  return async (lane, item, context) => {
    const result = await attempt(lane, item, context)
    const { outcome } = result
    if (outcome.kind === 'putBack') return result
    return {
      ...result,
      writeWithOutcome: hooks.get(item.kind)?.writeWithOutcome?.(lane.subject ?? '', outcome),
    }
  }
}

/** Deliveries of the playground stay out of the statistics. No text of a user looks like this: its quotes are escaped. */
const isOfPlayground = ({ kind, body }: LaneItem) =>
  kind === 'message' && body.includes('"anonymous_id":"PLAYGROUND:')

function conclude(
  deps: AttemptDeps,
  lane: ClaimedLane,
  item: LaneItem,
  now: number,
  attempted: Attempted & { readonly successesBefore: number },
): RunResult {
  const { breakers, metrics, random } = deps
  const { verdict } = attempted
  if (verdict.kind === 'delivered') {
    breakers.succeeded(lane.gate, lane.uid)
    metrics.delivered(now - item.createdAt)
    return {
      outcome: { kind: 'done', report: reportOf(attempted, true), note: verdict.warning },
      health: 'good',
    }
  }
  if (verdict.kind === 'gone') {
    breakers.gone(lane.gate, verdict.error)
    noteDead(deps, lane, item, verdict.error)
    return {
      outcome: { kind: 'dead', report: reportOf(attempted, true), error: verdict.error, costsTry: true },
      health: 'bad',
    }
  }
  const costsTry = breakers.failed(lane.gate, {
    lane: lane.uid,
    isRetry: item.triesUsed > 0,
    successesBefore: attempted.successesBefore,
    responded: attempted.result.responded,
    reason: verdict.error,
    retryAfterMs: verdict.retryAfterMs === null ? null : Math.min(verdict.retryAfterMs, longestWaitMs),
  })
  const failedTries = item.triesUsed + (costsTry ? 1 : 0)
  const waitMs = nextWaitMs({
    failedTries: Math.max(1, failedTries),
    lifeLeftMs: item.expiresAt - now,
    retryAfterMs: verdict.retryAfterMs,
    random: random(),
  })
  const failure = { report: reportOf(attempted, costsTry), error: verdict.error, costsTry }
  if (waitMs === null) {
    noteDead(deps, lane, item, verdict.error)
    return { outcome: { kind: 'dead', ...failure }, health: 'bad' }
  }
  const asked = verdict.retryAfterMs !== null
  return { outcome: { kind: 'retry', ...failure, waitMs, asked }, health: 'bad' }
}

/** The service stops, which is not the receiver's fault: the attempt costs no try, and the next process tries again at once. */
function cutOff(attempted: Omit<Attempted, 'verdict'>): RunResult {
  const error = 'Cut off: the service was stopped before a response came.'
  const verdict: Verdict = { kind: 'failed', error, retryAfterMs: null }
  const report = reportOf({ ...attempted, verdict }, false)
  return { outcome: { kind: 'retry', report, error, waitMs: 0, costsTry: false }, health: 'unknown' }
}
