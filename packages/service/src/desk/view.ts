/** Cases as people at the desk see them, and the delivery state of their replies. */
import type { AdminMessage } from '@tandem/contract/admin-conversations'
import type { DeskItem, DeskWay } from '@tandem/contract/desk'
import { namesOfUsers } from '../conversations/user-store.ts'
import { deliveryStates, withRepeats } from '../delivery/store.ts'
import { repliesIn } from '../handoff/list-store.ts'
import { itemId, parseItemId } from '../lanes/lane.ts'
import type { Reader } from '../platform/database/handle.ts'
import { nameOf } from './people.ts'
import type { ShownCase } from './queue-store.ts'

const LAST_WORDS_CHARS = 200

export async function itemsView(db: Reader, rows: readonly ShownCase[], me: string): Promise<DeskItem[]> {
  const userName = await namesOfUsers(db, rows)
  return Promise.all(rows.map((row) => itemView(db, row, me, userName(row))))
}

async function itemView(db: Reader, row: ShownCase, me: string, userName: string | null): Promise<DeskItem> {
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
      name: userName,
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

type Said = Pick<AdminMessage, 'id' | 'role' | 'mode' | 'sequence' | 'handoff_id'>

const STORED: DeskWay = { state: 'stored', ms: null, error: null }
const SEEN: DeskWay = { state: 'seen', ms: null, error: null }

/**
 * The delivery state of replies, by message. The chat page reports that it has shown messages up to `seenSeq`. For replies to the
 * developer's server the state is that of the delivery, or of its latest replay.
 */
export async function waysOf(
  db: Reader,
  talk: readonly Said[],
  seenSeq: number,
): Promise<ReadonlyMap<string, DeskWay>> {
  const said = talk.filter(({ role }) => role === 'human')
  const sent = said.filter(({ mode }) => mode === 'webhook')
  const deliveryIds = await deliveriesOf(db, sent)
  const known = await waysOfDeliveries(db, [...deliveryIds.values()])
  const onPage = ({ mode, sequence }: Said) => (mode !== 'webhook' && sequence <= seenSeq ? SEEN : STORED)
  return new Map(said.map((row) => [row.id, known.get(deliveryIds.get(row.id) ?? '') ?? onPage(row)]))
}

async function deliveriesOf(db: Reader, sent: readonly Said[]): Promise<ReadonlyMap<string, string>> {
  const handoffIds = new Set(sent.flatMap(({ handoff_id }) => handoff_id ?? []))
  const events = await repliesIn(db, [...handoffIds])
  return new Map(
    events.flatMap(({ message_id, detail }) => {
      const { delivery_id } = JSON.parse(detail ?? '{}') as { delivery_id?: string }
      return message_id === null || delivery_id === undefined ? [] : [[message_id, delivery_id]]
    }),
  )
}

/** All deliveries of a conversation are in one lane. */
async function waysOfDeliveries(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, DeskWay>> {
  const ways = new Map<string, DeskWay>()
  const byLane = Map.groupBy(
    ids.flatMap((id) => parseItemId(id) ?? []),
    ({ uid }) => uid,
  )
  for (const [uid, items] of byLane) {
    const seqs = items.map(({ seq }) => seq)
    for (const row of await withRepeats(db, uid, seqs)) {
      const { state, created_at, changed_at, last_error } = row
      const isDone = state === 'done'
      ways.set(row.origin ?? itemId(uid, row.seq), {
        state: deliveryStates[state],
        ms: isDone ? Math.max(0, changed_at - created_at) : null,
        error: isDone ? null : last_error,
      })
    }
  }
  return ways
}
