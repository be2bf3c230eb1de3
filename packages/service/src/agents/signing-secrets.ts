/**
 * Secrets that sign webhooks after the Standard Webhooks scheme. An endpoint may have several: while one is rotated, the
 * old one goes on signing beside the new one until it expires.
 */
import { randomBytes } from 'node:crypto'
import { Fault } from '../platform/fault.ts'
import { newId } from '../platform/ids.ts'
import { signingContext } from './endpoints.ts'
import type { IntegrationDeps } from './integrations.ts'
import { requireLivingAgent } from './manage-agents.ts'
import {
  deleteSigningSecret,
  expireSigningSecrets,
  insertSigningSecret,
  listSigningSecrets,
  type SigningSecretRow,
} from './store.ts'

/** More than a rotation ever needs; each one makes the header longer. */
const MOST_PER_ENDPOINT = 10

export async function addSigningSecret(
  { database, clock, box, lanes }: IntegrationDeps,
  agentId: string,
  owner: string,
  input: { secret?: string | undefined; expireOthersInS?: number | undefined },
): Promise<{ row: SigningSecretRow; secret: string }> {
  const now = clock.now()
  const id = newId(now)
  const secret = input.secret ?? `whsec_${randomBytes(32).toString('base64')}`
  const row = {
    id,
    owner,
    agent_id: agentId,
    sealed_secret: box.seal(secret, signingContext(id)),
    created_at: now,
    expires_at: null,
  }
  await database.transaction('signing-secrets', async (tx) => {
    await requireLivingAgent(tx, agentId)
    const living = (await listSigningSecrets(tx, owner)).filter(
      ({ expires_at }) => expires_at === null || expires_at > now,
    )
    if (living.length >= MOST_PER_ENDPOINT) {
      throw new Fault(
        'conflict',
        `The endpoint has ${living.length} signing secrets already; delete one first.`,
      )
    }
    if (input.expireOthersInS !== undefined)
      await expireSigningSecrets(tx, owner, now + input.expireOthersInS * 1000)
    await insertSigningSecret(tx, row)
    await lanes.openGate(tx, owner, 'anew')
  })
  return { row, secret }
}

export async function removeSigningSecret(
  { database, lanes }: IntegrationDeps,
  owner: string,
  id: string,
): Promise<void> {
  const removed = await database.transaction('signing-secrets: remove', async (tx) => {
    await lanes.openGate(tx, owner, 'anew')
    return deleteSigningSecret(tx, owner, id)
  })
  if (!removed)
    throw new Fault('notFound', `The endpoint has no signing secret with the id ${id.slice(0, 60)}.`)
}
