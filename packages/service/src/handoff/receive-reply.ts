/** Receives a person's reply: it reaches the user once, in order of arrival, and only while the handoff is open. */
import { hash } from 'node:crypto'
import type { Reader, Tx } from '../platform/database/handle.ts'
import { conflict, Fault } from '../platform/fault.ts'
import { newId } from '../platform/ids.ts'
import { findReply, type HandoffRow, insertReply } from './store.ts'
import { type Held, type MoveDeps, move } from './transition.ts'

interface HumanReply {
  readonly text: string
  /** Replies with the same timestamp and text are repeats. When absent, only the key marks a repeat. */
  readonly timestamp?: number
  /** From the Idempotency-Key header. */
  readonly key: string | undefined
  /** The person, if known. */
  readonly by?: { readonly id: string; readonly name: string }
  readonly attached?: Attached | undefined
}

/** Files that come with a reply. The caller stores them under the id of the message. */
export interface Attached {
  readonly messageId: string
  /** A line for the user for each file. */
  readonly lines: readonly string[]
  /** Equal for equal files, to recognise a repeat. */
  readonly digest: string
  /** Their descriptions, stored with the message. */
  readonly files: readonly object[]
}

const digestOf = ({ text, attached }: HumanReply) => hashOf(attached ? `${text}\0${attached.digest}` : text)

function marksOf({ text, timestamp, key }: HumanReply): string[] {
  return [
    ...(timestamp === undefined ? [] : [`at ${timestamp} ${hashOf(text)}`]),
    ...(key === undefined ? [] : [`key ${hashOf(key)}`]),
  ]
}

/** The message id of a reply that was received before. */
export async function messageOfRepeat(
  db: Reader,
  handoffId: string,
  reply: HumanReply,
): Promise<string | undefined> {
  for (const mark of marksOf(reply)) {
    const known = await findReply(db, handoffId, mark)
    if (!known) continue
    if (known.digest === digestOf(reply)) return known.message_id
    throw conflict(
      'The Idempotency-Key was used for another reply of this conversation; needed a new one for each reply.',
    )
  }
  return undefined
}

/** Returns the id of the message. */
export async function receiveReply(deps: MoveDeps, tx: Tx, held: Held, reply: HumanReply): Promise<string> {
  const { id } = held.handoff
  const repeated = await messageOfRepeat(tx, id, reply)
  if (repeated !== undefined) return repeated
  const { text, timestamp, by, attached } = reply
  const messageId = attached?.messageId ?? newId(deps.clock.now())
  const words = [text, ...(attached?.lines ?? [])].filter((line) => line !== '').join('\n')
  const detail = {
    ...(timestamp === undefined ? {} : { timestamp }),
    ...(by ? { by } : {}),
    ...(attached ? { files: attached.files } : {}),
  }
  const said = { text: words, detail, messageId }
  const after = await move(deps, tx, held, { event: 'humanReply', reply: said })
  if (!after) throw closedFault()
  for (const mark of marksOf(reply)) {
    const kept = { mark, digest: digestOf(reply), message_id: messageId, at: deps.clock.now() }
    await insertReply(tx, { handoff_id: id, ...kept })
  }
  return messageId
}

/** Closing a second time changes nothing: the response to the first close may have been lost. */
/** Returns the ended handoff; it is the same when the request is repeated. */
export async function closeByPerson(deps: MoveDeps, tx: Tx, held: Held): Promise<HandoffRow> {
  if (held.handoff.end_reason === 'HUMAN_CLOSED') return held.handoff
  const after = await move(deps, tx, held, { event: 'humanClose' })
  if (!after) throw closedFault()
  return after.handoff
}

export const closedFault = () =>
  new Fault(
    'handoffClosed',
    'It has ended, and nothing more reaches the user by it. A new handoff has a new conversation_id.',
  )

const hashOf = (text: string) => hash('sha256', text, 'base64url')
