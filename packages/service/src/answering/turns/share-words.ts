/**
 * Lets a stream go on while another process writes its answer. A process with a reader of such an answer asks for its words now and then, and the
 * process that writes it announces its words meanwhile, a few times a second. Announcements may be lost or change places: all
 * say where they stand, and where words are missing they are asked for again. Nothing depends on it: in the end the stored
 * answer is read.
 */
import type { Live } from '../../conversations/live.ts'
import type { MessageRow } from '../../conversations/store.ts'
import type { Core } from '../../platform/core.ts'
import { createOpenCounts } from '../../platform/count-open.ts'
import type { Announced } from '../../platform/database/announced.ts'

/** An answer that is being written here. When it begins anew, the run is another. */
export interface Written {
  readonly run: string
  readonly text: string
}

interface SharedWords {
  /** Has the words of an answer told here while another process writes it, until the returned function is called. */
  follow(message: Pick<MessageRow, 'id' | 'conversation_id'>): () => void
  /** The words heard of so far, of an answer that is followed. */
  textOf(turnId: string): string | undefined
  /** The same of all such answers of a conversation, where there are words. */
  soFarIn(conversationId: string): { readonly turnId: string; readonly text: string }[]
  /** There are more words of an answer that is written here. */
  grew(turnId: string): void
}

/** Most turns begin in the process that accepts them, and soon. */
const FIRST_ASKED_MS = 100
const ASKED_EVERY_MS = 3000
/** A process that has not asked for so long has no reader any more. */
const WANTED_MS = 10_000
const MOST_WANTED = 10_000
const TOLD_EVERY_MS = 100
/** So many characters fit into an announcement, however long they are in JSON. */
const PART_CHARS = 1000

interface Wanted {
  readonly until: number
  run: string
  told: number
}

interface Followed extends Written {
  readonly conversationId: string
}

export function shareWords(
  { database, clock, live }: Pick<Core, 'clock' | 'database'> & { live: Live },
  written: (turnId: string) => Written | undefined,
): SharedWords {
  // The embedded engine has no other process.
  if (database.engine !== 'postgres')
    return { follow: () => () => {}, textOf: () => undefined, soFarIn: () => [], grew() {} }

  const { announcements } = database
  /** By others, in the order of their asking. */
  const wanted = new Map<string, Wanted>()
  const grown = new Set<string>()
  const followed = new Map<string, Followed>()
  const readers = createOpenCounts()
  let isPlanned = false

  announcements.on('wordsWanted', (wish, isOwn) => !isOwn && noteWanted(wish))
  announcements.on('words', (part, isOwn) => !isOwn && takeWords(part))

  function askFor(turnId: string): void {
    const known = followed.get(turnId)
    if (known && !written(turnId))
      announcements.notify('wordsWanted', { turnId, run: known.run, has: known.text.length })
  }

  function noteWanted({ turnId, run, has }: Announced<'wordsWanted'>): void {
    const now = clock.now()
    const before = wanted.get(turnId)
    wanted.delete(turnId)
    for (const [id, { until }] of wanted) {
      if (until > now && wanted.size < MOST_WANTED) break
      wanted.delete(id)
    }
    wanted.set(turnId, {
      until: now + WANTED_MS,
      run,
      told: before?.run === run ? Math.min(before.told, has) : has,
    })
    if (written(turnId)) sendSoon(turnId)
  }

  function sendSoon(turnId: string): void {
    grown.add(turnId)
    if (isPlanned) return
    isPlanned = true
    clock.after(TOLD_EVERY_MS, () => {
      isPlanned = false
      for (const each of grown) send(each)
      grown.clear()
    })
  }

  function send(turnId: string): void {
    const want = wanted.get(turnId)
    const now = written(turnId)
    if (!want || !now) return
    if (want.until <= clock.now()) {
      wanted.delete(turnId)
      return
    }
    const { run, text } = now
    if (want.run !== run) Object.assign(want, { run, told: 0 })
    for (let at = want.told; at < text.length; at += PART_CHARS)
      announcements.notify('words', { turnId, run, at, text: text.slice(at, at + PART_CHARS) })
    want.told = text.length
  }

  function takeWords({ turnId, run, at, text }: Announced<'words'>): void {
    const known = followed.get(turnId)
    if (!known || written(turnId)) return
    const isOther = run !== known.run
    if (at > (isOther ? 0 : known.text.length)) {
      askFor(turnId)
      return
    }
    const fresh = isOther ? text : text.slice(known.text.length - at)
    if (fresh === '') return
    followed.set(turnId, { ...known, run, text: isOther ? text : known.text + fresh })
    const piece = { kind: 'piece', turnId, text: fresh } as const
    // A reader may have words of it from the process it was connected to before.
    live.notify(known.conversationId, isOther ? { ...piece, isAnew: true } : piece)
  }

  return {
    follow({ id, conversation_id }) {
      if (readers.of(id) === 0) followed.set(id, { run: '', text: '', conversationId: conversation_id })
      const leave = readers.enter(id)
      let cancel = () => {}
      const askIn = (delayMs: number) => {
        cancel = clock.after(delayMs, () => {
          askFor(id)
          askIn(ASKED_EVERY_MS)
        })
      }
      askIn(FIRST_ASKED_MS)
      return () => {
        cancel()
        leave()
        if (readers.of(id) === 0) followed.delete(id)
      }
    },
    textOf: (turnId) => followed.get(turnId)?.text,
    soFarIn: (conversationId) =>
      [...followed].flatMap(([turnId, { text, ...known }]) =>
        known.conversationId === conversationId && text !== '' ? [{ turnId, text }] : [],
      ),
    grew(turnId) {
      if (wanted.has(turnId)) sendSoon(turnId)
    },
  }
}
