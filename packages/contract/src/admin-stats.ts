/** The admin contract of statistics: what happened in each hour of an agent. */
import { z } from 'zod'
import { optionalTime } from './conversations.ts'
import { id, timeOf } from './fields.ts'

export const statsQuery = z.object({
  agent_id: id().describe('The agent'),
  from: optionalTime().describe('Since, in milliseconds since 1970; 7 days before `until` when absent'),
  until: optionalTime().describe('Before, in milliseconds since 1970; now when absent'),
})

const duration = (what: string) => z.int().nullable().describe(`${what}, in milliseconds; null without any`)

const counted = {
  questions: z.int().describe('Questions of users to the AI; small talk is none'),
  answered: z.int().describe('Of these, answered'),
  offered: z.int().describe('Of these, met with questions to choose from'),
  none: z.int().describe('Of these, without an answer'),
  answer_p50_ms: duration('Half of the questions were met in this time'),
  answer_p95_ms: duration('95 % of the questions were met in this time'),
  handoffs: z.int().describe('Times a person was asked for'),
  first_reply_p50_ms: duration('In half of the handoffs a person replied in this time'),
  first_reply_p95_ms: duration('In 95 % of the handoffs a person replied in this time'),
  deliveries: z.int().describe('Deliveries made'),
  failures: z.int().describe('Attempts at deliveries that failed'),
  latency_p50_ms: duration('Half of the attempts took no longer'),
  latency_p95_ms: duration('95 % of the attempts took no longer'),
}

export const hourStats = z
  .object({ at: timeOf('When the hour began'), ...counted })
  .meta({ id: 'HourStats', description: 'What happened in an hour' })

export const statsAnswer = z
  .object({
    items: z.array(hourStats).describe('Hours in which something happened, oldest first'),
    total: z.object(counted).describe('All hours together'),
  })
  .meta({ id: 'StatsAnswer', description: 'What happened, hour by hour; talk of the playground is left out' })

export type HourStats = z.infer<typeof hourStats>
