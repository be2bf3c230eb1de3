/**
 * The process is killed with SIGKILL at random moments during a stream of adds and replaces, many times over, and started
 * again on the same store: every acknowledged change is there, and every document is whole.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../../src/platform/config.ts'
import type { Database } from '../../src/platform/database/handle.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import { createLog } from '../../src/platform/log.ts'
import { brokenness, readDocument } from '../harness/documents.ts'
import { onEachEngine } from '../harness/engines.ts'
import { type RunningService, serveTandem } from '../harness/process.ts'
import { eventually, pairsOf } from '../harness/service.ts'

const ADMIN_TOKEN = 'an-admin-token-for-tests'
const ROUNDS = 4
const WRITERS = 4
/** Below and above what is written in one transaction, and in several slices. */
const SIZES = [1, 3, 180, 260, 1200]

/** What is known of a document: the last acknowledged version, and the one whose answer never came. */
interface Known {
  acknowledged: string | undefined
  attempted: string | undefined
}

/** Numbers that look random and are the same in every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

onEachEngine((engine) => {
  test('killed at random moments, it restarts with every acknowledged change, and every document whole', async () => {
    await using store = await engine.freshEnvironment()
    const env = { ...store.env, TANDEM_ADMIN_TOKEN: ADMIN_TOKEN, TANDEM_LOG_LEVEL: 'info' }
    const random = seeded(7070)
    const known = new Map<string, Known>()
    let key = ''
    let acknowledgedCount = 0
    let interruptedCount = 0

    /** Adds and replaces until the process is gone. Each writer has documents of its own, so that their order is known. */
    async function write(tandem: RunningService, round: number, writer: number): Promise<void> {
      const own: string[] = []
      for (let n = 0; ; n++) {
        const version = `version r${round}w${writer}n${n}`
        const qaList = pairsOf(SIZES[(n + writer) % SIZES.length] ?? 1).map((pair) => ({
          ...pair,
          answer: version,
        }))
        const docId = n % 3 === 0 ? undefined : own[n % own.length]
        const state = docId === undefined ? undefined : known.get(docId)
        if (state) state.attempted = version
        try {
          const answer =
            docId === undefined
              ? await tandem.api('POST', '/v1/bot/doc/qa/add', { purpose: 'QA_TEXT', name: 'x', qaList }, key)
              : await tandem.api('PUT', '/v1/bot/doc/qa/update', { doc_id: docId, qaList }, key)
          assert.equal(answer.status, 200, answer.text)
          acknowledgedCount++
          const id = answer.json.doc[0].doc_id as string
          if (docId === undefined) own.push(id)
          known.set(id, { acknowledged: version, attempted: undefined })
        } catch (error) {
          // The answer never came; anything else is a failure of the service.
          if (!(error instanceof TypeError)) throw error
          interruptedCount++
          return
        }
      }
    }

    async function check(database: Database): Promise<void> {
      for (const [docId, state] of known) {
        const document = await readDocument(database, docId)
        assert.ok(document, `an acknowledged document is gone: ${docId}`)
        const version = document.pairs[0]?.answer
        const allowed = [state.acknowledged, state.attempted]
        assert.ok(version && allowed.includes(version), `${version} is there, not one of ${allowed}`)
        state.acknowledged = version
        state.attempted = undefined
      }
      const documents = await database.q.selectFrom('documents').select('id').execute()
      for (const { id } of documents) {
        const document = await readDocument(database, id)
        assert.ok(document)
        assert.equal(brokenness(document), undefined)
      }
      const astray = await database.q
        .selectFrom('documents')
        .leftJoin('pair_sets', 'pair_sets.id', 'documents.set_id')
        .select(['documents.id', 'pair_sets.state'])
        .where((eb) => eb.or([eb('pair_sets.state', 'is', null), eb('pair_sets.state', '<>', 'live')]))
        .execute()
      assert.deepEqual(astray, [], 'a document shows a revision that is not live')
    }

    for (let round = 0; round <= ROUNDS; round++) {
      const tandem = await serveTandem(env)
      if (round === 0) {
        key = (await tandem.api('POST', '/admin/v1/agents', { name: 'x' }, ADMIN_TOKEN)).json.api_key
      }
      const database = await openDatabase(readConfig('serve', env), createLog('silent'))
      try {
        await check(database)
      } finally {
        await database.close()
      }
      if (round === ROUNDS) {
        assert.deepEqual(await tandem.kill('SIGTERM'), { code: 0, signal: null })
        break
      }
      const writers = Array.from({ length: WRITERS }, (_, writer) => write(tandem, round, writer))
      // By what was done and not by the time alone, or a slow machine would be killed before it has done anything.
      const enough = acknowledgedCount + Math.floor(8 * random())
      await eventually(
        'changes',
        () => acknowledgedCount,
        (count) => count >= enough,
      )
      await pause(60 * random())
      await tandem.kill('SIGKILL')
      await Promise.all(writers)
    }
    assert.ok(
      acknowledgedCount > ROUNDS && interruptedCount >= ROUNDS,
      `${acknowledgedCount}, ${interruptedCount}`,
    )
  })
})
