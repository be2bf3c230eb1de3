/** The admin contract of the sink: a receiver inside Tandem that responds as told and keeps what it got. */
import { z } from 'zod'
import { flag, numeric, optional, queryNumber, text, timeOf, wholeNumber } from './fields.ts'

export const maxSinkDelayMs = 60_000

export const sinkChange = z
  .object({
    status: optional(wholeNumber(200, 599)).describe('Status it responds with; 200 if left out'),
    delay_ms: optional(wholeNumber(0, maxSinkDelayMs)).describe(
      'How long it waits before it responds; 0 if left out',
    ),
    body: optional(text(10_000, { blankAllowed: true })).describe(
      'Body of the response; if left out, what the protocol asks for',
    ),
    drop: optional(flag()).describe('It closes the connection without a response'),
    down: optional(flag()).describe('It takes nothing: connections are closed and requests are not kept'),
  })
  .meta({ id: 'SinkChange', description: 'How the sink responds; what is left out goes back to its default' })

export const sink = z
  .object({
    url: z.string().describe('Where it receives: save it as the URL of a message webhook or a human service'),
    status: z.int().describe('Status it responds with'),
    delay_ms: z.int().describe('How long it waits before it responds'),
    body: z.string().describe('Body of the response'),
    drop: z.boolean().describe('Whether it closes the connection without a response'),
    down: z.boolean().describe('Whether it takes nothing'),
    connected: z.boolean().describe('Whether the message webhook of the agent points at it'),
    replaces: z
      .string()
      .nullable()
      .describe('While connected: the URL that the message webhook had before; null: there was none'),
  })
  .meta({ id: 'Sink', description: 'A receiver inside Tandem' })

export const sinkRequestQuery = z.object({
  after: optional(numeric(wholeNumber(0, Number.MAX_SAFE_INTEGER))).describe(
    'Only requests after the one with this id',
  ),
  limit: queryNumber(1, 200, 100).describe('Most entries to answer'),
})

export const sinkRequest = z
  .object({
    id: z.int().describe('Its number; later ones have larger numbers'),
    at: timeOf('When it came'),
    path: z.string().describe('What stood behind the URL of the sink; empty for a message'),
    headers: z.record(z.string(), z.string()).describe('Its headers; credentials are masked'),
    body: z.string().describe('Its body as it came, cut off after 65,536 characters'),
    answered: z.int().nullable().describe('Status it was answered with; null: the connection was closed'),
    is_test: z.boolean().describe('Whether it was an availability test (istest)'),
  })
  .meta({ id: 'SinkRequest', description: 'A request that the sink got' })

export const sinkRequestList = z
  .object({ items: z.array(sinkRequest).describe('Requests, oldest first') })
  .meta({ id: 'SinkRequestList', description: 'The newest requests that the sink got' })

export type SinkChange = z.infer<typeof sinkChange>
export type Sink = z.infer<typeof sink>
export type SinkRequest = z.infer<typeof sinkRequest>
