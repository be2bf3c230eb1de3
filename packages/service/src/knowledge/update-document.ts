/** Replaces all pairs of a document, and appends pairs to one. At every instant a reader sees the old content or the new. */

import type { DocumentKind } from '@tandem/contract/documents'
import type { Reader, Tx } from '../platform/database/handle.ts'
import { Fault } from '../platform/fault.ts'
import { newId } from '../platform/ids.ts'
import { checkKind } from './check-kind.ts'
import { moveRuns } from './convert/run-store.ts'
import { moveImports } from './import/store.ts'
import { copyPairs, insertPairs, insertRevision, type Pair, setRevisionState } from './pair-store.ts'
import { type DocumentRow, findDocument, lockDocument, turnDocument } from './store.ts'
import { supersede } from './supersede.ts'
import { turnOver } from './turn-over.ts'
import {
  type AlsoWrite,
  type Content,
  charCount,
  DIRECT_PAIRS,
  type Knowledge,
  turnLive,
  writeRevision,
} from './write-revision.ts'
import { keepRevision, SLICE_PAIRS } from './write-stream.ts'

export interface Replacement {
  readonly docId: string
  readonly baseId: string | undefined
  readonly pairs: Content
  /** These stay as they are when not given. */
  readonly format?: string
  readonly sourceUrl?: string | null | undefined
  readonly isSourceCleared?: boolean | undefined
  /** What the document must hold; pairs unless said otherwise. */
  readonly kind?: DocumentKind
  readonly also?: AlsoWrite
}

export async function replacePairs(
  knowledge: Knowledge,
  agentId: string,
  input: Replacement,
): Promise<{ doc_id: string; doc_name: string }> {
  const { database, clock } = knowledge
  const found = await requireDocument(database, agentId, input.docId)
  checkBase(found, input.baseId)
  checkKind(found, [input.kind ?? 'QA'], 'update')
  const name = await writeRevision(knowledge, found.id, input.pairs, async (tx, written) => {
    const document = await lockOrFail(tx, agentId, input.docId)
    const { format, sourceUrl, isSourceCleared } = input
    await supersede(tx, knowledge, [document.id], clock.now())
    await turnOver(tx, document, { ...written, format, sourceUrl, isSourceCleared }, clock.now())
    await input.also?.(tx, { documentId: document.id, revisionId: written.revisionId })
    return document.name
  })
  knowledge.changed()
  return { doc_id: found.id, doc_name: name }
}

export interface Appending {
  /** Written with the pairs, or neither is. */
  readonly also?: (tx: Tx) => Promise<void>
  /** What the document must hold; pairs unless said otherwise. */
  readonly kinds?: readonly DocumentKind[]
}

export async function appendPairs(
  knowledge: Knowledge,
  agentId: string,
  docId: string,
  pairs: readonly Pair[],
  { also = async () => {}, kinds = ['QA'] }: Appending = {},
): Promise<void> {
  const appending = { also, kinds }
  if (pairs.length <= DIRECT_PAIRS) await appendFew(knowledge, agentId, docId, pairs, appending)
  else while (!(await appendMany(knowledge, agentId, docId, pairs, appending))) {}
  knowledge.changed()
}

async function appendFew(
  { database, clock }: Knowledge,
  agentId: string,
  docId: string,
  pairs: readonly Pair[],
  { also, kinds }: Required<Appending>,
) {
  await database.transaction(async (tx) => {
    const document = await lockOrFail(tx, agentId, docId)
    checkKind(document, kinds, 'append')
    await insertPairs(tx, document.revision_id, document.pair_count, pairs)
    await turnDocument(tx, docId, {
      revision_id: document.revision_id,
      pair_count: document.pair_count + pairs.length,
      char_count: document.char_count + charCount(pairs),
      status: statusWithMore(document),
      updated_at: clock.now(),
    })
    await also(tx)
  })
}

/** A revision of what is there followed by what is new. False when the document changed meanwhile: then it starts over. */
async function appendMany(
  { database, clock }: Knowledge,
  agentId: string,
  docId: string,
  pairs: readonly Pair[],
  { also, kinds }: Required<Appending>,
): Promise<boolean> {
  const before = await requireDocument(database, agentId, docId)
  checkKind(before, kinds, 'append')
  const id = newId(clock.now())
  // Slices need not wait for the disk, as in `writeRevision`: the turn-over does, for all of them.
  const slice = (work: (tx: Tx) => Promise<void>) =>
    database.transaction(async (tx) => {
      await keepRevision(tx, clock, id)
      await work(tx)
    }, 'process')
  await database.transaction((tx) =>
    insertRevision(tx, { id, document_id: docId, state: 'writing', touched_at: clock.now() }),
  )
  try {
    for (let first = 0; first < before.pair_count; first += SLICE_PAIRS) {
      // Not a pair more than were there: others may be appended to the same revision meanwhile.
      const count = Math.min(SLICE_PAIRS, before.pair_count - first)
      await slice((tx) => copyPairs(tx, before.revision_id, id, first, count))
    }
    for (let first = 0; first < pairs.length; first += SLICE_PAIRS) {
      await slice((tx) =>
        insertPairs(tx, id, before.pair_count + first, pairs.slice(first, first + SLICE_PAIRS)),
      )
    }
    return await turnLive(database, clock, id, async (tx) => {
      const now = await lockOrFail(tx, agentId, docId)
      const unchanged = now.revision_id === before.revision_id && now.pair_count === before.pair_count
      if (!unchanged) {
        await setRevisionState(tx, [id], 'retired', clock.now())
        return false
      }
      await turnDocument(tx, docId, {
        revision_id: id,
        pair_count: now.pair_count + pairs.length,
        char_count: now.char_count + charCount(pairs),
        status: statusWithMore(now),
        updated_at: clock.now(),
      })
      await moveRuns(tx, docId, before.revision_id, id)
      await moveImports(tx, docId, before.revision_id, id)
      await setRevisionState(tx, [before.revision_id], 'retired', clock.now())
      await also(tx)
      return true
    })
  } catch (error) {
    await database.transaction((tx) => setRevisionState(tx, [id], 'retired', clock.now())).catch(() => {})
    throw error
  }
}

/** A document of which nothing could be made is good for something once it shows a pair. */
function statusWithMore({ status, pair_count }: DocumentRow): string {
  return status === 'FAILED' && pair_count === 0 ? 'AVAILABLE' : status
}

export async function requireDocument(db: Reader, agentId: string, docId: string): Promise<DocumentRow> {
  const document = await findDocument(db, agentId, docId)
  if (!document) throw documentNotFound('doc_id', [docId])
  return document
}

export async function lockOrFail(tx: Tx, agentId: string, docId: string): Promise<DocumentRow> {
  const document = await lockDocument(tx, agentId, docId)
  if (!document) throw documentNotFound('doc_id', [docId])
  return document
}

export function documentNotFound(field: string, ids: readonly string[]): Fault {
  const shown = ids.slice(0, 5).map((id) => JSON.stringify(id.slice(0, 80)))
  return new Fault(
    'targetNotFound',
    `${field}: found ${shown.join(', ')}, needed the id of a document of this agent`,
  )
}

export function checkBase(document: DocumentRow, baseId: string | undefined): void {
  if (baseId === undefined || baseId === document.base_id) return
  throw new Fault(
    'parameterError',
    `knowledge_base_id: found ${JSON.stringify(baseId.slice(0, 80))}, needed the base of document ${document.id}, or leave it out`,
  )
}
