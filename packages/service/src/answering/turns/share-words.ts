/**
 * Lets a stream show an answer that another process writes. A process with a reader of such an answer requests its words every
 * few seconds, and the process that writes it announces new words several times a second. Announcements may be lost or arrive
 * out of order, so each says where its words begin, and missing words are requested again. Nothing depends on all this: at the
 * end the stored answer is read.
 */
import type { Live } from '../../conversations/live.ts'
import type { MessageRow } from '../../conversations/store.ts'
import type { Core } from '../../platform/core.ts'
import { createOpenCounts } from '../../platform/count-open.ts'
import type { Announced } from '../../platform/database/announced.ts'

/** The text so far of an answer. `run` changes when the answer begins anew. */
export interface Written {
  readonly run: string
  readonly text: string
}

/** Most turns begin soon in the process that accepts them, and need no request. */
const FIRST_REQUEST_MS = 100
const REQUEST_EVERY_MS = 3000
/** A process that has not repeated its request for this long has no reader any more. */
const REQUEST_VALID_MS = 10_000
const MOST_REQUESTS = 10_000
const SEND_EVERY_MS = 100
/** This many characters always fit into an announcement, even if JSON escapes all of them. */
const PART_CHARS = 1000

interface WordsRequest {
  readonly until: number
  run: string
  /** The number of characters announced so far. */
  sentChars: number
}

interface Followed extends Written {
  readonly conversationId: string
}

export function shareWords(
  { database, clock, live }: Pick<Core, 'clock' | 'database'> & { live: Live },
  written: (turnId: string) => Written | undefined,
) {
  const { announcements } = database
  /** Of other processes, by turn, the oldest first. */
  const requests = new Map<string, WordsRequest>()
  const grown = new Set<string>()
  const followed = new Map<string, Followed>()
  const readers = createOpenCounts()
  let isPlanned = false

  announcements.on('wordsWanted', (request, isOwn) => !isOwn && noteRequest(request))
  announcements.on('words', (part, isOwn) => !isOwn && receive(part))

  function requestWords(turnId: string): void {
    const known = followed.get(turnId)
    if (known && !written(turnId))
      announcements.notify('wordsWanted', { turnId, run: known.run, has: known.text.length })
  }

  function noteRequest({ turnId, run, has }: Announced<'wordsWanted'>): void {
    const now = clock.now()
    const before = requests.get(turnId)
    requests.delete(turnId)
    for (const [id, { until }] of requests) {
      if (until > now && requests.size < MOST_REQUESTS) break
      requests.delete(id)
    }
    const sentChars = before?.run === run ? Math.min(before.sentChars, has) : has
    requests.set(turnId, { until: now + REQUEST_VALID_MS, run, sentChars })
    if (written(turnId)) sendSoon(turnId)
  }

  function sendSoon(turnId: string): void {
    grown.add(turnId)
    if (isPlanned) return
    isPlanned = true
    clock.after(SEND_EVERY_MS, () => {
      isPlanned = false
      for (const each of grown) send(each)
      grown.clear()
    })
  }

  function send(turnId: string): void {
    const request = requests.get(turnId)
    const now = written(turnId)
    if (!request || !now) return
    if (request.until <= clock.now()) {
      requests.delete(turnId)
      return
    }
    const { run, text } = now
    if (request.run !== run) Object.assign(request, { run, sentChars: 0 })
    for (let at = request.sentChars; at < text.length; at += PART_CHARS)
      announcements.notify('words', { turnId, run, at, text: text.slice(at, at + PART_CHARS) })
    request.sentChars = text.length
  }

  function receive({ turnId, run, at, text }: Announced<'words'>): void {
    const known = followed.get(turnId)
    if (!known || written(turnId)) return
    const isOther = run !== known.run
    if (at > (isOther ? 0 : known.text.length)) {
      requestWords(turnId)
      return
    }
    const fresh = isOther ? text : text.slice(known.text.length - at)
    if (fresh === '') return
    followed.set(turnId, { ...known, run, text: isOther ? text : known.text + fresh })
    const piece = { kind: 'piece', turnId, text: fresh } as const
    // A reader may already have words of it from another process.
    live.notify(known.conversationId, isOther ? { ...piece, isAnew: true } : piece)
  }

  return {
    /** Requests the words of an answer while another process writes it, until the returned function is called. */
    follow({ id, conversation_id }: Pick<MessageRow, 'id' | 'conversation_id'>): () => void {
      // With the embedded engine there is only one process.
      if (database.engine !== 'postgres') return () => {}
      if (readers.of(id) === 0) followed.set(id, { run: '', text: '', conversationId: conversation_id })
      const leave = readers.enter(id)
      let cancel = () => {}
      const requestIn = (delayMs: number) => {
        cancel = clock.after(delayMs, () => {
          requestWords(id)
          requestIn(REQUEST_EVERY_MS)
        })
      }
      requestIn(FIRST_REQUEST_MS)
      return () => {
        cancel()
        leave()
        if (readers.of(id) === 0) followed.delete(id)
      }
    },
    /** The words received so far; undefined when the answer is not followed. */
    soFarOf: (turnId: string): Written | undefined => followed.get(turnId),
    /** The words received so far of all answers in a conversation; empty ones are left out. */
    soFarIn: (conversationId: string) =>
      [...followed].flatMap(([turnId, { text, ...known }]) =>
        known.conversationId === conversationId && text !== '' ? [{ turnId, text }] : [],
      ),
    /** To be called when an answer that is written here has new words. */
    grew(turnId: string): void {
      if (requests.has(turnId)) sendSoon(turnId)
    },
  }
}
