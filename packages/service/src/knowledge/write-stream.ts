/** Writes pairs that come slice by slice as a revision nobody reads yet. Whoever turns it over does so in one small transaction. */
import { newId } from '../platform/ids.ts'
import { insertPairs, insertRevision, type Pair, setRevisionState } from './pair-store.ts'
import { type Knowledge, keepRevision, SLICE_PAIRS } from './write-revision.ts'

export interface Written {
  readonly revisionId: string
  readonly pairs: number
  readonly chars: number
}

export async function writeStream(
  { database, clock }: Pick<Knowledge, 'database' | 'clock'>,
  documentId: string,
  source: AsyncIterable<readonly Pair[]>,
): Promise<Written> {
  const revisionId = newId(clock.now())
  await database.transaction((tx) =>
    insertRevision(tx, {
      id: revisionId,
      document_id: documentId,
      state: 'writing',
      touched_at: clock.now(),
    }),
  )
  let pairs = 0
  let chars = 0
  try {
    for await (const list of source) {
      for (let first = 0; first < list.length; first += SLICE_PAIRS) {
        const slice = list.slice(first, first + SLICE_PAIRS)
        const ordinal = pairs
        await database.transaction(async (tx) => {
          await keepRevision(tx, clock, revisionId)
          await insertPairs(tx, revisionId, ordinal, slice)
        }, 'process')
        pairs += slice.length
        for (const { question, answer } of slice) chars += question.length + answer.length
      }
    }
  } catch (error) {
    await discardWritten({ database, clock }, revisionId).catch(() => {})
    throw error
  }
  return { revisionId, pairs, chars }
}

export function discardWritten(
  { database, clock }: Pick<Knowledge, 'database' | 'clock'>,
  revisionId: string,
): Promise<void> {
  return database.transaction((tx) => setRevisionState(tx, [revisionId], 'retired', clock.now()))
}
