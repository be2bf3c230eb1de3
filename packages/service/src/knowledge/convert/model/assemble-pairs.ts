/** Puts the chunks of a conversion together again, in the order of the document: what was found, what the model made, and where it made nothing, what there is without it. */
import { hash } from 'node:crypto'
import type { ConvertedPair } from '@tandem/documents/find-pairs'
import type { Database } from '../../../platform/database/handle.ts'
import type { Pair } from '../../pair-store.ts'
import { type Collected, collectHeld } from '../run-report.ts'
import { chunksFrom } from '../run-store.ts'
import type { ChunkResult } from './chunk.ts'

const PAGE_CHUNKS = 20

/** `collected` is filled on the way. With `withHeld` pairs that were held back are among the others, each saying so. */
export async function* assemblePairs(
  database: Database,
  runId: string,
  withHeld: boolean,
  collected: Collected,
): AsyncGenerator<Pair[]> {
  const seen = new Set<string>()
  for (let from = 0; ; ) {
    const rows = await chunksFrom(database, runId, from, PAGE_CHUNKS)
    if (rows.length === 0) return
    for (const row of rows) {
      const result = row.result === null ? undefined : (JSON.parse(row.result) as ChunkResult)
      // Of a chunk that failed in part, the result holds what stands in for the rest.
      const isMade = result && (row.state === 'done' || result.pairs.length > 0)
      const made = isMade ? result.pairs : (JSON.parse(row.fallback) as ConvertedPair[])
      if (isMade && row.state === 'done')
        collected.kept += made.filter(({ origin }) => origin.how !== 'model').length
      if (result) {
        collectHeld(collected, result.held)
        collected.uncovered.push(...result.uncovered)
      }
      const list: Pair[] = []
      for (const pair of withHeld ? [...made, ...(result?.held ?? [])] : made) {
        const key = hash('sha1', JSON.stringify([pair.question, pair.answer]))
        if (seen.has(key)) collected.repeated++
        else list.push({ ...pair, origin: JSON.stringify(pair.origin) })
        seen.add(key)
      }
      collected.pairs += list.length
      if (list.length > 0) yield list
    }
    from = (rows.at(-1)?.ordinal ?? from) + 1
  }
}
