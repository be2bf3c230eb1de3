/** A probe: the test requests of contract 4.3, which are the standard bodies with `istest` set. They are sent, never stored. */
import type { AgentMessage } from '@tandem/contract/message'
import type { Endpoint } from '../agents/endpoints.ts'
import type { SendResult } from '../platform/egress/send.ts'
import { newId } from '../platform/ids.ts'
import { wrongStatus } from './judge-response.ts'
import { requestHeaders, targetUrl } from './request.ts'
import type { Send } from './send.ts'
import { shownHeaders } from './shown-headers.ts'
import { emptyUsage } from './usage.ts'

export interface ProbeResult {
  readonly reachable: boolean
  /** Null without a response. Of several requests, that of one that was not 200. */
  readonly status: number | null
  readonly latencyMs: number
  readonly reason: string | null
  readonly exchanges: readonly ReturnType<typeof exchangeOf>[]
}

const RESPONSE_SHOWN_CHARS = 4_096

/** A message webhook gets one request; a human service gets two, and both need a response of 200. */
export async function sendProbe(
  send: Send,
  endpoint: Endpoint,
  nowMs: number,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<ProbeResult> {
  const bodies =
    endpoint.type === 'message'
      ? [{ url: targetUrl('message', endpoint.url), body: messageProbe(nowMs) }]
      : [
          {
            url: targetUrl('handoff_establish', endpoint.url),
            body: establishProbe(endpoint.agentId, nowMs),
          },
          { url: targetUrl('handoff_chat', endpoint.url), body: chatProbe(nowMs) },
        ]
  const results = await Promise.all(
    bodies.map(async ({ url, body }) => {
      const text = JSON.stringify(body)
      const identity = { webhookId: `test-${newId(nowMs)}`, sequence: 0, attempt: 1 }
      const headers = requestHeaders(endpoint, identity, text, nowMs)
      const limits = { timeoutMs, maxResponseBytes: 64 * 1024, signal }
      const result = await send(endpoint, { url, headers, body: text, pool: 'probes', ...limits })
      return { result, exchange: exchangeOf(url, headers, text, result) }
    }),
  )
  const exchanges = results.map(({ exchange }) => exchange)
  const latencyMs = Math.max(...results.map(({ result }) => result.latencyMs))
  const bad = results.find(({ result }) => !(result.responded && result.status === 200))?.result
  if (!bad) return { reachable: true, status: 200, latencyMs, reason: null, exchanges }
  // A status that came before the connection broke is not a response.
  const status = bad.responded ? bad.status : null
  const reason = bad.responded ? wrongStatus(bad) : bad.reason
  return { reachable: false, status, latencyMs, reason, exchanges }
}

/** A request of a probe and its response, for people to look at. */
function exchangeOf(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  result: SendResult,
) {
  return {
    url,
    /** Credentials are masked. */
    headers: shownHeaders(headers),
    body,
    status: result.responded ? result.status : null,
    response: result.responded ? result.body.slice(0, RESPONSE_SHOWN_CHARS) : null,
  }
}

function messageProbe(nowMs: number): AgentMessage {
  return {
    user_id: null,
    anonymous_id: 'istest',
    conversation_id: newId(nowMs),
    message_id: newId(nowMs),
    create_time: nowMs,
    output: [
      {
        from_component_branch: '',
        from_component_name: '',
        content: { text: 'This is an availability test. Answer 200 and do nothing else.', audio: [] },
      },
    ],
    usage: emptyUsage,
    istest: true,
  }
}

function establishProbe(botId: string, nowMs: number) {
  return {
    conversation_id: newId(nowMs),
    timestamp: nowMs,
    email: null,
    bot_id: botId,
    body: [{ text: 'This is an availability test.', message_type: 'QUESTION' }],
    user_info: { phone: null, email: null, user_id: null, anonymous_id: 'istest' },
    istest: true,
  }
}

function chatProbe(nowMs: number) {
  return {
    conversation_id: newId(nowMs),
    timestamp: nowMs,
    body: 'This is an availability test.',
    istest: true,
  }
}
