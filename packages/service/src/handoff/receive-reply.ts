/** What a person says arrives: it reaches the user once, in order of arrival, and only while its handoff is open. */
import { createHash } from 'node:crypto'
import type { Tx } from '../platform/database/handle.ts'
import { Fault } from '../platform/fault.ts'
import { newId } from '../platform/ids.ts'
import { findReply, insertReply } from './store.ts'
import { type Held, type MoveDeps, move } from './transition.ts'

export interface HumanReply {
  readonly text: string
  readonly timestamp: number
  /** From the Idempotency-Key header. */
  readonly key: string | undefined
}

export async function receiveReply(
  deps: MoveDeps,
  tx: Tx,
  held: Held,
  reply: HumanReply,
): Promise<'said' | 'repeated'> {
  const { id } = held.handoff
  const digest = hash(reply.text)
  const marks = [
    `at ${reply.timestamp} ${digest}`,
    ...(reply.key === undefined ? [] : [`key ${hash(reply.key)}`]),
  ]
  for (const mark of marks) {
    const known = await findReply(tx, id, mark)
    if (!known) continue
    if (known.digest === digest) return 'repeated'
    throw new Fault(
      'conflict',
      'The Idempotency-Key was used for another reply of this conversation; needed a new one for each reply.',
    )
  }
  const messageId = newId(deps.clock.now())
  const detail = { timestamp: reply.timestamp }
  const said = { text: reply.text, detail, messageId }
  const after = await move(deps, tx, held, { event: 'humanReply', reply: said })
  if ('refusal' in after) throw closedFault()
  for (const mark of marks) {
    await insertReply(tx, { handoff_id: id, mark, digest, message_id: messageId, at: deps.clock.now() })
  }
  return 'said'
}

/** Closing what the person has closed changes nothing: the answer to the first close may have been lost. */
export async function closeByPerson(deps: MoveDeps, tx: Tx, held: Held): Promise<void> {
  if (held.handoff.end_reason === 'HUMAN_CLOSED') return
  const after = await move(deps, tx, held, { event: 'humanClose' })
  if ('refusal' in after) throw closedFault()
}

export const closedFault = () =>
  new Fault(
    'handoffClosed',
    'It has ended, and nothing more reaches the user by it. A new handoff has a new conversation_id.',
  )

const hash = (text: string) => createHash('sha256').update(text).digest('base64url')
