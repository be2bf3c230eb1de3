/** The admin contract of the sink: a receiver inside Tandem with configurable responses, which stores the requests it gets. */
import { z } from 'zod'
import { flag, numeric, optional, queryNumber, text, textOrNull, timeOf, wholeNumber } from './fields.ts'

const maxSinkDelayMs = 60_000

export const sinkChange = z
  .object({
    status: optional(wholeNumber(200, 599)).describe('Status of the response; default 200'),
    delay_ms: optional(wholeNumber(0, maxSinkDelayMs)).describe(
      'Delay of the response in milliseconds; default 0',
    ),
    body: optional(text(10_000, { blankAllowed: true })).describe(
      'Body of the response; if omitted, the body of a success',
    ),
    drop: optional(flag()).describe('true: close the connection without a response'),
    down: optional(flag()).describe('true: close every connection, and do not store its request'),
  })
  .meta({
    id: 'SinkChange',
    description: 'Responses of the sink; an omitted field is reset to its default',
  })

export const sink = z
  .object({
    url: z
      .string()
      .describe('URL of the sink, which can be set as the URL of a message webhook or a human service'),
    status: z.int().describe('Status of the response'),
    delay_ms: z.int().describe('Delay of the response in milliseconds'),
    body: z.string().describe('Body of the response'),
    drop: z.boolean().describe('Whether it closes the connection without a response'),
    down: z.boolean().describe('Whether it closes every connection and stores no request'),
    connected: z.boolean().describe('Whether the message webhook of the agent has the URL of the sink'),
    replaces: textOrNull('While connected: the URL that the message webhook had before; null if it had none'),
  })
  .meta({ id: 'Sink', description: 'A receiver inside Tandem' })

export const sinkRequestQuery = z.object({
  after: optional(numeric(wholeNumber(0, Number.MAX_SAFE_INTEGER))).describe(
    'Only requests with a larger id than this',
  ),
  limit: queryNumber(1, 200, 100).describe('Maximum number of entries to return'),
})

const sinkRequest = z
  .object({
    id: z.int().describe('Id of the request; later requests have larger ids'),
    at: timeOf('When the request arrived'),
    path: z.string().describe('Path after the URL of the sink; empty for a message'),
    headers: z.record(z.string(), z.string()).describe('Headers of the request; credentials are masked'),
    body: z.string().describe('Body of the request, cut after 65,536 characters'),
    answered: z.int().nullable().describe('Status of the response; null if the connection was closed'),
    is_test: z.boolean().describe('Whether it was an availability test (istest)'),
  })
  .meta({ id: 'SinkRequest', description: 'A request to the sink' })

export const sinkRequestList = z
  .object({ items: z.array(sinkRequest).describe('Requests, oldest first') })
  .meta({ id: 'SinkRequestList', description: 'The newest requests to the sink' })

export type SinkChange = z.infer<typeof sinkChange>
export type Sink = z.infer<typeof sink>
export type SinkRequest = z.infer<typeof sinkRequest>
