/** A case as people at the desk see it. */
import type { DeskItem } from '@tandem/contract/desk'
import type { Reader } from '../platform/database/handle.ts'
import { nameOf } from './people.ts'
import { namesOfUsers, type ShownCase } from './queue-store.ts'

const LAST_WORDS_CHARS = 200

export async function itemsView(db: Reader, rows: readonly ShownCase[], me: string): Promise<DeskItem[]> {
  const names = await namesOfUsers(db, rows)
  return Promise.all(rows.map((row) => itemView(db, row, me, names)))
}

async function itemView(
  db: Reader,
  row: ShownCase,
  me: string,
  names: ReadonlyMap<string, string>,
): Promise<DeskItem> {
  const named = async (id: string | null, name: string | null) =>
    id === null ? null : { id, name: name ?? (await nameOf(db, id)) }
  const isMine = row.owner_id === me
  return {
    id: row.handoff_id,
    agent_id: row.agent_id,
    agent_name: row.agent_name,
    conversation_id: row.conversation_id,
    state: row.owner_id === null ? 'waiting' : isMine ? 'mine' : 'others',
    owner: await named(row.owner_id, row.owner_name),
    claim: isMine ? row.claim : null,
    offered_to: await named(row.offered_to, row.asked_name),
    handoff_state: row.state,
    end_reason: row.end_reason,
    user: {
      id: row.user_id ?? row.anonymous_id,
      name: names.get(row.handoff_id) ?? null,
      email: row.email,
      phone: row.phone,
    },
    language: row.language,
    reason: row.reason,
    requested_at: row.requested_at,
    waiting_since: row.waiting_since,
    deadline_at: row.deadline_at,
    last_message: row.last_text?.slice(0, LAST_WORDS_CHARS).toWellFormed() ?? null,
    last_message_role: row.last_role,
    last_message_at: row.last_at,
    unread: Number(row.unread ?? 0),
  }
}
