/** The admin contract of endpoints, which are the developer's addresses for deliveries: their health, and actions on them. */
import { z } from 'zod'
import { endpointCounts, endpointStates } from './admin-deliveries.ts'
import { count, id, optional, text, textOrNull, timeOf } from './fields.ts'

export const endpointListQuery = z.object({ agent_id: id().describe('Id of the agent') })

export const endpoint = z
  .object({
    id: z.string().describe('Id of the endpoint: message:{agent id} or human:{id of the human service}'),
    agent_id: z.string().describe('Id of the agent'),
    name: textOrNull('Name of the human service component; null for the message webhook'),
    url: z.string().describe('URL of the endpoint'),
    ...endpointCounts.shape,
    paused: z.boolean().describe('Whether a person has paused it'),
    since: timeOf('Since when it has not been open')
      .nullable()
      .describe('Since when it has not been open, in milliseconds since 1970; null if it is open'),
    attempts_per_minute: z
      .number()
      .describe(
        'Attempts per minute in the last five minutes. This and the fields below consider only the newest 1,000 deliveries of the agent',
      ),
    last_hour: z
      .array(
        z.object({
          good: count('Number of successful attempts'),
          failed: count('Number of failed attempts'),
        }),
      )
      .describe('Attempts in each five minutes of the last hour, oldest first'),
    p50_ms: z
      .int()
      .nullable()
      .describe('Median duration of an attempt in milliseconds; null without attempts'),
    p95_ms: z
      .int()
      .nullable()
      .describe('95th percentile of the duration in milliseconds; null without attempts'),
    last_error: z
      .object({
        at: timeOf('When it failed'),
        http_status: z.int().nullable().describe('Status of the response; null without a response'),
        error: z.string().describe('Why it failed'),
        delivery_id: z.string().describe('Id of the delivery'),
      })
      .nullable()
      .describe('The last failed attempt; null if none failed'),
  })
  .meta({ id: 'Endpoint', description: 'An endpoint and its health' })

export const endpointList = z
  .object({ items: z.array(endpoint).describe('The message webhook first, then the human services') })
  .meta({ id: 'EndpointList', description: 'The endpoints of an agent' })

export const endpointProbe = z
  .object({
    reachable: z.boolean().describe('Whether it responded with 200'),
    http_status: z.int().nullable().describe('Status of the response; null without a response'),
    latency_ms: z.int().min(0).describe('Duration, in milliseconds'),
    error: textOrNull('Why the test failed; null if it did not'),
    state: z.enum(endpointStates).describe('State of the endpoint after the test'),
    exchanges: z
      .array(
        z.object({
          url: z.string().describe('URL of the request'),
          headers: z
            .record(z.string(), z.string())
            .describe('Headers of the request; credentials are masked'),
          body: z.string().describe('Body of the request'),
          http_status: z.int().nullable().describe('Status of the response; null without a response'),
          response: textOrNull('The first 4,096 characters of the response'),
        }),
      )
      .describe('The requests: one to a message webhook, two to a human service'),
  })
  .meta({ id: 'EndpointProbe', description: 'The result of a test request' })

export const endpointChange = z.object({
  at: timeOf('Time of the change'),
  state: z.enum(endpointStates).describe('State after the change'),
  reason: textOrNull('Reason of the change'),
})

export const endpointHistory = z
  .object({
    items: z
      .array(endpointChange)
      .describe(
        'The last 200 changes, newest first; changes are kept as long as settled deliveries stay in the delivery log',
      ),
  })
  .meta({ id: 'EndpointHistory', description: 'Changes of the state of an endpoint' })

export const endpointPauseRequest = z
  .object({ reason: optional(text(200)).describe('Reason, for other people') })
  .meta({ id: 'EndpointPauseRequest', description: 'Pause an endpoint' })

export const skipHeadRequest = z
  .object({
    delivery_id: optional(id()).describe(
      'Id of a delivery that is the first pending one of its conversation; if omitted, every such delivery that has failed at least once',
    ),
  })
  .meta({ id: 'SkipHeadRequest', description: 'The deliveries to give up' })
export const skipHeadResponse = z
  .object({
    skipped: count('Number of deliveries given up, at most 1,000'),
    more: z.boolean().describe('Whether other deliveries still block their conversations'),
  })
  .meta({ id: 'SkipHeadResponse', description: 'The number of deliveries given up' })

export type Endpoint = z.infer<typeof endpoint>
export type EndpointHistory = z.infer<typeof endpointHistory>
