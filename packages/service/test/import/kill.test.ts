/** Killed in the middle of an import, the service restarts with nothing of it visible, or all of it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../../src/platform/config.ts'
import { openDatabase } from '../../src/platform/database/open.ts'
import { createLog } from '../../src/platform/log.ts'
import { onEachEngine } from '../harness/engines.ts'
import { serveTandem } from '../harness/process.ts'

const ADMIN_TOKEN = 'an-admin-token-for-tests'
const ROWS = 6000
const csv = `question,answer\n${Array.from({ length: ROWS }, (_, n) => `Question ${n}?,Answer ${n}`).join('\n')}\n`

onEachEngine((engine) => {
  test('killed mid-import: no document is half there, and each that is has its exact ledger', async () => {
    await using store = await engine.freshEnvironment()
    const env = { ...store.env, TANDEM_ADMIN_TOKEN: ADMIN_TOKEN, TANDEM_LOG_LEVEL: 'info' }
    const file_base64 = Buffer.from(csv).toString('base64')
    const body = { purpose: 'QA_FILE', files: [{ file_name: 'faq.csv', file_base64 }] }
    let key = ''
    let acknowledged = 0
    let interrupted = 0
    for (const delayMs of [30, 120, 250, 450, 900]) {
      const tandem = await serveTandem(env)
      key ||= (await tandem.api('POST', '/admin/v1/agents', { name: 'x' }, ADMIN_TOKEN)).json.api_key
      const adding = tandem.api('POST', '/v1/bot/doc/qa/add', body, key).then(
        ({ json }) => json.doc.length,
        () => undefined,
      )
      await pause(delayMs)
      await tandem.kill('SIGKILL')
      const count = await adding
      if (count === 1) acknowledged++
      else interrupted++
      assert.ok((await documentsIn(env)) >= acknowledged, 'an acknowledged document is gone')
    }
    assert.ok(interrupted > 0)
    assert.ok((await documentsIn(env)) <= acknowledged + interrupted)
  })
})

/** How many documents there are; each must have every pair and its account. */
async function documentsIn(env: Parameters<typeof readConfig>[1]): Promise<number> {
  const database = await openDatabase(readConfig('serve', env), createLog('silent'))
  try {
    const documents = await database.q
      .selectFrom('documents')
      .select(['id', 'set_id', 'pair_count'])
      .execute()
    for (const { id, set_id, pair_count } of documents) {
      const { n } = await database.q
        .selectFrom('pairs')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('set_id', '=', set_id)
        .executeTakeFirstOrThrow()
      assert.deepEqual([pair_count, Number(n)], [ROWS, ROWS])
      const imports = await database.q
        .selectFrom('imports')
        .selectAll()
        .where('document_id', '=', id)
        .execute()
      assert.equal(imports.length, 1)
      const ledger = JSON.parse(imports[0]?.ledger ?? '{}')
      assert.deepEqual([ledger.rows_read, ledger.stored, imports[0]?.set_id], [ROWS, ROWS, set_id])
    }
    return documents.length
  } finally {
    await database.close()
  }
}
