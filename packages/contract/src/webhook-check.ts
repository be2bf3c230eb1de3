/** The result of probing the webhooks of an agent. */
import { z } from 'zod'

export const webhookTypes = ['message', 'human_service'] as const

export const webhookCheckResult = z
  .object({
    type: z.enum(webhookTypes).describe('Which kind of webhook was probed'),
    component_id: z.string().nullable().describe('Id of the human service component; null for message'),
    component_name: z.string().nullable().describe('Name of the human service component; null for message'),
    webhook_url: z.string().describe('The configured URL'),
    reachable: z.boolean().describe('true only when it answered 200'),
    http_status: z.int().nullable().describe('Status it answered; null on timeout or connection failure'),
    latency_ms: z.int().min(0).meta({ format: 'int64', description: 'How long the probe took' }),
  })
  .meta({ id: 'WebhookCheckResult', description: 'How one webhook answered' })

export const webhookCheckResponse = z
  .object({ results: z.array(webhookCheckResult).describe('One for each configured webhook') })
  .meta({ id: 'WebhookCheckResponse', description: 'How the webhooks of the agent answered' })

export type WebhookCheckResult = z.infer<typeof webhookCheckResult>
export type WebhookCheckResponse = z.infer<typeof webhookCheckResponse>
