/**
 * How far words of people have come: of the chat page it is known what it has shown; where the words go to the developer's
 * server, its delivery says it. One that was sent again counts as the last try of it.
 */
import type { DeskWay } from '@tandem/contract/desk'
import type { MessageRow } from '../conversations/store.ts'
import { withRepeats } from '../delivery/store.ts'
import { repliesIn } from '../handoff/list-store.ts'
import { itemId, parseItemId } from '../lanes/lane.ts'
import type { Reader } from '../platform/database/handle.ts'

const STORED: DeskWay = { state: 'stored', ms: null, error: null }
const SEEN: DeskWay = { state: 'seen', ms: null, error: null }
const states = { pending: 'pending', done: 'delivered', dead: 'dead' } as const

/** By message; only words of people have a way. `seenSeq`: up to which message the chat page has shown the talk. */
export async function waysOf(
  db: Reader,
  talk: readonly MessageRow[],
  seenSeq: number,
): Promise<ReadonlyMap<string, DeskWay>> {
  const said = talk.filter(({ role }) => role === 'human')
  const sent = said.filter(({ mode }) => mode === 'webhook')
  const deliveryIds = await deliveriesOf(db, sent)
  const known = await waysOfDeliveries(db, [...deliveryIds.values()])
  const onPage = ({ mode, seq }: MessageRow) => (mode !== 'webhook' && seq <= seenSeq ? SEEN : STORED)
  return new Map(said.map((row) => [row.id, known.get(deliveryIds.get(row.id) ?? '') ?? onPage(row)]))
}

async function deliveriesOf(db: Reader, sent: readonly MessageRow[]): Promise<ReadonlyMap<string, string>> {
  const handoffIds = new Set(sent.flatMap(({ handoff_id }) => handoff_id ?? []))
  const events = await repliesIn(db, [...handoffIds])
  return new Map(
    events.flatMap(({ message_id, detail }) => {
      const { delivery_id } = JSON.parse(detail ?? '{}') as { delivery_id?: string }
      return message_id === null || delivery_id === undefined ? [] : [[message_id, delivery_id]]
    }),
  )
}

/** All of a conversation wait in one lane. */
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
        state: states[state],
        ms: isDone ? Math.max(0, changed_at - created_at) : null,
        error: isDone ? null : last_error,
      })
    }
  }
  return ways
}
