/** An installation with very many agents. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedBrowser } from '../../service/test/harness/browser.ts'
import { onSqlite } from '../../service/test/harness/engines.ts'
import { sharedService } from '../../service/test/harness/service.ts'
import { openConsole } from './harness/open-console.ts'

const MANY = 1_100

onSqlite((engine) => {
  const browser = sharedBrowser()
  const service = sharedService(engine)

  test('however many agents there are, the oldest can be found and opened', async () => {
    const oldest = await service().newAgent('The oldest')
    await service().service.database.transaction('test', async (tx) => {
      const row = await tx.q
        .selectFrom('agents')
        .selectAll()
        .where('id', '=', oldest.id)
        .executeTakeFirstOrThrow()
      const newer = Array.from({ length: MANY }, (_, n) => {
        const number = String(n).padStart(12, '0')
        return { ...row, id: `0fffffff-ffff-7fff-bfff-${number}`, name: `Agent ${n}` }
      })
      await tx.q.insertInto('agents').values(newer).execute()
    })
    await using opened = await openConsole(service(), browser())
    const { page } = opened
    await opened.go('/agents')
    await page.getByRole('row').nth(1).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('oldest')
    await page.getByRole('link', { name: 'The oldest' }).click()
    await page.getByRole('heading', { name: 'First steps' }).waitFor()
    assert.deepEqual(opened.problems, [])
  })
})
