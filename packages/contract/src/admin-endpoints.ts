/** The admin contract of endpoints: the addresses of developers that are delivered to, how they do, and what can be done about them. */
import { z } from 'zod'
import { endpointStates } from './admin-deliveries.ts'
import { id, optional, text, timeOf } from './fields.ts'

export const endpointListQuery = z.object({ agent_id: id().describe('The agent') })

export const endpoint = z
  .object({
    id: z.string().describe('Id of the endpoint: message:{agent id} or human:{id of the human service}'),
    agent_id: z.string().describe('The agent'),
    type: z.enum(['message', 'human_service']).describe('Which kind of endpoint'),
    component_id: z.string().nullable().describe('Id of the human service component; null for message'),
    name: z.string().nullable().describe('Name of the human service component; null for message'),
    url: z.string().describe('Where requests go'),
    state: z
      .enum(endpointStates)
      .describe(
        'parked: tested until it responds; disabled: it said 410; paused: by hand, until it is resumed',
      ),
    paused: z.boolean().describe('Whether somebody paused it'),
    reason: z.string().nullable().describe('Why it is not open'),
    since: timeOf('Since when it is not open')
      .nullable()
      .describe('Since when it is not open; null if it is'),
    next_probe_at: timeOf('When it is tested next')
      .nullable()
      .describe('When a parked endpoint is tested next'),
    pending: z.int().min(0).describe('Deliveries that wait'),
    delivered: z.int().min(0).describe('Deliveries made, those no longer in the log included'),
    dead: z.int().min(0).describe('Deliveries given up that are still in the log'),
    attempts_per_minute: z
      .number()
      .describe('Of the last five minutes, as far as the newest 1,000 deliveries of the agent tell'),
    last_hour: z
      .array(
        z.object({
          good: z.int().min(0).describe('Attempts that worked'),
          failed: z.int().min(0).describe('Attempts that did not'),
        }),
      )
      .describe('Attempts in each five minutes of the last hour, oldest first, as far as these tell'),
    p50_ms: z.int().nullable().describe('Half of the attempts among these took no longer; null without any'),
    p95_ms: z.int().nullable().describe('95 % of the attempts among these took no longer; null without any'),
    last_error: z
      .object({
        at: timeOf('When it failed'),
        http_status: z.int().nullable().describe('Status responded; null without a response'),
        error: z.string().describe('Why it failed'),
        delivery_id: z.string().describe('The delivery'),
      })
      .nullable()
      .describe('The last failed attempt among these'),
  })
  .meta({ id: 'Endpoint', description: 'An endpoint and how it does' })

export const endpointList = z
  .object({ items: z.array(endpoint).describe('The message webhook first, then the human services') })
  .meta({ id: 'EndpointList', description: 'The endpoints of an agent' })

export const endpointProbe = z
  .object({
    reachable: z.boolean().describe('Whether it responded with 200'),
    http_status: z.int().nullable().describe('Status responded; null without a response'),
    latency_ms: z.int().min(0).describe('How long it took'),
    error: z.string().nullable().describe('What was wrong; null when nothing was'),
    state: z.enum(endpointStates).describe('The state of the endpoint now'),
    exchanges: z
      .array(
        z.object({
          url: z.string().describe('Where it was sent'),
          headers: z.record(z.string(), z.string()).describe('Its headers; credentials are masked'),
          body: z.string().describe('Its body as it was sent'),
          http_status: z.int().nullable().describe('Status responded; null without a response'),
          response: z.string().nullable().describe('The first 4,096 characters of the response'),
        }),
      )
      .describe('The requests: one to a message webhook, two to a human service'),
  })
  .meta({ id: 'EndpointProbe', description: 'How a test request went' })

export const endpointChange = z.object({
  at: timeOf('When it changed'),
  state: z.enum(endpointStates).describe('The state it has had since'),
  reason: z.string().nullable().describe('Why'),
})

export const endpointHistory = z
  .object({
    items: z
      .array(endpointChange)
      .describe('The last 200 changes, newest first, as long as the delivery log keeps what was settled'),
  })
  .meta({ id: 'EndpointHistory', description: 'When an endpoint was closed and opened, and why' })

export const endpointPauseRequest = z
  .object({ reason: optional(text(200)).describe('Why, for others to read') })
  .meta({ id: 'EndpointPauseRequest', description: 'Pause an endpoint' })

export const skipHeadRequest = z
  .object({
    delivery_id: optional(id()).describe(
      'The delivery that waits at the head of its conversation; when absent, every one that failed and is to be tried again',
    ),
  })
  .meta({ id: 'SkipHeadRequest', description: 'What to give up' })
export const skipHeadResponse = z
  .object({
    skipped: z.int().min(0).describe('How many deliveries were given up; 1,000 at most'),
    more: z.boolean().describe('Whether others hold up their conversations still'),
  })
  .meta({ id: 'SkipHeadResponse', description: 'What was given up' })

export type Endpoint = z.infer<typeof endpoint>
export type EndpointHistory = z.infer<typeof endpointHistory>
