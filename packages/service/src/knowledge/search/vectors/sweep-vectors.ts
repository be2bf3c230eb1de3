/** Removes the vectors of questions and passages a base no longer holds, once they are more than those it does. */
import { meaningOf, textKey } from '@tandem/search/meaning'
import type { Database } from '../../../platform/database/handle.ts'
import { pagesOf } from '../../pair-store.ts'
import { changedDocuments } from '../store.ts'
import { countVectors, deleteVectors, keysAfter } from './embedding-store.ts'

const SPARE = 1000
const PAGE = 500

export async function sweepVectors(database: Database, baseId: string, embedder: string): Promise<void> {
  const documents = await changedDocuments(database, baseId, -1)
  const pairs = documents.reduce((sum, { pair_count }) => sum + pair_count, 0)
  if ((await countVectors(database, baseId, embedder)) <= 2 * pairs + SPARE) return
  const used = new Set<string>()
  for (const document of documents) {
    for await (const page of pagesOf(database, document, PAGE))
      for (const pair of page) used.add(textKey(meaningOf(pair)))
  }
  for (let after = ''; ; ) {
    const keys = (await keysAfter(database, baseId, embedder, after, PAGE)).map(({ text_key }) => text_key)
    if (keys.length === 0) return
    after = keys.at(-1) as string
    const unused = keys.filter((key) => !used.has(key))
    if (unused.length > 0)
      await database.transaction(
        'sweep-vectors',
        (tx) => deleteVectors(tx, baseId, embedder, unused),
        'process',
      )
  }
}
