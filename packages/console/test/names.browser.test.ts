/** Names and words that are hard to show: long ones without a space, and ones that run from right to left. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sharedBrowser } from '../../service/test/harness/browser.ts'
import { onSqlite } from '../../service/test/harness/engines.ts'
import { sharedService } from '../../service/test/harness/service.ts'
import { openConsole } from './harness/open-console.ts'

const LONG = 'Instructions_for_the_return_of_parcels_from_other_countries_of_the_union_2026_final_version'
const HEBREW = 'מתי תגיע החבילה שלי אם הזמנתי תיק כחול בגודל עשרים ליטר בחנות שליד התחנה המרכזית'

/** Whether the first letter of the words stands within what is shown of them, in the part of the page. */
const beginIsSeen = (page: Page, part: string) =>
  page.evaluate<boolean>(`(() => {
    const letters = document.createTreeWalker(document.querySelector('${part}'), NodeFilter.SHOW_TEXT)
    while (letters.nextNode().data !== '${HEBREW}');
    const first = document.createRange()
    first.setStart(letters.currentNode, 0)
    first.setEnd(letters.currentNode, 1)
    const { left, right } = first.getBoundingClientRect()
    const frame = letters.currentNode.parentElement.closest('.truncate').getBoundingClientRect()
    return left >= frame.left - 1 && right <= frame.right + 1
  })()`)

onSqlite((engine) => {
  const browser = sharedBrowser()
  const service = sharedService(engine)

  describe('names that are hard to show', () => {
    test('a name without a space breaks within its page, wide and narrow', async () => {
      const agent = await service().newAgent('Shop')
      const docId = await service().addDocument(agent.key, [{ question: 'Why?', answer: LONG }], {
        name: `${LONG}${LONG}`,
      })
      await service().admin('POST', `/agents/${agent.id}/human-services`, {
        name: `${LONG}${LONG}`,
        kind: 'desk',
      })
      for (const isNarrow of [false, true]) {
        await using opened = await openConsole(service(), browser(), { isNarrow })
        const { page } = opened
        const fits = async (path: string) => {
          await opened.go(path)
          const heading = page.getByRole('heading', { name: LONG })
          await heading.waitFor()
          const { x, width } = (await heading.boundingBox()) ?? { x: 0, width: Number.POSITIVE_INFINITY }
          assert.ok(x + width <= (page.viewportSize()?.width ?? 0), `${path} ends at ${x + width} px`)
        }
        await fits(`/a/${agent.id}/knowledge/d/${docId}`)
        await fits(`/a/${agent.id}/integration?part=services`)
        await page.getByRole('button', { name: 'Edit' }).click()
        const title = page.getByRole('dialog').getByRole('heading', { name: LONG })
        await title.waitFor()
        const { scrollWidth, clientWidth } = await title.evaluate((it) => {
          const { scrollWidth, clientWidth } = it as unknown as Record<'scrollWidth' | 'clientWidth', number>
          return { scrollWidth, clientWidth }
        })
        assert.ok(scrollWidth <= clientWidth, 'the title of a dialog')
        assert.deepEqual(opened.problems, [])
      }
    })

    test('words that run from right to left are cut at their end, and not where they begin', async () => {
      const agent = await service().newAgent(HEBREW)
      const { json } = await service().api('POST', '/v1/conversation', { user_id: 'dana' }, agent.key)
      const message = { role: 'user', content: [{ type: 'text', text: HEBREW }] }
      const body = { conversation_id: json.conversation_id, response_mode: 'blocking', messages: [message] }
      await service().api('POST', '/v2/conversation/message', body, agent.key)
      for (const isNarrow of [false, true]) {
        await using opened = await openConsole(service(), browser(), { isNarrow })
        const { page } = opened
        for (const path of ['conversations', 'unanswered']) {
          await opened.go(`/a/${agent.id}/${path}`)
          await page.getByRole('row').getByText(HEBREW).first().waitFor()
          assert.ok(await beginIsSeen(page, '[role=row] [role=cell]'), `${path}, narrow: ${isNarrow}`)
        }
        if (isNarrow) await page.getByRole('button', { name: 'Open the navigation' }).click()
        await page.getByRole('navigation').getByText(HEBREW).waitFor()
        assert.ok(await beginIsSeen(page, 'nav'), `the agent, narrow: ${isNarrow}`)
        assert.deepEqual(opened.problems, [])
      }
    })
  })
})
