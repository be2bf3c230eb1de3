/** A command that repeats a delivery by hand. Secrets are masked; put your own in. */
import type { Endpoint } from '../agents/endpoints.ts'

export function curlLine(input: {
  url: string
  body: string
  webhookId: string
  sequence: number
  endpoint: Endpoint | undefined
}): string {
  const { endpoint } = input
  const headers = [
    'content-type: application/json',
    `webhook-id: ${input.webhookId}`,
    `tandem-sequence: ${input.sequence}`,
  ]
  if (endpoint?.username) headers.push(`authorization: ${endpoint.secret === null ? 'Bearer' : 'Basic'} ***`)
  if (endpoint?.signingSecrets.length) headers.push('webhook-timestamp: ***', 'webhook-signature: ***')
  return [
    'curl',
    // Brackets and braces of an address are not patterns.
    '-g',
    '-X',
    'POST',
    quoted(URL.parse(input.url)?.href ?? input.url),
    ...headers.map((header) => `-H ${quoted(header)}`),
    '--data-raw',
    quoted(input.body),
  ].join(' ')
}

/** Safe in a POSIX shell, whatever the text holds. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
