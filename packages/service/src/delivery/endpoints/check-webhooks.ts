/**
 * Contract 4.3: probes every webhook configured on the calling agent, all at once, and reports each. Nothing is stored; a
 * parked endpoint that responds is opened, as after one of our own probes. Checks of one agent run one after another, because
 * an agent may have a hundred webhooks; those that wait share one check.
 */
import type { WebhookCheckResult } from '@tandem/contract/webhook-check'
import { type Endpoint, gatesOf, loadEndpoint } from '../../agents/endpoints.ts'
import type { Core } from '../../platform/core.ts'
import type { Call, RouteResponse } from '../../platform/http/route.ts'
import type { SecretBox } from '../../platform/secrets.ts'
import { startSlices } from '../../platform/time-slices.ts'
import type { Delivery } from '../start-delivery.ts'

export function webhookCheckHandler(
  deps: Pick<Core, 'log' | 'clock' | 'database'> & {
    box: SecretBox
    delivery: Pick<Delivery, 'probe' | 'probeSucceeded'>
  },
): (call: Call) => Promise<RouteResponse> {
  const { database, clock, box, log, delivery } = deps

  async function checkAll(agentId: string): Promise<RouteResponse> {
    // An agent may have a hundred webhooks: other work runs in between.
    const slices = startSlices()
    const endpoints: Endpoint[] = []
    for (const gate of await gatesOf(database, agentId)) {
      if (slices.over()) await slices.pause()
      const endpoint = await loadEndpoint(database, box, gate, clock.now())
      if (endpoint) endpoints.push(endpoint)
    }
    const results = await Promise.all(
      endpoints.map(async (endpoint): Promise<WebhookCheckResult> => {
        if (slices.over()) await slices.pause()
        const { reachable, status, latencyMs, reason } = await delivery.probe(endpoint)
        if (reachable) await delivery.probeSucceeded(endpoint.gate)
        else log.info({ gate: endpoint.gate, reason }, 'a webhook did not pass its check')
        return {
          type: endpoint.type,
          component_id: endpoint.componentId,
          component_name: endpoint.componentName,
          webhook_url: endpoint.url,
          reachable,
          http_status: status,
          latency_ms: latencyMs,
        }
      }),
    )
    return { json: { results } }
  }

  /** The checks of each agent: one under way, and one that begins when it has ended, for all who asked meanwhile. */
  const running = new Map<string, Promise<RouteResponse>>()
  const next = new Map<string, Promise<RouteResponse>>()

  function begin(agentId: string): Promise<RouteResponse> {
    const check = checkAll(agentId).finally(() => running.delete(agentId))
    running.set(agentId, check)
    return check
  }

  function afterTheRunning(agentId: string, check: Promise<RouteResponse>): Promise<RouteResponse> {
    const begun = () => {
      next.delete(agentId)
      return begin(agentId)
    }
    const following = check.then(begun, begun)
    next.set(agentId, following)
    return following
  }

  return ({ caller: { agentId } }) => {
    const check = running.get(agentId)
    return check ? (next.get(agentId) ?? afterTheRunning(agentId, check)) : begin(agentId)
  }
}
