/** Knowledge bases: an agent has a default one, made when first needed, and others up to a limit. */
import { maxBasesPerAgent } from '@tandem/contract/documents'
import { grouped } from '@tandem/contract/grouped'
import { lockAgent } from '../agents/store.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Tx } from '../platform/database/handle.ts'
import { Fault } from '../platform/fault.ts'
import { newId } from '../platform/ids.ts'
import { type BaseRow, countBases, findBase, findDefaultBase, insertBase, listBases } from './store.ts'

/** The base of a request: the named one, which must belong to the agent, else the default. */
export async function resolveBase(
  tx: Tx,
  clock: Clock,
  agentId: string,
  named: string | undefined,
): Promise<string> {
  if (named === undefined) return ensureDefaultBase(tx, clock, agentId)
  if (!(await findBase(tx, agentId, named))) throw baseNotFound(named)
  return named
}

async function ensureDefaultBase(tx: Tx, clock: Clock, agentId: string): Promise<string> {
  const known = await findDefaultBase(tx, agentId)
  if (known) return known
  const base = { ...newBase(clock, agentId, 'Default', ''), is_default: 1 }
  await insertBase(tx, base)
  return (await findDefaultBase(tx, agentId)) ?? base.id
}

export async function createBase(
  database: Database,
  clock: Clock,
  agentId: string,
  input: { name: string; desc: string },
): Promise<string> {
  const base = newBase(clock, agentId, input.name, input.desc)
  await database.transaction('bases', async (tx) => {
    // Of two bases created at once, the second must count the first.
    await lockAgent(tx, agentId)
    if ((await countBases(tx, agentId)) >= maxBasesPerAgent) throw tooManyBases()
    await insertBase(tx, base)
  })
  return base.id
}

function newBase(clock: Clock, agentId: string, name: string, description: string): BaseRow {
  const now = clock.now()
  const times = { created_at: now, updated_at: now }
  return { id: newId(now), agent_id: agentId, name, description, is_default: 0, ...times }
}

export async function readBases(database: Database, clock: Clock, agentId: string) {
  if (!(await findDefaultBase(database, agentId))) {
    await database.transaction('bases: readBases', (tx) => ensureDefaultBase(tx, clock, agentId))
  }
  return listBases(database.scanReader, agentId)
}

const tooManyBases = () =>
  new Fault(
    'parameterError',
    `knowledge_base: found ${grouped(maxBasesPerAgent)} knowledge bases, which is the most an agent may have. Delete one`,
  )

export const baseNotFound = (id: string) =>
  new Fault(
    'targetNotFound',
    `knowledge_base_id: found ${JSON.stringify(id.slice(0, 80))}, needed the id of a knowledge base of this agent`,
  )
