/**
 * Contract 4.3: probes every webhook configured on the calling agent, all at once, and reports each. Nothing is stored; an
 * endpoint that was parked and answers is opened, as by a probe of our own.
 */
import type { WebhookCheckResult } from '@tandem/contract/webhook-check'
import {
  type Endpoint,
  messageEndpoint,
  messageGate,
  serviceEndpoint,
  serviceGate,
  signingSecrets,
} from '../../agents/endpoints.ts'
import { findMessageWebhook, listHumanServices } from '../../agents/store.ts'
import type { Core } from '../../platform/core.ts'
import type { Call, RouteResponse } from '../../platform/http/route.ts'
import type { SecretBox } from '../../platform/secrets.ts'
import type { Delivery } from '../start-delivery.ts'

export function webhookCheckHandler(
  deps: Pick<Core, 'log' | 'clock' | 'database'> & {
    box: SecretBox
    delivery: Pick<Delivery, 'probe' | 'probeSucceeded'>
  },
): (call: Call) => Promise<RouteResponse> {
  const { log, delivery } = deps
  return async (call) => {
    const endpoints = await endpointsOf(deps, call.caller.agentId)
    const results = await Promise.all(
      endpoints.map(async (endpoint): Promise<WebhookCheckResult> => {
        const probe = await delivery.probe(endpoint)
        const { reachable, status, latencyMs, reason } = probe
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
}

async function endpointsOf(
  { database, box, clock }: Pick<Core, 'clock' | 'database'> & { box: SecretBox },
  agentId: string,
): Promise<Endpoint[]> {
  const signing = (gate: string) => signingSecrets(database, box, gate, clock.now())
  const webhook = await findMessageWebhook(database, agentId)
  const found = webhook ? [messageEndpoint(webhook, box, await signing(messageGate(agentId)))] : []
  for (const service of await listHumanServices(database, agentId)) {
    found.push(serviceEndpoint(service, box, await signing(serviceGate(service.id))))
  }
  return found
}
