/** Signing in and staying in: by link and by password, back to the same place, and nothing lost when the session ends. */
import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { sharedBrowser } from '../../service/test/harness/browser.ts'
import { onSqlite } from '../../service/test/harness/engines.ts'
import { sharedService } from '../../service/test/harness/service.ts'
import { newPerson, openConsole, openPage, PASSWORD } from './harness/open-console.ts'

const ASSETS = join(import.meta.dirname, '../dist/assets')

onSqlite((engine) => {
  const browser = sharedBrowser()
  const service = sharedService(engine)

  describe('signing in', () => {
    test('a link signs in once and leaves no code in the address; the second time it says so', async () => {
      const { link } = await newPerson(service())
      await using first = await openPage(service(), browser())
      await first.page.goto(link)
      await first.page.getByRole('heading', { name: 'Agents' }).waitFor()
      assert.ok(!first.page.url().includes('code'))
      await using second = await openPage(service(), browser())
      await second.page.goto(link)
      await second.page.getByText('This link has been used').waitFor()
      assert.deepEqual([...first.problems, ...second.problems], [])
    })

    test('the first load, with the overview of an agent, is at most 170 KB as gzip', async () => {
      await service().newAgent('Shop')
      await using opened = await openConsole(service(), browser())
      const { page } = opened
      await page.goto(`${service().url}/console`)
      await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
      await page.getByText('Questions').first().waitFor()
      const names = await page.evaluate<string[]>(
        `performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('/assets/'))`,
      )
      const sizes = names.map((name) => statSync(join(ASSETS, `${name.split('/').at(-1)}.gz`)).size)
      const total = sizes.reduce((sum, size) => sum + size, 0)
      assert.ok(total > 50_000 && total <= 170_000, `${total} bytes in ${names.length} files`)
    })

    test('the first load of the desk is at most 150 KB as gzip', () => {
      const page = readFileSync(join(ASSETS, '../desk.html'), 'utf8')
      const names = [...page.matchAll(/assets\/([\w.-]+)/g)].map(([, name]) => name)
      const total = names.reduce((sum, name) => sum + statSync(join(ASSETS, `${name}.gz`)).size, 0)
      assert.ok(total > 50_000 && total <= 150_000, `${total} bytes in ${names.length} files`)
    })

    test('a password leads to the address that was asked for; a wrong one is told', async () => {
      const { email } = await newPerson(service(), { hasPassword: true })
      await using opened = await openPage(service(), browser())
      const { page } = opened
      await opened.go('/agents/new')
      await page.getByLabel('Email address').fill(email)
      await page.getByLabel('Password').fill('wrong')
      await page.keyboard.press('Enter')
      await page.getByText('The email address or the password is wrong.').waitFor()
      await page.getByLabel('Password').fill(PASSWORD)
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'New agent' }).waitFor()
      assert.deepEqual(opened.problems, [])
    })

    test('what somebody has typed is kept for them, and the next person at the browser does not see it', async () => {
      const agent = await service().newAgent('Shop')
      const [ann, bob] = [
        await newPerson(service(), { hasPassword: true }),
        await newPerson(service(), { hasPassword: true }),
      ]
      await using opened = await openPage(service(), browser())
      const { page, context } = opened
      const enter = async ({ email }: typeof ann) => {
        await page.getByLabel('Email address').fill(email)
        await page.getByLabel('Password').fill(PASSWORD)
        await page.keyboard.press('Enter')
      }
      const name = page.getByLabel('Name of the document')
      const typePage = `/a/${agent.id}/knowledge/type`
      await opened.go(typePage)
      await enter(ann)
      await name.fill('Of Ann alone')
      await context.clearCookies()
      await page.reload()
      await enter(bob)
      await name.waitFor()
      assert.equal(await name.inputValue(), '')
      await name.fill('Of Bob alone')
      await context.clearCookies()
      await page.reload()
      await enter(ann)
      await name.waitFor()
      assert.equal(await name.inputValue(), 'Of Ann alone')
      assert.deepEqual(opened.problems, [])
    })

    test('somebody else who signs in above the page gets a page of their own', async () => {
      await using opened = await openConsole(service(), browser())
      const { email } = await newPerson(service(), { hasPassword: true })
      const { page, context } = opened
      await opened.go('/agents/new')
      await page.getByLabel('Name', { exact: true }).fill('Half a name')
      await context.clearCookies()
      await page.getByRole('button', { name: 'Create agent' }).click()
      const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
      await dialog.getByLabel('Email address').fill(email)
      await dialog.getByLabel('Password').fill(PASSWORD)
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Create agent' }).waitFor()
      assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), '')
      assert.deepEqual(opened.problems, [])
    })

    test('a session that ends in mid-work asks to sign in above the page, and what was typed is still there', async () => {
      await using opened = await openConsole(service(), browser(), { hasPassword: true })
      const { page, context } = opened
      await opened.go('/agents/new')
      await page.getByLabel('Name', { exact: true }).fill('Half a name')
      await context.clearCookies()
      await page.getByRole('button', { name: 'Create agent' }).click()
      const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
      await dialog.waitFor()
      assert.match(await dialog.getByLabel('Email address').inputValue(), /^ann-/)
      await dialog.getByLabel('Password').fill(PASSWORD)
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Half a name')
      await page.getByRole('button', { name: 'Create agent' }).click()
      await page.getByText('Half a name is ready').waitFor()
      assert.deepEqual(opened.problems, [])
    })
  })
})
