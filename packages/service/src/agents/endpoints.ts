/** A developer's endpoint as delivery and probes need it: its address, our credentials, and the secrets that sign. */
import { type HumanServiceOptions, humanServiceOptions } from '@tandem/contract/human-service-options'
import { createBriefCache } from '../platform/brief-cache.ts'
import type { Clock } from '../platform/clock.ts'
import type { Reader } from '../platform/database/handle.ts'
import type { SecretBox } from '../platform/secrets.ts'
import {
  findHumanServiceById,
  findMessageWebhook,
  type HumanServiceRow,
  humanServiceIds,
  listLivingSecrets,
} from './store.ts'
import { openedUsername } from './webhook-username.ts'

/** All lanes to one endpoint share its gate. */
export const messageGate = (agentId: string) => `message:${agentId}`
export const serviceGate = (serviceId: string) => `human:${serviceId}`

/** The gates of all endpoints that an agent may have, that of its message webhook first. */
export const gatesOf = async (db: Reader, agentId: string): Promise<string[]> => [
  messageGate(agentId),
  ...(await humanServiceIds(db, agentId)).map(serviceGate),
]

/** The endpoint that a gate belongs to: its type, and the id of its agent or component. Undefined for gates of other work. */
export function endpointOf(gate: string): { type: Endpoint['type']; id: string } | undefined {
  const [kind, id = ''] = gate.split(':', 2)
  if (kind === 'message') return { type: 'message', id }
  return kind === 'human' ? { type: 'human_service', id } : undefined
}

/** The context that a sealed secret is bound to. */
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
  /** It is the desk, in this process: nothing goes over the network. */
  readonly isDesk: boolean
  readonly username: string | null
  readonly secret: string | null
  /** Newest first, without expired ones. */
  readonly signingSecrets: readonly string[]
}

/** Undefined when the endpoint was removed. */
export async function loadEndpoint(
  db: Reader,
  box: SecretBox,
  gate: string,
  now: number,
): Promise<Endpoint | undefined> {
  const named = endpointOf(gate)
  const read = named?.type === 'message' ? messageWebhook : humanService
  const found = named && (await read(db, named.id))
  if (!found) return undefined
  const { context, username, sealed_secret, ...about } = found
  const signing = await listLivingSecrets(db, gate, now)
  return {
    gate,
    ...about,
    username: openedUsername(box, username, context),
    secret: sealed_secret === null ? null : box.open(sealed_secret, context),
    signingSecrets: signing.map((secret) => box.open(secret.sealed_secret, signingContext(secret.id))),
  }
}

const FRESH_MS = 1000

export type EndpointCache = ReturnType<typeof createEndpointCache>

/** So an attempt needs no query, and a changed setting still takes effect soon. */
export const createEndpointCache = (database: Reader, box: SecretBox, clock: Clock) =>
  createBriefCache(clock, FRESH_MS, (gate) => loadEndpoint(database, box, gate, clock.now()))

async function messageWebhook(db: Reader, agentId: string) {
  const row = await findMessageWebhook(db, agentId)
  if (!row) return undefined
  const { url, username, sealed_secret } = row
  const component = { type: 'message', componentId: null, componentName: null, isDesk: false } as const
  return { ...component, agentId, url, username, sealed_secret, context: webhookContext(agentId) }
}

async function humanService(db: Reader, id: string) {
  const row = await findHumanServiceById(db, id)
  if (!row) return undefined
  const { agent_id: agentId, name: componentName, webhook_url: url, username, sealed_secret, kind } = row
  const component = {
    type: 'human_service',
    componentId: id,
    componentName,
    isDesk: kind === 'desk',
  } as const
  return { ...component, agentId, url, username, sealed_secret, context: serviceContext(id) }
}

/** The options of a human service component, with defaults for those that were not set. */
export const optionsOf = ({ options }: Pick<HumanServiceRow, 'options'>): HumanServiceOptions =>
  humanServiceOptions.parse(JSON.parse(options))
