/**
 * The people who work at the desk, and their presence. A person is present while their page sends heartbeats; the last one counts
 * for a minute. Programs with the admin token act as one person of their own.
 */
import type { DeskPerson, DeskPresence, PresenceState } from '@tandem/contract/desk'
import { agentsOf } from '../accounts/sessions.ts'
import { findAccount } from '../accounts/store.ts'
import { readSettings } from '../agents/settings.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Reader } from '../platform/database/handle.ts'
import type { Call } from '../platform/http/route.ts'
import {
  agentsWithDesk,
  countHeldByOwner,
  findPresence,
  listPresence,
  listWorkers,
  type PresenceRow,
  putPresence,
  workersAmong,
} from './store.ts'

export interface Named {
  readonly id: string
  readonly name: string
}

const PROGRAM: Named = { id: 'admin-token', name: 'Admin token' }
const HEARTBEAT_S = 20
/** Three heartbeats: one may be lost, and one late. */
const PRESENT_FOR_MS = 60_000

export function whoIs({ caller }: Pick<Call, 'caller'>): Named {
  const { person } = caller
  return person ? { id: person.accountId, name: person.name } : PROGRAM
}

export async function nameOf(db: Reader, accountId: string): Promise<string> {
  if (accountId === PROGRAM.id) return PROGRAM.name
  return (await findAccount(db, accountId))?.name ?? 'Somebody'
}

function stateNow(row: PresenceRow | undefined, now: number): PresenceState {
  if (!row) return 'off'
  return row.state === 'here' && row.seen_at + PRESENT_FOR_MS <= now ? 'away' : row.state
}

/** Whether somebody who may see users of the agent is present. */
export async function isAnybodyHere(db: Reader, agentId: string, now: number): Promise<boolean> {
  const rows = await listPresence(db)
  const here = new Set(
    rows.filter((row) => stateNow(row, now) === 'here').map(({ account_id }) => account_id),
  )
  if (here.has(PROGRAM.id)) return true
  const workers = await workersAmong(db, [...here])
  return workers.some(({ agents }) => sees(agentsOf(agents), agentId))
}

const sees = (agents: 'all' | readonly string[], agentId: string) =>
  agents === 'all' || agents.includes(agentId)

/** Whether the person may still have users of the agent: meanwhile the account may be disabled, or lose the desk or the agent. */
export async function worksFor(db: Reader, accountId: string, agentId: string): Promise<boolean> {
  return accountId === PROGRAM.id || isWorker(db, accountId, agentId)
}

async function isWorker(db: Reader, accountId: string, agentId: string): Promise<boolean> {
  const [worker] = await workersAmong(db, [accountId])
  return worker !== undefined && sees(agentsOf(worker.agents), agentId)
}

/** Whether a colleague can get users of the agent: may see them, and is not off duty. */
export async function canTake(db: Reader, accountId: string, agentId: string): Promise<boolean> {
  if (!(await isWorker(db, accountId, agentId))) return false
  return ((await findPresence(db, accountId))?.state ?? 'off') !== 'off'
}

/** Stores the presence that the person reports. Only `here` counts as being seen. */
export async function sayPresence(
  database: Database,
  clock: Clock,
  call: Call,
  state: PresenceState,
): Promise<void> {
  const { id } = whoIs(call)
  const now = clock.now()
  const agents = (await agentsWithDesk(database)).filter((agent) => sees(call.caller.agents, agent.id))
  await database.transaction('desk: presence', async (tx) => {
    const before = await findPresence(tx, id)
    const seen_at = state === 'here' ? now : (before?.seen_at ?? now)
    await putPresence(tx, { account_id: id, state, seen_at })
    if (stateNow(before, now) === state) return
    for (const agent of agents)
      tx.happened({ kind: 'desk', about: 'presence', agent_id: agent.id, account_id: id, state })
  })
}

/** The presence of everybody who shares an agent with the caller, without their work for other agents. */
export async function readPresence(db: Reader, clock: Clock, call: Call): Promise<DeskPresence> {
  const { agents: mine } = call.caller
  const now = clock.now()
  const rows = new Map((await listPresence(db)).map((row) => [row.account_id, row]))
  const open = await countHeldByOwner(db, mine)
  const shared = (agents: 'all' | readonly string[]) =>
    agents === 'all' ? agents : agents.filter((id) => sees(mine, id))
  const view = (named: Named, role: string, agents: DeskPerson['agents']): DeskPerson => ({
    ...named,
    role,
    agents,
    state: stateNow(rows.get(named.id), now),
    seen_at: rows.get(named.id)?.seen_at ?? null,
    open: open.get(named.id) ?? 0,
  })
  const people = (await listWorkers(db))
    .map(({ id, name, role, agents }) => view({ id, name }, role, shared(agentsOf(agents))))
    .filter(({ agents }) => agents === 'all' || agents.length > 0)
  const own = whoIs(call)
  const me = people.find(({ id }) => id === own.id) ?? view(own, 'admin', shared(mine))
  return {
    me,
    people,
    agents: await connectedAgents(db, mine),
    heartbeat_s: HEARTBEAT_S,
  }
}

async function connectedAgents(db: Reader, mine: 'all' | readonly string[]): Promise<DeskPresence['agents']> {
  const agents = (await agentsWithDesk(db)).filter(({ id }) => sees(mine, id))
  return Promise.all(
    agents.map(async ({ id, name }) => {
      const { away_after_s, max_per_person } = (await readSettings(db, id)).desk
      return { id, name, away_after_s, max_per_person }
    }),
  )
}
