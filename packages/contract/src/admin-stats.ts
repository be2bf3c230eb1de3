/** The admin contract of statistics: figures of an agent, hour by hour. */
import { z } from 'zod'
import { optionalTime } from './conversations.ts'
import { id, timeOf } from './fields.ts'

export const statsQuery = z.object({
  agent_id: id().describe('Id of the agent'),
  from: optionalTime().describe(
    'Start of the time, in milliseconds since 1970; if omitted, 7 days before `until`',
  ),
  until: optionalTime().describe('End of the time, in milliseconds since 1970; if omitted, now'),
})

const duration = (what: string) =>
  z.int().nullable().describe(`${what}, in milliseconds; null if there is none`)

const counted = {
  questions: z.int().describe('Number of questions to the AI, not counting small talk'),
  answered: z.int().describe('Number of questions that were answered'),
  offered: z.int().describe('Number of questions for which choices were offered'),
  none: z.int().describe('Number of questions without an answer'),
  answer_p50_ms: duration('Median time until the AI responded to a question'),
  answer_p95_ms: duration('95th percentile of the time until the AI responded to a question'),
  handoffs: z.int().describe('Number of handoffs'),
  first_reply_p50_ms: duration('Median time until the first reply of a person in a handoff'),
  first_reply_p95_ms: duration('95th percentile of the time until the first reply of a person in a handoff'),
  deliveries: z.int().describe('Number of completed deliveries'),
  failures: z.int().describe('Number of failed attempts at deliveries'),
  latency_p50_ms: duration('Median duration of an attempt'),
  latency_p95_ms: duration('95th percentile of the duration of an attempt'),
}

export const hourStats = z
  .object({ at: timeOf('When the hour began'), ...counted })
  .meta({ id: 'HourStats', description: 'Figures of one hour' })

export const statsAnswer = z
  .object({
    items: z.array(hourStats).describe('Hours with activity, oldest first'),
    total: z.object(counted).describe('Figures of all hours together'),
  })
  .meta({ id: 'StatsAnswer', description: 'Figures by hour, without playground conversations' })

export type HourStats = z.infer<typeof hourStats>
