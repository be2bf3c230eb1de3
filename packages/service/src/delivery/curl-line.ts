/** A command that repeats a delivery by hand. Secrets are masked. */
import type { Endpoint } from '../agents/endpoints.ts'
import { USER_AGENT } from './request.ts'

/** Longer bodies are piped: systems refuse a single argument of 128 KiB or more to `curl`, but not to the built-in `printf`. */
const LONGEST_ARGUMENT_BYTES = 100_000

export function curlLine(input: {
  url: string
  body: string
  webhookId: string
  sequence: number
  attempt: number
  endpoint: Endpoint | undefined
}): string {
  const { endpoint } = input
  const isSigned = Boolean(endpoint?.signingSecrets.length)
  const headers = [
    'content-type: application/json',
    `user-agent: ${USER_AGENT}`,
    `webhook-id: ${input.webhookId}`,
    `tandem-sequence: ${input.sequence}`,
    `tandem-attempt: ${input.attempt}`,
  ]
  if (endpoint?.username) headers.push(`authorization: ${endpoint.secret === null ? 'Bearer' : 'Basic'} ***`)
  if (isSigned) headers.push('webhook-timestamp: ***', 'webhook-signature: ***')
  const body = quoted(input.body)
  const isLong = Buffer.byteLength(body) > LONGEST_ARGUMENT_BYTES
  return [
    ...(isLong ? [`printf %s ${body} |`] : []),
    'curl',
    // Without it, curl expands brackets and braces in an address.
    '-g',
    '-X',
    'POST',
    quoted(URL.parse(input.url)?.href ?? input.url),
    ...headers.map((header) => `-H ${quoted(header)}`),
    ...(isSigned ? [] : ['-H "webhook-timestamp: $(date +%s)"']),
    isLong ? '--data-binary @-' : `--data-raw ${body}`,
  ].join(' ')
}

/** Safe in a POSIX shell, whatever the text holds. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
