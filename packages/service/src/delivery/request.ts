/** The request of a delivery: its address by kind, and its headers with credentials and signature. */
import { createHmac } from 'node:crypto'
import type { DeliveryKind } from '@tandem/contract/admin-deliveries'
import type { Endpoint } from '../agents/endpoints.ts'

const paths: Readonly<Record<DeliveryKind, string>> = {
  message: '',
  handoff_establish: '/conversation/establish',
  handoff_chat: '/chat',
  handoff_close: '/conversation/close',
}

/** Puts the path of the kind between the configured URL's own path and its query. */
export function targetUrl(kind: DeliveryKind, configured: string): string {
  const path = paths[kind]
  if (path === '') return configured
  const url = new URL(configured)
  url.pathname = url.pathname.replace(/(?<!\/)\/+$/, '') + path
  return url.href
}

export const USER_AGENT = 'Tandem/0.1 (webhooks)'

const PREFIX = 'whsec_'

/** A username alone is a bearer token; with a secret, both are Basic credentials; without a username there is no header. */
function authorization({ username, secret }: Pick<Endpoint, 'username' | 'secret'>): string | undefined {
  if (username === null) return undefined
  if (secret === null) return `Bearer ${username}`
  return `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`
}

/** Standard Webhooks: every valid secret signs, so that a receiver may use any of them. */
function signature(
  secrets: readonly string[],
  id: string,
  timestampS: number,
  body: string,
): string | undefined {
  if (secrets.length === 0) return undefined
  return secrets.map((secret) => `v1,${hmac(secret, `${id}.${timestampS}.${body}`)}`).join(' ')
}

function hmac(secret: string, text: string): string {
  const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64')
  return createHmac('sha256', key).update(text).digest('base64')
}

interface DeliveryIdentity {
  /** Stable over retries and replays. */
  readonly webhookId: string
  readonly sequence: number
  readonly attempt: number
  /** When the user stops waiting; only establish requests have it. */
  readonly deadlineAt?: number | undefined
}

export function requestHeaders(
  endpoint: Endpoint,
  identity: DeliveryIdentity,
  body: string,
  nowMs: number,
): Record<string, string> {
  const timestampS = Math.floor(nowMs / 1000)
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'accept-encoding': 'identity',
    'user-agent': USER_AGENT,
    'webhook-id': identity.webhookId,
    'webhook-timestamp': String(timestampS),
    'tandem-sequence': String(identity.sequence),
    'tandem-attempt': String(identity.attempt),
  }
  if (identity.deadlineAt !== undefined) headers['tandem-deadline'] = String(identity.deadlineAt)
  const proof = authorization(endpoint)
  if (proof !== undefined) headers.authorization = proof
  const signed = signature(endpoint.signingSecrets, identity.webhookId, timestampS, body)
  if (signed !== undefined) headers['webhook-signature'] = signed
  return headers
}
