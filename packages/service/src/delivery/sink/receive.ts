/**
 * The sink of an agent receives a request: it stores the request, waits as long as configured, and sends the configured
 * response. Everybody who knows its address may send to it, so its rate, its waiting requests and its stored requests are
 * limited.
 */
import type { Core } from '../../platform/core.ts'
import { createOpenCounts } from '../../platform/count-open.ts'
import { Fault } from '../../platform/fault.ts'
import { type Call, pathParam, type RouteResponse } from '../../platform/http/route.ts'
import { createRate } from '../../platform/limit-rate.ts'
import { sameSecret } from '../../platform/secrets.ts'
import { sleep } from '../../platform/within-time.ts'
import { EXPECTED } from '../judge-response.ts'
import { shownHeaders } from '../shown-headers.ts'
import { dropOldRequests, findSink, insertRequest, type SinkRow } from './store.ts'

const RATE = { atOnce: 1000, perSecond: 200 }
const MOST_WAITING = 256
const MOST_KEPT = { count: 500, bytes: 4 * 1024 * 1024 }
/** Old requests of a sink are deleted at every twentieth request to it; up to that many more may be stored. */
const CLEAR_EVERY = 20
const BODY_KEPT_CHARS = 65_536

export function sinkReceiver({ database, clock }: Pick<Core, 'clock' | 'database'>) {
  const rate = createRate(clock, RATE)
  /** By agent: the number of requests that wait for their response. */
  const waiting = createOpenCounts()
  /** By agent: the number of requests stored since old ones were deleted. */
  const kept = new Map<string, number>()

  async function wait(agentId: string, delayMs: number): Promise<void> {
    if (delayMs === 0) return
    if (waiting.of(agentId) >= MOST_WAITING)
      throw new Fault('unavailable', 'Too many requests wait at this sink already.')
    const leave = waiting.enter(agentId)
    await sleep(clock, delayMs)
    leave()
  }

  async function keep({ agent_id, is_dropping, status }: SinkRow, call: Call): Promise<void> {
    const body = (call.body as string).slice(0, BODY_KEPT_CHARS).toWellFormed().replaceAll('\0', '\uFFFD')
    const headers = JSON.stringify(shownHeaders(call.headers))
    const request = {
      agent_id,
      at: clock.now(),
      path: call.params['*'] === undefined ? '' : `/${call.params['*']}`.slice(0, 200).replaceAll('\0', ''),
      headers,
      body,
      answered: is_dropping === 1 ? null : status,
      is_test: isTest(call.body as string) ? 1 : 0,
      size_bytes: Buffer.byteLength(body) + Buffer.byteLength(headers),
    }
    const count = (kept.get(agent_id) ?? 0) + 1
    kept.set(agent_id, count % CLEAR_EVERY)
    await database.transaction(
      'sink: keep',
      async (tx) => {
        await insertRequest(tx, request)
        if (count === CLEAR_EVERY) await dropOldRequests(tx, agent_id, MOST_KEPT)
      },
      'process',
    )
  }

  return async (call: Call): Promise<RouteResponse> => {
    const agentId = pathParam(call, 'agentId')
    const sink = await findSink(database, agentId)
    if (!sink || !sameSecret(sink.token, pathParam(call, 'token')))
      throw new Fault('notFound', 'There is no sink at this address.')
    const waitMs = rate.take(agentId)
    if (waitMs > 0) {
      const headers = { 'retry-after': String(Math.ceil(waitMs / 1000)) }
      throw new Fault('rateLimited', `A sink takes ${RATE.perSecond} requests a second.`, { headers })
    }
    if (sink.is_down === 1) return { drop: true }
    await keep(sink, call)
    await wait(agentId, sink.delay_ms)
    if (sink.is_dropping === 1) return { drop: true }
    const text = sink.body ?? EXPECTED
    // Whatever the body is, a browser must not show it as a page.
    const contentType = isJson(text) ? 'application/json' : 'text/plain; charset=utf-8'
    return { status: sink.status, text, contentType }
  }
}

function isTest(body: string): boolean {
  // Most bodies do not contain the word and need no parsing.
  return body.includes('"istest"') && (parsed(body) as { istest?: unknown } | null)?.istest === true
}

const isJson = (text: string) => parsed(text) !== undefined

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
