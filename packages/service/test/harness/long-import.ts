/** An import that takes long, under way in a service, as far as the test says. */
import { followImport } from '../../src/knowledge/import/progress.ts'
import { discardSet, startWriting } from '../../src/knowledge/write-set.ts'
import { manualClock } from './clock.ts'
import type { TestService } from './service.ts'

export async function beginImport({ service: { database } }: TestService, agentId: string, fileName: string) {
  // The time of the service, which clears sets that nobody has written to for long.
  const clock = manualClock(Date.now())
  const sets = { database, clock, contentChanged: () => {} }
  const documentId = `doc of ${fileName}`
  const { setId } = (await startWriting(sets, documentId)).written
  const follow = followImport(sets, { agentId, fileName, documentId, setId })
  return {
    startedAt: clock.now(),
    /** After so long, so many rows are read. */
    async reach(afterMs: number, read: number, total: number) {
      await clock.advance(afterMs)
      await follow.report({ read, total })
    },
    end: () => follow.end(),
    /** Whoever wrote it is dead; its set is cleared. */
    die: () => discardSet(sets, setId),
  }
}
