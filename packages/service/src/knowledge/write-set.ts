/**
 * How pairs are written. New content of a document is written as a *set* beside what the document shows, in slices so short
 * that no request waits behind them. Nobody reads it yet. Then one small transaction shows it: `revisions.ts`. A writer that
 * fails or dies leaves a set that is cleared afterwards (`clear-sets.ts`), and the old content stays.
 *
 * States of a set: writing → live → retired, or writing → draft → retired while it waits for approval. It is live as long as a
 * revision shows it.
 */
import type { Core } from '../platform/core.ts'
import type { Tx } from '../platform/database/handle.ts'
import { newId } from '../platform/ids.ts'
import type { PairChanges, PairMatcher } from './match-pairs.ts'
import {
  copyPairs,
  endWriting,
  insertPairs,
  insertSet,
  nextOrdinal,
  type Pair,
  type PairText,
  pagesOf,
  pairOf,
  reserveOrdinals,
  restorePairs,
} from './pair-store.ts'
import type { DocumentRow } from './store.ts'

export interface Written {
  readonly setId: string
  readonly pairCount: number
  /** UTF-16 units of all pairs. */
  readonly charCount: number
  /** Compared with the revision that was shown when the writing began. */
  readonly changes: PairChanges
  /** Not counted above. */
  readonly kept?: Kept | undefined
}

/** Pairs of the document that stay beside the new content, at the end of its set. */
export interface Kept {
  /** The document as it was when they were copied: its revision, and the number of its pairs. */
  readonly revision: number
  readonly shownPairs: number
  /** The ordinal after the last of them in the document. */
  readonly end: number
  /** The ordinal of the first of them in the new set. */
  readonly first: number
  readonly pairCount: number
  readonly charCount: number
}

interface SetDeps extends Pick<Core, 'clock' | 'database'> {
  /** Called when there is a set to clear. */
  readonly contentChanged: () => void
}

/** A set that is being written. One call at a time. */
export type Writing = Awaited<ReturnType<typeof startWriting>>

/** Pairs to write, or a set that was written already. */
export type Content = readonly Pair[] | Written

/** Up to this many pairs are written in the transaction that shows them, where they are short. */
const DIRECT_PAIRS = 200
/** One slice holds the only writer of the embedded engine for a few milliseconds. */
export const SLICE_PAIRS = 500
const SLICE_CHARS = 256 * 1024
/** A slice of pairs that are copied within the database, where their length is not known. */
const COPIED_PAIRS = 100
/** Up to this many pairs are copied or restored in the transaction that shows them. */
export const FEW_PAIRS = 2000

const ABANDONED = 'The set being written was cleared as abandoned; its writer was silent for too long.'

/** Pairs that `matcher` recognises keep their ids. */
export async function startWriting({ database, clock }: SetDeps, documentId: string, matcher?: PairMatcher) {
  const setId = newId(clock.now())
  await database.transaction('write-set: start', (tx) =>
    insertSet(tx, { id: setId, document_id: documentId, state: 'writing', touched_at: clock.now() }),
  )
  let pairCount = 0
  let charCount = 0
  let kept: Kept | undefined
  /** Need not wait for the disk: nobody reads a slice before the commit that shows it, which waits with all before it. */
  const slice = (count: number, write: (tx: Tx, first: number) => Promise<void>) =>
    database.transaction(
      'write-set: slice',
      async (tx) => {
        const first = await reserveOrdinals(tx, setId, 'writing', count, clock.now())
        if (first === undefined) throw new Error(ABANDONED)
        await write(tx, first)
      },
      'process',
    )
  return {
    /** Adds pairs that the revisions from `addedIn` on show; by default all revisions of the set. */
    async add(list: readonly Pair[], addedIn?: number): Promise<void> {
      for (const some of slicesOf(list)) {
        const known = matcher ? some.map(matcher.withId) : some
        await slice(some.length, (tx, first) => insertPairs(tx, setId, first, known, addedIn))
        pairCount += some.length
        charCount += countChars(some)
      }
    },
    /** Copies a set, in the database. To be called first. */
    async copy(shown: Pick<DocumentRow, 'set_id' | 'pair_count' | 'char_count'>): Promise<void> {
      const end = await nextOrdinal(database, shown.set_id)
      for (let at = 0; at < end; at += COPIED_PAIRS) {
        const count = Math.min(COPIED_PAIRS, end - at)
        await slice(count, (tx, first) => copyPairs(tx, shown.set_id, setId, first, count))
      }
      pairCount += shown.pair_count
      charCount += shown.char_count
    },
    /** Makes the copy show, from revision `from` on, what an earlier revision showed. */
    async restore(revision: number, from: number): Promise<void> {
      const end = await nextOrdinal(database, setId)
      for (let first = 0; first < end; first += COPIED_PAIRS) {
        const some = { first, count: COPIED_PAIRS }
        await slice(0, (tx) => restorePairs(tx, { set_id: setId, revision }, from, some))
      }
    },
    /** Copies what a document shows from an ordinal on, if it is much. To be called last. */
    async keep(document: DocumentRow, first: number): Promise<void> {
      if ((await nextOrdinal(database, document.set_id)) - first <= FEW_PAIRS) return
      const begin = await nextOrdinal(database, setId)
      const counts = { end: first, pairCount: 0, charCount: 0 }
      for await (const page of pagesOf(database, document, { first, size: COPIED_PAIRS })) {
        await slice(page.length, (tx, at) => insertPairs(tx, setId, at, page.map(pairOf)))
        counts.end = (page.at(-1)?.ordinal ?? 0) + 1
        counts.pairCount += page.length
        counts.charCount += countChars(page)
      }
      kept = { revision: document.revision, shownPairs: document.pair_count, first: begin, ...counts }
    },
    /** The set so far. */
    get written(): Written {
      return { setId, pairCount, charCount, changes: changesOf(pairCount, matcher), kept }
    },
  }
}

/** Without a matcher, every pair is new. */
const changesOf = (pairCount: number, matcher: PairMatcher | undefined): PairChanges =>
  matcher?.changes() ?? { added: pairCount, changed: 0, removed: 0 }

/** When `write` fails, the set is discarded. */
export async function writeSet(
  knowledge: SetDeps,
  documentId: string,
  write: (writing: Writing) => Promise<void>,
  matcher?: PairMatcher,
): Promise<Written> {
  const writing = await startWriting(knowledge, documentId, matcher)
  try {
    await write(writing)
  } catch (error) {
    await discardSet(knowledge, writing.written.setId)
    throw error
  }
  return writing.written
}

/** Does nothing to a set that was shown after all. Never fails: a set that stays behind is cleared as abandoned. */
export async function discardSet({ database, clock, contentChanged }: SetDeps, id: string): Promise<void> {
  await database
    .transaction('write-set: discard', (tx) => endWriting(tx, id, 'retired', clock.now()))
    .then(contentChanged, () => {})
}

/** Runs `show` in the transaction that makes the content a live set or a draft. When it throws, nothing remains. */
export async function finishSet<T>(
  knowledge: SetDeps,
  documentId: string,
  content: Content,
  state: 'live' | 'draft',
  show: (tx: Tx, written: Written) => Promise<T>,
  matcher?: PairMatcher,
): Promise<T> {
  const { database, clock } = knowledge
  if (isList(content) && isSmall(content)) {
    const id = newId(clock.now())
    const known = matcher ? content.map(matcher.withId) : content
    const pairCount = content.length
    const changes = changesOf(pairCount, matcher)
    return database.transaction('write-set: show', async (tx) => {
      const touched = { touched_at: clock.now(), next_ordinal: pairCount }
      await insertSet(tx, { id, document_id: documentId, state, ...touched })
      await insertPairs(tx, id, 0, known)
      return show(tx, { setId: id, pairCount, charCount: countChars(content), changes })
    })
  }
  const written = isList(content)
    ? await writeSet(knowledge, documentId, (writing) => writing.add(content), matcher)
    : content
  try {
    return await database.transaction('write-set: show', async (tx) => {
      if (!(await endWriting(tx, written.setId, state, clock.now()))) throw new Error(ABANDONED)
      return show(tx, written)
    })
  } catch (error) {
    await discardSet(knowledge, written.setId)
    throw error
  }
}

export const isList = (content: Content): content is readonly Pair[] => Array.isArray(content)

/** Whether they are written in the transaction that shows them. */
export const isSmall = (list: readonly Pair[]) =>
  list.length <= DIRECT_PAIRS && countChars(list) <= SLICE_CHARS

function* slicesOf(list: readonly Pair[]): Generator<readonly Pair[]> {
  let chars = 0
  for (let from = 0, to = 1; from < list.length; to++) {
    chars += countChars(list.slice(to - 1, to))
    if (to < list.length && to - from < SLICE_PAIRS && chars < SLICE_CHARS) continue
    yield list.slice(from, to)
    from = to
    chars = 0
  }
}

export function countChars(pairs: readonly PairText[]): number {
  let chars = 0
  for (const { question, answer } of pairs) chars += question.length + answer.length
  return chars
}
