/** Creates, renames and deletes agents; creates and revokes their API keys. */
import { hash, randomBytes } from 'node:crypto'
import { maxApiKeysPerAgent } from '@tandem/contract/admin'
import { grouped } from '@tandem/contract/grouped'
import type { Clock } from '../platform/clock.ts'
import type { Database, Reader, Tx } from '../platform/database/handle.ts'
import { conflict, Fault, found } from '../platform/fault.ts'
import { type Call, pathParam } from '../platform/http/route.ts'
import { newId } from '../platform/ids.ts'
import {
  type AgentRow,
  type ApiKeyRow,
  countValidKeys,
  findAgent,
  insertAgent,
  insertKey,
  lockAgent,
  markAgentDeleted,
  renameAgent,
  revokeKey,
} from './store.ts'

export async function createAgent(database: Database, clock: Clock, name: string) {
  const now = clock.now()
  const agent: AgentRow = {
    id: newId(now),
    name,
    created_at: now,
    updated_at: now,
    deleted_at: null,
    removed_at: null,
  }
  const made = makeKey()
  await database.transaction('manage-agents', async (tx) => {
    await insertAgent(tx, agent)
    await insertKey(tx, keyRow(agent.id, made, null, now))
  })
  return { agent, apiKey: made.key }
}

/** The agent of an admin request. A deleted agent is still shown, so that its deletion can be seen. */
export const requireAgent = async (db: Reader, id: string): Promise<AgentRow> =>
  existing(await findAgent(db, id), id)

export const requireLivingAgent = async (db: Reader, id: string): Promise<AgentRow> =>
  living(await requireAgent(db, id))

/** The same, and locks the agent's row until the transaction ends: a deletion meanwhile waits, or refuses this transaction. */
export const lockLivingAgent = async (tx: Tx, id: string): Promise<AgentRow> =>
  living(existing(await lockAgent(tx, id), id))

const existing = (agent: AgentRow | undefined, id: string): AgentRow =>
  found(agent, `No agent has the id ${id.slice(0, 60)}. GET /admin/v1/agents lists them.`)

function living(agent: AgentRow): AgentRow {
  if (agent.deleted_at !== null) throw new Fault('agentDeleted')
  return agent
}

/** The id of the agent that the path of an admin request names. With `living`, a deleted agent is refused. */
export async function agentInPath(db: Reader, call: Call, status?: 'living'): Promise<string> {
  const id = pathParam(call, 'agentId')
  await (status === 'living' ? requireLivingAgent : requireAgent)(db, id)
  return id
}

export async function changeAgent(
  database: Database,
  clock: Clock,
  id: string,
  name: string,
): Promise<AgentRow> {
  return database.transaction('manage-agents', async (tx) => {
    const agent = await requireLivingAgent(tx, id)
    const now = clock.now()
    await renameAgent(tx, id, name, now)
    return { ...agent, name, updated_at: now }
  })
}

export async function deleteAgent(database: Database, clock: Clock, id: string): Promise<AgentRow> {
  return database.transaction('manage-agents: deleteAgent', async (tx) => {
    await requireAgent(tx, id)
    await markAgentDeleted(tx, id, clock.now())
    return requireAgent(tx, id)
  })
}

export async function createKey(
  database: Database,
  clock: Clock,
  agentId: string,
  label: string | null,
): Promise<{ row: ApiKeyRow; apiKey: string }> {
  const made = makeKey()
  const row = keyRow(agentId, made, label, clock.now())
  await database.transaction('manage-agents', async (tx) => {
    await lockLivingAgent(tx, agentId)
    if ((await countValidKeys(tx, agentId)) >= maxApiKeysPerAgent)
      throw conflict(`The agent has ${grouped(maxApiKeysPerAgent)} API keys, which is the most. Revoke one.`)
    await insertKey(tx, row)
  })
  return { row, apiKey: made.key }
}

export async function revokeApiKey(
  database: Database,
  clock: Clock,
  agentId: string,
  keyId: string,
): Promise<ApiKeyRow> {
  const row = await database.transaction('manage-agents: revokeKey', (tx) =>
    revokeKey(tx, agentId, keyId, clock.now()),
  )
  return found(row, `The agent has no API key with the id ${keyId.slice(0, 60)}.`)
}

function keyRow(
  agentId: string,
  made: ReturnType<typeof makeKey>,
  label: string | null,
  now: number,
): ApiKeyRow {
  return {
    id: newId(now),
    agent_id: agentId,
    prefix: made.prefix,
    hash: made.hash,
    label,
    created_at: now,
    last_used_at: null,
    revoked_at: null,
  }
}

/** The form of an API key: `tdm_<prefix>_<secret>`. The prefix finds it, the hash proves it; the key itself is never stored. */
const KEY_FORM = /^tdm_([0-9a-f]{12})_[A-Za-z0-9_-]{32}$/

function makeKey() {
  const prefix = randomBytes(6).toString('hex')
  const key = `tdm_${prefix}_${randomBytes(24).toString('base64url')}`
  return { key, prefix, hash: hashKey(key) }
}

/** A key has 192 random bits, so a fast hash cannot be reversed by guessing; a slow one would only slow down each request. */
export const hashKey = (key: string) => hash('sha256', key, 'hex')

export const prefixOf = (key: string): string | undefined => KEY_FORM.exec(key)?.[1]
