/** The developer's webhooks on an agent: the message webhook and the human service components. Secrets are sealed here. */
import {
  deskUrl,
  type humanServiceCreateRequest,
  type humanServiceUpdateRequest,
  maxHumanServicesPerAgent,
  type messageWebhookRequest,
} from '@tandem/contract/admin'
import { handoffTextNames } from '@tandem/contract/handoff-texts'
import type { HumanServiceOptionsChange } from '@tandem/contract/human-service-options'
import type { z } from 'zod'
import type { Lanes } from '../lanes/lanes.ts'
import type { Core } from '../platform/core.ts'
import type { Database, Tx } from '../platform/database/handle.ts'
import { conflict, Fault, parameterFault } from '../platform/fault.ts'
import { newId } from '../platform/ids.ts'
import type { SecretBox } from '../platform/secrets.ts'
import { messageGate, serviceContext, serviceGate, webhookContext } from './endpoints.ts'
import { lockLivingAgent, requireLivingAgent } from './manage-agents.ts'
import { checkTextNames } from './settings-routes.ts'
import {
  deleteHumanService,
  deleteMessageWebhook,
  deleteSigningSecrets,
  findHumanService,
  findMessageWebhook,
  type HumanServiceRow,
  insertHumanService,
  listHumanServices,
  lockHumanService,
  type MessageWebhookRow,
  putMessageWebhook,
  updateHumanService,
} from './store.ts'
import { openedUsername, storedUsername } from './webhook-username.ts'

/** An absent field stays as it is; null clears it. */
type HumanServiceChange = z.output<typeof humanServiceUpdateRequest>

export interface IntegrationDeps extends Pick<Core, 'clock' | 'database'> {
  readonly box: SecretBox
  /** Saving settings opens the endpoint again, because they may have corrected its fault. */
  readonly lanes: Pick<Lanes, 'openGate'>
}

/** What a slice with open work at a human service component does when the component is removed. */
export interface RemovalHooks {
  /** Before the removal: ends the open work and notifies the endpoint, which takes some seconds at most. */
  beforeRemoval(serviceId: string): Promise<void>
  /** In the transaction of the removal: ends work that was opened meanwhile. */
  withRemoval(tx: Tx, serviceId: string): Promise<void>
  /** After the agent was deleted: ends the open work at all of its components. */
  afterDeletion(): Promise<void>
}

export async function setMessageWebhook(
  deps: IntegrationDeps,
  agentId: string,
  input: z.output<typeof messageWebhookRequest>,
): Promise<MessageWebhookRow> {
  const { database, clock, box, lanes } = deps
  const now = clock.now()
  const context = webhookContext(agentId)
  const row: MessageWebhookRow = {
    agent_id: agentId,
    url: input.url,
    username: storedUsername(box, input.username ?? null, input.secret !== undefined, context),
    sealed_secret: input.secret === undefined ? null : box.seal(input.secret, context),
    created_at: now,
    updated_at: now,
  }
  return database.transaction('integrations: setMessageWebhook', async (tx) => {
    // The sink remembers the webhook that it replaces, so both changes take the lock.
    await lockLivingAgent(tx, agentId)
    await putMessageWebhook(tx, row)
    await lanes.openGate(tx, messageGate(agentId), 'anew')
    return (await findMessageWebhook(tx, agentId)) ?? row
  })
}

/** Deletes its signing secrets too: the next endpoint may have another owner. The gate opens, so that waiting deliveries die. */
export async function removeMessageWebhook(
  { database, lanes }: Pick<IntegrationDeps, 'database' | 'lanes'>,
  agentId: string,
): Promise<void> {
  await database.transaction('integrations: removeMessageWebhook', async (tx) => {
    await lockLivingAgent(tx, agentId)
    await deleteMessageWebhook(tx, agentId)
    await deleteSigningSecrets(tx, messageGate(agentId))
    await lanes.openGate(tx, messageGate(agentId), 'removed')
  })
}

export async function addHumanService(
  deps: IntegrationDeps,
  agentId: string,
  input: z.output<typeof humanServiceCreateRequest>,
): Promise<HumanServiceRow> {
  const { database, clock, box } = deps
  const now = clock.now()
  const id = newId(now)
  const row: HumanServiceRow = {
    id,
    agent_id: agentId,
    name: input.name,
    kind: input.kind ?? 'webhook',
    webhook_url: input.webhook_url ?? deskUrl,
    username: storedUsername(box, input.username ?? null, input.secret !== undefined, serviceContext(id)),
    sealed_secret: input.secret === undefined ? null : box.seal(input.secret, serviceContext(id)),
    waiting_timeout_s: input.waiting_timeout_s,
    idle_timeout_s: input.idle_timeout_s,
    options: JSON.stringify(changedOptions({}, input.options)),
    created_at: now,
    updated_at: now,
  }
  await database.transaction('integrations: addHumanService', async (tx) => {
    await lockLivingAgent(tx, agentId)
    if ((await listHumanServices(tx, agentId)).length >= maxHumanServicesPerAgent)
      throw conflict(
        `The agent has ${maxHumanServicesPerAgent} human services, which is the most. Delete one.`,
      )
    await insertHumanService(tx, row)
    announceChange(database, tx, agentId)
  })
  return row
}

export async function changeHumanService(
  deps: IntegrationDeps,
  agentId: string,
  id: string,
  change: HumanServiceChange,
): Promise<HumanServiceRow> {
  const { database, clock, box, lanes } = deps
  return database.transaction('integrations: changeHumanService', async (tx) => {
    await requireLivingAgent(tx, agentId)
    const before = await lockHumanService(tx, agentId, id)
    if (!before) throw serviceNotFound(id)
    if (before.kind === 'desk') checkDesk(change)
    else checkSameHost(before, change)
    const after: HumanServiceRow = {
      ...before,
      name: change.name ?? before.name,
      webhook_url: change.webhook_url ?? before.webhook_url,
      waiting_timeout_s: change.waiting_timeout_s ?? before.waiting_timeout_s,
      idle_timeout_s: change.idle_timeout_s ?? before.idle_timeout_s,
      options: JSON.stringify(changedOptions(JSON.parse(before.options) as object, change.options)),
      username:
        change.username === undefined
          ? openedUsername(box, before.username, serviceContext(id))
          : change.username,
      sealed_secret:
        // Without a username a secret is never sent, so it is cleared too.
        change.secret === null || (change.username === null && change.secret === undefined)
          ? null
          : change.secret === undefined
            ? before.sealed_secret
            : box.seal(change.secret, serviceContext(id)),
      updated_at: clock.now(),
    }
    const hasSecret = after.sealed_secret !== null
    if (hasSecret) checkUsername(after.username)
    const kept = { ...after, username: storedUsername(box, after.username, hasSecret, serviceContext(id)) }
    await updateHumanService(tx, kept)
    announceChange(database, tx, agentId)
    await lanes.openGate(tx, serviceGate(id), 'anew')
    return kept
  })
}

export async function removeHumanService(
  deps: Pick<IntegrationDeps, 'database' | 'lanes'> & { readonly removalHooks: RemovalHooks },
  agentId: string,
  id: string,
): Promise<void> {
  const { database, lanes, removalHooks } = deps
  await requireLivingAgent(database, agentId)
  if (!(await findHumanService(database, agentId, id))) throw serviceNotFound(id)
  await removalHooks.beforeRemoval(id)
  await database.transaction('integrations: removeHumanService', async (tx) => {
    await requireLivingAgent(tx, agentId)
    if (!(await findHumanService(tx, agentId, id))) throw serviceNotFound(id)
    await removalHooks.withRemoval(tx, id)
    await deleteHumanService(tx, id)
    announceChange(database, tx, agentId)
    await deleteSigningSecrets(tx, serviceGate(id))
    await lanes.openGate(tx, serviceGate(id), 'removed')
  })
}

function announceChange({ announcements }: Pick<Database, 'announcements'>, tx: Tx, agentId: string): void {
  tx.afterCommit(() => announcements.notify('settings', { agentId }))
}

/** Only options that were set are stored. */
function changedOptions(before: object, change: HumanServiceOptionsChange | undefined): object {
  checkTextNames('options.texts', change?.texts, handoffTextNames)
  const merged = Object.entries({ ...before, ...change })
  return Object.fromEntries(merged.filter(([, value]) => value !== null && value !== undefined))
}

/** A desk has no address and needs no credentials. */
function checkDesk({ webhook_url, username, secret }: HumanServiceChange): void {
  for (const [field, value] of Object.entries({ webhook_url, username, secret }))
    if (value) throw parameterFault(field, 'a value', 'nothing, because this human service is the desk')
}

/** Stored credentials are not sent to another host, because a person who changes the address may not know them. */
function checkSameHost(before: HumanServiceRow, change: HumanServiceChange): void {
  if (change.webhook_url === undefined || before.username === null || change.username === null) return
  const field = before.sealed_secret === null ? 'username' : 'secret'
  if (change[field] !== undefined || hostOf(change.webhook_url) === hostOf(before.webhook_url)) return
  throw parameterFault(field, 'nothing', `the ${field} again, because the new address has another host`)
}

const hostOf = (url: string) => new URL(url).hostname

/** Basic authentication needs a username, which a colon would end early. The contract checks this where nothing was stored before. */
function checkUsername(username: string | null): void {
  if (username !== null && !username.includes(':')) return
  const found = username === null ? 'nothing' : JSON.stringify(username)
  throw parameterFault('username', found, 'a username without a colon, because a secret is given')
}

export const serviceNotFound = (id: string) =>
  new Fault('notFound', `The agent has no human service component with the id ${id.slice(0, 60)}.`)
