/**
 * What was said and has not surely arrived: kept in this browser with its key until the service has it, so that a cut, a restart
 * or a closed window neither loses nor doubles it. Each window sends what was said in it; what a closed one has left is sent by
 * another. Words that the service refuses go back into the draft, with the reason.
 */
import type { AdminMessage, DeskCase, TandemError } from '@tandem/sdk/source'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { admin, queryClient } from '../../api.ts'
import { type KeptName, keep, kept, keptNames } from '../../kept.ts'
import { caseQuery } from '../queries.ts'
import { encoded, setFiles } from './attachments.ts'
import { FILES_GONE, giveBack } from './draft.ts'

export interface Outgoing {
  /** Makes a second try the same reply. */
  readonly key: string
  readonly handoffId: string
  readonly text: string
  readonly claim: number
  /** The number of the last message that the talk showed when this was said. */
  readonly after: number
  /** Only while the page is open: they are too large to be kept. */
  readonly files?: readonly File[]
  /** It was to go with files, which went with the page. */
  readonly hadFiles?: boolean
  /** Known once the service has it; the line stays until the talk shows it. */
  readonly messageId?: string
  /** It could not be sent so far and is tried again. */
  readonly isLate?: boolean
}

const ALL = 'draft.desk.outbox'
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 10_000
/** Refusals that another try may change. */
const PASSING = new Set([0, 401, 408, 429, 500, 502, 503, 504])

/** Also where the page has no secure origin. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(16)).join('-')

/** The outbox of this window. */
const NAME = `${ALL}.${newKey()}` as const
let entries: readonly Outgoing[] = []
const listeners = new Set<() => void>()
const running = new Set<string>()

function stored(name: KeptName): readonly Outgoing[] {
  try {
    const value: unknown = JSON.parse(kept(name) ?? '[]')
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

function set(next: readonly Outgoing[]): void {
  entries = next
  const unsent = next
    .filter(({ messageId }) => messageId === undefined)
    .map(({ files, ...entry }) => (files ? { ...entry, hadFiles: true } : entry))
  keep(NAME, unsent.length > 0 ? JSON.stringify(unsent) : undefined)
  for (const listener of listeners) listener()
}

const change = (key: string, part: Partial<Outgoing>) =>
  set(entries.map((entry) => (entry.key === key ? { ...entry, ...part } : entry)))

export function say({ id, talk }: DeskCase, claim: number, text: string, files: readonly File[]): void {
  const entry = { key: newKey(), handoffId: id, claim, text, after: talk.at(-1)?.sequence ?? 0 }
  set([...entries, files.length > 0 ? { ...entry, files } : entry])
  void sendAll(id)
}

/** The messages of one handoff are sent one after the other, so that words stay in their order. */
async function sendAll(handoffId: string): Promise<void> {
  if (running.has(handoffId)) return
  running.add(handoffId)
  let waitMs = FIRST_WAIT_MS
  for (;;) {
    const next = entries.find((entry) => entry.handoffId === handoffId && entry.messageId === undefined)
    if (!next) break
    try {
      const { message_id } = await admin.desk.reply(
        { handoffId },
        { text: next.text, claim: next.claim, ...(await filesOf(next)) },
        { idempotencyKey: next.key, repeatable: true },
      )
      change(next.key, { messageId: message_id })
      waitMs = FIRST_WAIT_MS
      void queryClient.invalidateQueries({ queryKey: caseQuery(handoffId).queryKey })
    } catch (error) {
      if (PASSING.has((error as TandemError).status)) {
        change(next.key, { isLate: true })
        await new Promise((resolve) => setTimeout(resolve, waitMs))
        waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
      } else refuse(handoffId, error as TandemError)
    }
  }
  running.delete(handoffId)
}

const filesOf = async ({ files }: Outgoing) => (files ? { files: await Promise.all(files.map(encoded)) } : {})

/** Nothing further of this handoff is sent: what follows was said on top of it. */
function refuse(handoffId: string, error: TandemError): void {
  const refused = entries.filter((entry) => entry.handoffId === handoffId && entry.messageId === undefined)
  set(entries.filter((entry) => !refused.includes(entry)))
  setFiles(
    handoffId,
    refused.flatMap(({ files }) => files ?? []),
  )
  giveBack(handoffId, refused.map(({ text }) => text).join('\n'), {
    code: error.code,
    words: error.hint ?? error.message,
  })
  void queryClient.invalidateQueries({ queryKey: ['desk'] })
}

/** What is on its way of a handoff, except what its talk shows by now. */
export function useOutgoing({ id, talk }: DeskCase): readonly Outgoing[] {
  const all = useSyncExternalStore(subscribe, () => entries)
  // What the talk has shown once is done: later its message may stand too far back to be shown.
  useEffect(() => {
    const isDone = ({ messageId }: Outgoing) => talk.some((shown) => shown.id === messageId)
    if (all.some(isDone)) set(entries.filter((entry) => !isDone(entry)))
  }, [all, talk])
  return useMemo(
    () => all.filter((entry) => entry.handoffId === id && !talk.some((shown) => isOf(shown, entry))),
    [all, id, talk],
  )
}

/** The talk may show a reply before its request is answered and tells its id. */
function isOf(shown: AdminMessage, { messageId, isLate, after, text }: Outgoing): boolean {
  if (messageId !== undefined || isLate) return shown.id === messageId
  return shown.role === 'human' && shown.sequence > after && shown.text === text
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Once the page is there: what windows that are closed could not send. */
export function sendWhatIsLeft(): void {
  const others = keptNames(ALL).filter((name) => name !== NAME)
  // Browsers have locks over TLS and on this machine. A window holds its own as long as it is open.
  const { locks } = navigator as Partial<Navigator>
  void locks?.request(NAME, () => new Promise(() => {}))
  for (const name of others) {
    if (locks) void locks.request(name, () => takeOver(name))
    else takeOver(name)
  }
}

/** Whether words arrived whose files are gone, a person has to look. */
function takeOver(name: KeptName): void {
  const left = stored(name)
  set([...entries, ...left.filter(({ hadFiles }) => !hadFiles)])
  keep(name, undefined)
  for (const { handoffId, text, hadFiles } of left)
    if (hadFiles) giveBack(handoffId, text, { code: FILES_GONE, words: '' })
    else void sendAll(handoffId)
}
