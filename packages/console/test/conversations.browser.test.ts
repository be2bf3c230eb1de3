/** Looking into conversations: finding one, seeing how an answer came about, and who had the floor at any moment. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { sharedBrowser } from '../../service/test/harness/browser.ts'
import { onSqlite } from '../../service/test/harness/engines.ts'
import { sharedService } from '../../service/test/harness/service.ts'
import { openConsole } from './harness/open-console.ts'
import { fillTalk, type TalkStage } from './shots/stage-talk.ts'

onSqlite((engine) => {
  const browser = sharedBrowser()
  const service = sharedService(engine)
  let agent: { id: string; key: string }
  let talk: TalkStage
  before(async () => {
    agent = await service().newAgent('Demo shop')
    talk = await fillTalk(service(), agent)
  })

  describe('conversations', () => {
    test('an editor finds a conversation by its words, by keyboard alone, and sees why the AI answered so', async () => {
      await using opened = await openConsole(service(), browser(), { role: 'editor' })
      const { page } = opened
      await opened.go(`/a/${agent.id}/conversations`)
      await page
        .getByRole('link', { name: /blue backpack/ })
        .first()
        .waitFor()
      await page.keyboard.press('/')
      await page.keyboard.type('check the stock')
      await page.getByText('1 conversation', { exact: true }).waitFor()
      await page.waitForURL(/q=check\+the\+stock/)
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export' }).click()
      await page.getByRole('menuitem', { name: 'As JSON, a line each' }).click()
      const lines = readFileSync(await (await downloading).path(), 'utf8')
        .trim()
        .split('\n')
      assert.equal(lines.length, 1)
      assert.ok(lines[0]?.includes(talk.story))
      await page.getByRole('menu').waitFor({ state: 'detached' })
      await page.keyboard.press('Escape')
      await page.keyboard.press('j')
      await page
        .getByRole('link', { name: 'What are your opening hours?' })
        .and(page.locator(':focus'))
        .waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'jonas.weber' }).waitFor()
      const answer = page.getByRole('button', { name: /We are open Monday/ })
      await answer.focus()
      await page.keyboard.press('Enter')
      const side = page.getByRole('complementary')
      await side.getByText('100% sure').waitFor()
      await side.getByText('No model was asked').waitFor()
      assert.match(page.url(), /message=/)
      await side.getByRole('button', { name: 'Resolved', exact: true }).click()
      await side.locator('button[aria-pressed=true]', { hasText: 'Resolved' }).waitFor()
      await page.keyboard.press('Escape')
      await side.getByText('How this answer came about').waitFor({ state: 'detached' })
      await page.keyboard.press('Escape')
      await page.getByRole('table', { name: 'Conversations' }).waitFor()
      await page.waitForURL(/q=check\+the\+stock/)
      assert.deepEqual(opened.problems, [])
    })

    test('the arrow keys go through the score and tell who had the floor, what failed and what waited; what is said meanwhile shows by itself', async () => {
      await using opened = await openConsole(service(), browser())
      const { page } = opened
      await opened.go(`/a/${agent.id}/conversations/${talk.story}`)
      const slider = page.getByRole('slider', { name: 'Moment in the conversation' })
      await slider.focus()
      const side = page.getByRole('complementary')
      const told: string[] = []
      await page.keyboard.press('Home')
      // As many moments as the machine made of it.
      const end = await slider.getAttribute('aria-valuemax')
      for (let at: string | null = null; at !== end; at = await slider.getAttribute('aria-valuenow')) {
        if (at !== null) await page.keyboard.press('ArrowRight')
        await side.getByRole('heading', { name: /^At / }).waitFor()
        told.push((await side.textContent()) ?? '')
      }
      const all = told.join('\n')
      assert.match(told[0] ?? '', /The AI has had the floor since/)
      assert.match(told[0] ?? '', /The user wrote/)
      for (const words of [
        /The AI answered/,
        /message, attempt 1, failed after .*503/,
        /message waits for its next try/,
        /Nobody has replied yet; .* left/,
        /establish answered 200/,
        /A person wrote/,
      ])
        assert.match(all, words)
      const box = await slider.boundingBox()
      assert.ok(box)
      await page.mouse.move(box.x + 12, box.y + 10)
      await page.mouse.down()
      await side.getByText('The AI has had the floor since').waitFor()
      await page.mouse.move(box.x + box.width * 0.8, box.y + 10, { steps: 4 })
      await side.getByText('A person has had the floor since').waitFor()
      await page.mouse.up()
      await service().api(
        'POST',
        '/v1/human/message/receive',
        { conversation_id: talk.handoff, timestamp: Date.now(), body: 'It is in stock.' },
        agent.key,
      )
      await page.getByRole('button', { name: 'It is in stock.' }).waitFor()
      assert.deepEqual(opened.problems, [])
    })

    test('long, foreign and hostile words are shown whole and as words; what was said can be taken out as a file', async () => {
      await using opened = await openConsole(service(), browser())
      const { page } = opened
      await opened.go(`/a/${agent.id}/conversations/${talk.badDay}`)
      await page.getByRole('button', { name: /The end\.$/ }).waitFor()
      const log = page.getByRole('log')
      const words = (await log.textContent()) ?? ''
      assert.ok(words.includes('<img src=x onerror='))
      assert.ok(words.includes('<script>alert(1)</script>'))
      assert.ok(words.length > 20_000)
      assert.ok(words.includes('🧳'.repeat(96)))
      assert.equal(await log.locator('img, script, a').count(), 0)
      assert.match(await page.title(), /Tandem/)
      await page.getByRole('button', { name: 'See the files' }).click()
      const link = page.getByRole('link', { name: /🧳/ })
      assert.match((await link.getAttribute('href')) ?? '', /^\/files\//)
      assert.equal(await page.locator('a[href^="javascript" i]').count(), 0)
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export' }).click()
      const file = readFileSync(await (await downloading).path(), 'utf8')
      assert.equal(JSON.parse(file).messages.length, 8)
      assert.deepEqual(opened.problems, [])
    })
  })
})
