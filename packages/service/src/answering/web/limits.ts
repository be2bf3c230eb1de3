/**
 * Limits for visitors. Messages are counted in the database, so their limit holds over restarts and processes. New chats are
 * counted per address and per agent in this process, so that one machine cannot fill the database, and the visitors of one
 * agent cannot keep out those of others. Event streams are counted per chat.
 */
import type { ConversationRow } from '../../conversations/store.ts'
import { personWaitMs, VISITOR_HANDOFFS } from '../../handoff/request-handoff.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Reader } from '../../platform/database/handle.ts'
import { createLimit, tooMany } from '../../platform/limit-rate.ts'
import { timeOfNthLast } from './store.ts'

const MINUTE_MS = 60_000
export const FILES_PER_VISITOR = 20
/** Many visitors may share one address, such as that of an office. */
export const FILES_PER_ADDRESS = 200
/** Event streams per chat in this process: more than anybody has open tabs. */
const STREAMS = 10

export async function checkMessageRate(
  db: Reader,
  visitor: ConversationRow,
  perMinute: number,
  now: number,
): Promise<void> {
  const since = await timeOfNthLast(db, visitor, perMinute, now - MINUTE_MS)
  if (since === undefined || now - since >= MINUTE_MS) return
  throw tooMany(`found more than ${perMinute} messages in a minute`, MINUTE_MS - (now - since))
}

const TOO_MANY_HANDOFFS = `found more than ${VISITOR_HANDOFFS} requests for a person in ten minutes`

export async function checkHandoffRate(db: Reader, visitor: ConversationRow, now: number): Promise<void> {
  const waitMs = await personWaitMs(db, visitor, now)
  if (waitMs > 0) throw tooMany(TOO_MANY_HANDOFFS, waitMs)
}

/** Counts in this process requests that become no handoff because nobody is there: each of them stores a notice. */
export function createHandoffLimit(clock: Clock): (who: string) => void {
  const allowed = { atOnce: VISITOR_HANDOFFS, perSecond: VISITOR_HANDOFFS / 600 }
  return createLimit(clock, allowed, TOO_MANY_HANDOFFS)
}

export function checkStreams(open: number): void {
  if (open >= STREAMS) throw tooMany(`found ${open} event streams of this chat open already`, MINUTE_MS)
}

/** Counts in this process. The limit keeps visitors from filling the database with files. */
export function createFileLimit(clock: Clock, perHour: number): (who: string) => void {
  const allowed = { atOnce: perHour, perSecond: perHour / 3600 }
  return createLimit(clock, allowed, `found more than ${perHour} files in an hour`)
}

/** `perMinute` 0 means no limit. */
export function createStartLimit(clock: Clock, perMinute: number): (who: string) => void {
  if (perMinute === 0) return () => {}
  const allowed = { atOnce: perMinute, perSecond: perMinute / 60 }
  return createLimit(clock, allowed, `found more than ${perMinute} chats begun in a minute`)
}
