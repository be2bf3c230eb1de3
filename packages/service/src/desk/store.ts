/** SQL of the desk's cases and of presence. */
import { sql } from 'kysely'
import type { Reader, Tx } from '../platform/database/handle.ts'
import { finding, putting } from '../platform/database/rows.ts'
import type { Schema } from '../platform/database/schema.ts'

export type CaseRow = Schema['desk_cases']
export type PresenceRow = Schema['desk_people']

/** Accounts with these roles work at the desk even without the setting `desk`. */
const DESK_ROLES = ['operator', 'admin'] as const

/** False when the desk already has the case. */
export async function insertCase(tx: Tx, row: CaseRow): Promise<boolean> {
  const result = await tx.q
    .insertInto('desk_cases')
    .values(row)
    .onConflict((conflict) => conflict.column('handoff_id').doNothing())
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows) === 1
}

export const findCase = finding('desk_cases', 'handoff_id')

/** A transaction that changes a case has locked its conversation and its handoff, so no other changes it at the same time. */
export async function updateCase(tx: Tx, { handoff_id, ...row }: CaseRow): Promise<void> {
  await tx.q.updateTable('desk_cases').set(row).where('handoff_id', '=', handoff_id).execute()
}

/** A lower number than the stored one changes nothing: of two windows, the one that has shown more counts. */
export async function markRead(tx: Tx, handoffId: string, seq: number): Promise<void> {
  await tx.q
    .updateTable('desk_cases')
    .set({ read_seq: seq })
    .where('handoff_id', '=', handoffId)
    .where('read_seq', '<', seq)
    .execute()
}

/** Handoffs with their cases. SQLite keeps the order of a cross join: it begins with the handoffs, of which few are open. */
export const casesOfHandoffs = (db: Reader) =>
  db.q
    .selectFrom('handoffs as handoff')
    .crossJoin('desk_cases as case')
    .whereRef('case.handoff_id', '=', 'handoff.id')

export const openCases = (db: Reader) => casesOfHandoffs(db).where('handoff.deadline_at', 'is not', null)

/** The number of users of the agent that the person has. */
export async function countHeld(db: Reader, agentId: string, accountId: string): Promise<number> {
  const { n } = await openCases(db)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('case.owner_id', '=', accountId)
    .where('case.agent_id', '=', agentId)
    .executeTakeFirstOrThrow()
  return n
}

/** The number of users of these agents that each person has. */
export async function countHeldByOwner(
  db: Reader,
  agents: 'all' | readonly string[],
): Promise<Map<string, number>> {
  const held = openCases(db)
    .select('case.owner_id')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('case.owner_id', 'is not', null)
    .groupBy('case.owner_id')
  const rows = await (agents === 'all' ? held : held.where('case.agent_id', 'in', agents)).execute()
  return new Map(rows.map(({ owner_id, n }) => [owner_id as string, n]))
}

export const findPresence = finding('desk_people', 'account_id')

export function listPresence(db: Reader): Promise<PresenceRow[]> {
  return db.q.selectFrom('desk_people').selectAll().execute()
}

/** Also locks the row of the person until the transaction ends. */
export const putPresence = putting('desk_people', 'account_id')

/**
 * Cases whose owner is off duty, was last seen longer ago than the case allows, or may no longer work for the agent: the account
 * was disabled, or lost the desk or the agent. Programs with the admin token have no account.
 */
export async function casesOfGone(db: Reader, now: number, limit: number) {
  return openCases(db)
    .leftJoin('desk_people as person', 'person.account_id', 'case.owner_id')
    .leftJoin('accounts as account', 'account.id', 'case.owner_id')
    .select(['case.handoff_id as handoffId', 'case.conversation_id as conversationId'])
    .where('case.owner_id', 'is not', null)
    .where((where) =>
      where.or([
        where('person.account_id', 'is', null),
        where('person.state', '=', 'off'),
        where(where('person.seen_at', '+', where.ref('case.away_ms')), '<=', now),
        where('account.disabled_at', 'is not', null),
        where.and([where('account.role', 'not in', DESK_ROLES), where('account.desk', '=', 0)]),
        where('account.agents', 'not like', sql<string>`'%' || ${where.ref('case.agent_id')} || '%'`),
      ]),
    )
    .orderBy('handoff.deadline_at')
    .orderBy('handoff.id')
    .limit(limit)
    .execute()
}

/** The living agents with a desk. */
export function agentsWithDesk(db: Reader) {
  return db.q
    .selectFrom('agents')
    .select(['agents.id', 'agents.name'])
    .distinct()
    .innerJoin('human_services as service', 'service.agent_id', 'agents.id')
    .where('service.kind', '=', 'desk')
    .where('agents.deleted_at', 'is', null)
    .orderBy('agents.id')
    .execute()
}

/** Accounts that may work at the desk. */
const workers = (db: Reader) =>
  db.q
    .selectFrom('accounts')
    .select(['id', 'name', 'role', 'agents'])
    .where('disabled_at', 'is', null)
    .where((where) => where.or([where('role', 'in', DESK_ROLES), where('desk', '=', 1)]))

/** To be shown: no more than a page can show. */
export const listWorkers = (db: Reader) => workers(db).orderBy('name').orderBy('id').limit(1000).execute()

/** Those of the accounts that may work at the desk. */
export const workersAmong = async (db: Reader, ids: readonly string[]) =>
  ids.length === 0 ? [] : workers(db).where('id', 'in', ids).execute()
