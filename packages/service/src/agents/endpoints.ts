/** A developer's endpoint as delivery and probes need it: where it is, how to prove who we are, how to sign. */
import {
  defaultHumanServiceOptions,
  type HumanServiceOptions,
  humanServiceOptions,
} from '@tandem/contract/human-service-options'
import type { Reader } from '../platform/database/handle.ts'
import type { SecretBox } from '../platform/secrets.ts'
import {
  findHumanServiceById,
  findMessageWebhook,
  type HumanServiceRow,
  listSigningSecrets,
  type MessageWebhookRow,
} from './store.ts'
import { openedUsername } from './webhook-username.ts'

/** All lanes to one endpoint share its gate. */
export const messageGate = (agentId: string) => `message:${agentId}`
export const serviceGate = (serviceId: string) => `human:${serviceId}`

/** What a sealed secret is bound to. */
export const webhookContext = (agentId: string) => `message_webhook:${agentId}`
export const serviceContext = (serviceId: string) => `human_service:${serviceId}`
export const signingContext = (secretId: string) => `signing_secret:${secretId}`

export interface Endpoint {
  /** The gate its lanes share. */
  readonly gate: string
  readonly agentId: string
  readonly type: 'message' | 'human_service'
  readonly componentId: string | null
  readonly componentName: string | null
  readonly url: string
  /** It is in this process: nothing goes over the network. */
  readonly isDesk: boolean
  readonly username: string | null
  readonly secret: string | null
  /** Newest first; those that have expired are left out. */
  readonly signingSecrets: readonly string[]
}

/** Undefined when the endpoint was removed. */
export async function loadEndpoint(
  db: Reader,
  box: SecretBox,
  gate: string,
  now: number,
): Promise<Endpoint | undefined> {
  const [kind = '', id = ''] = gate.split(':', 2)
  if (kind === 'message') {
    const row = await findMessageWebhook(db, id)
    return row && messageEndpoint(row, box, await signingSecrets(db, box, gate, now))
  }
  const row = await findHumanServiceById(db, id)
  return row && serviceEndpoint(row, box, await signingSecrets(db, box, gate, now))
}

export function messageEndpoint(
  row: MessageWebhookRow,
  box: SecretBox,
  signing: readonly string[],
): Endpoint {
  return {
    gate: messageGate(row.agent_id),
    agentId: row.agent_id,
    type: 'message',
    componentId: null,
    componentName: null,
    url: row.url,
    isDesk: false,
    username: openedUsername(box, row.username, webhookContext(row.agent_id)),
    secret: row.sealed_secret === null ? null : box.open(row.sealed_secret, webhookContext(row.agent_id)),
    signingSecrets: signing,
  }
}

export function serviceEndpoint(row: HumanServiceRow, box: SecretBox, signing: readonly string[]): Endpoint {
  return {
    gate: serviceGate(row.id),
    agentId: row.agent_id,
    type: 'human_service',
    componentId: row.id,
    componentName: row.name,
    url: row.webhook_url,
    isDesk: row.kind === 'desk',
    username: openedUsername(box, row.username, serviceContext(row.id)),
    secret: row.sealed_secret === null ? null : box.open(row.sealed_secret, serviceContext(row.id)),
    signingSecrets: signing,
  }
}

export async function signingSecrets(
  db: Reader,
  box: SecretBox,
  gate: string,
  now: number,
): Promise<string[]> {
  const rows = await listSigningSecrets(db, gate)
  return rows
    .filter(({ expires_at }) => expires_at === null || expires_at > now)
    .map(({ id, sealed_secret }) => box.open(sealed_secret, signingContext(id)))
}

/** The options of a human service component, with the defaults of those that were not set. */
export function optionsOf(row: Pick<HumanServiceRow, 'options'>): HumanServiceOptions {
  return row.options === '{}'
    ? defaultHumanServiceOptions
    : humanServiceOptions.parse(JSON.parse(row.options))
}
