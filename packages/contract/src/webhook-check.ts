/** The result of probing the webhooks of an agent. */
import { z } from 'zod'
import { textOrNull } from './fields.ts'

const webhookTypes = ['message', 'human_service'] as const

const webhookCheckResult = z
  .object({
    type: z.enum(webhookTypes).describe('Kind of webhook'),
    component_id: textOrNull('Id of the human service component; null for the message webhook'),
    component_name: textOrNull('Name of the human service component; null for the message webhook'),
    webhook_url: z.string().describe('URL that was probed'),
    reachable: z.boolean().describe('true only if the response had status 200'),
    http_status: z
      .int()
      .nullable()
      .describe('Status of the response; null after a timeout or a failed connection'),
    latency_ms: z
      .int()
      .min(0)
      .meta({ format: 'int64', description: 'Duration of the probe, in milliseconds' }),
  })
  .meta({ id: 'WebhookCheckResult', description: 'Result for one webhook' })

export const webhookCheckResponse = z
  .object({ results: z.array(webhookCheckResult).describe('One result for each configured webhook') })
  .meta({ id: 'WebhookCheckResponse', description: 'Results for all webhooks of the agent' })

export type WebhookCheckResult = z.infer<typeof webhookCheckResult>
