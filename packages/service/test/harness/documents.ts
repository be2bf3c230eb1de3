/** What a reader of a document sees at one instant: its row and the pairs of its present revision, in one statement. */
import type { Reader } from '../../src/platform/database/handle.ts'

export interface SeenDocument {
  readonly name: string
  readonly pairCount: number
  readonly setId: string
  readonly pairs: readonly { question: string; answer: string }[]
}

export async function readDocument(db: Reader, docId: string): Promise<SeenDocument | undefined> {
  const rows = await db.q
    .selectFrom('documents as doc')
    .leftJoin('pairs as pair', (join) =>
      join
        .onRef('pair.set_id', '=', 'doc.set_id')
        .onRef('pair.added_in', '<=', 'doc.revision')
        .on((pair) =>
          pair.or([
            pair('pair.removed_in', 'is', null),
            pair('pair.removed_in', '>', pair.ref('doc.revision')),
          ]),
        ),
    )
    .select(['doc.name', 'doc.pair_count', 'doc.set_id', 'pair.question', 'pair.answer'])
    .where('doc.id', '=', docId)
    .orderBy('pair.ordinal')
    .execute()
  const [first] = rows
  if (!first) return undefined
  return {
    name: first.name,
    pairCount: first.pair_count,
    setId: first.set_id,
    pairs: rows.flatMap(({ question, answer }) =>
      question === null || answer === null ? [] : [{ question, answer }],
    ),
  }
}

/** Says why a document is not whole: every pair it counts, in order, all of one version. Undefined when it is. */
export function brokenness(document: SeenDocument): string | undefined {
  const { pairCount, pairs } = document
  if (pairs.length !== pairCount) return `${pairs.length} pairs, but the document counts ${pairCount}`
  const versions = new Set(pairs.map(({ answer }) => answer))
  if (versions.size !== 1) return `pairs of several versions: ${[...versions].join(', ')}`
  const astray = pairs.findIndex(({ question }, n) => question !== `Question ${n}?`)
  return astray === -1 ? undefined : `pair ${astray} is ${pairs[astray]?.question}`
}
