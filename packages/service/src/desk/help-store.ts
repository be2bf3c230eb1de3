/** SQL of notes and snippets. */
import type { Reader, Tx } from '../platform/database/handle.ts'
import { finding, inserting, locking, putting } from '../platform/database/rows.ts'
import type { Schema } from '../platform/database/schema.ts'

export type SnippetRow = Schema['desk_snippets']

export const insertNote = inserting('desk_notes')

export async function countNotes(db: Reader, handoffId: string): Promise<number> {
  const { n } = await db.q
    .selectFrom('desk_notes')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('handoff_id', '=', handoffId)
    .executeTakeFirstOrThrow()
  return n
}

/** Sorted by name. */
export function listSnippets(
  db: Reader,
  { agents, agentId }: { agents: 'all' | readonly string[]; agentId: string | undefined },
  limit: number,
): Promise<SnippetRow[]> {
  let query = db.q.selectFrom('desk_snippets').selectAll().orderBy('name').orderBy('id').limit(limit)
  if (agents !== 'all') query = query.where('agent_id', 'in', agents)
  if (agentId !== undefined) query = query.where('agent_id', '=', agentId)
  return query.execute()
}

export const findSnippet = finding('desk_snippets', 'id')

export const lockSnippet = locking('desk_snippets', 'id')

export async function countSnippets(db: Reader, agentId: string): Promise<number> {
  const { n } = await db.q
    .selectFrom('desk_snippets')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('agent_id', '=', agentId)
    .executeTakeFirstOrThrow()
  return n
}

const put = putting('desk_snippets', 'id')

/** False when the agent has another snippet with the name. */
export async function putSnippet(tx: Tx, row: SnippetRow): Promise<boolean> {
  const taken = await tx.q
    .selectFrom('desk_snippets')
    .select('id')
    .where('agent_id', '=', row.agent_id)
    .where('name', '=', row.name)
    .where('id', '<>', row.id)
    .executeTakeFirst()
  if (taken) return false
  await put(tx, row)
  return true
}

export async function removeSnippet(tx: Tx, id: string): Promise<void> {
  await tx.q.deleteFrom('desk_snippets').where('id', '=', id).execute()
}

export async function lastWordsOfUser(db: Reader, conversationId: string): Promise<string> {
  const row = await db.q
    .selectFrom('messages')
    .select('text')
    .where('conversation_id', '=', conversationId)
    .where('role', '=', 'user')
    .where('text', '<>', '')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.text ?? ''
}
