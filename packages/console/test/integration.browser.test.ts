/** The integration: a developer sets a webhook, signs it, adds a desk with hours, makes a key, and tests each at once. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sharedBrowser } from '../../service/test/harness/browser.ts'
import { onSqlite } from '../../service/test/harness/engines.ts'
import { sharedService } from '../../service/test/harness/service.ts'
import { openConsole } from './harness/open-console.ts'

onSqlite((engine) => {
  const browser = sharedBrowser()
  const service = sharedService(engine)

  describe('the integration', () => {
    test('the message webhook is set, signed, rotated and tested, and each test shows its request and response', async () => {
      const agent = await service().newAgent('Demo shop')
      const { url } = (await service().admin('PUT', `/agents/${agent.id}/sink`, {})).json
      await using opened = await openConsole(service(), browser(), { role: 'developer' })
      const { page } = opened
      await opened.go(`/a/${agent.id}/integration`)
      await page.getByLabel('URL').fill(url)
      await page.getByLabel('User name').fill('tandem')
      await page.getByLabel('Password').fill('hidden words')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Set to tandem').waitFor()

      await page.getByRole('button', { name: 'New secret' }).click()
      await page.getByRole('button', { name: 'Create secret' }).click()
      const secret = await page
        .getByRole('dialog')
        .getByText(/^whsec_/)
        .textContent()
      await page.getByRole('button', { name: 'Close' }).last().click()
      await page.getByRole('button', { name: 'New secret' }).click()
      await page.getByRole('button', { name: 'Create secret' }).click()
      await page
        .getByRole('dialog')
        .getByText(/^whsec_/)
        .waitFor()
      await page.getByRole('button', { name: 'Close' }).last().click()
      await page.getByText(/^expires/).waitFor()
      assert.ok(!(await page.content()).includes(secret ?? ''), 'a secret is shown once')

      await page.getByRole('button', { name: 'Test it now' }).click()
      await page.getByText('it responds as it should').waitFor()
      await page.getByText('"istest": true').waitFor()
      await page.getByRole('tab', { name: 'Headers' }).click()
      const headers = await page.getByRole('region', { name: 'Headers' }).textContent()
      assert.match(headers ?? '', /authorization: Basic \*\*\*/)
      assert.match(headers ?? '', /webhook-signature: v1,\S+ v1,\S+/, 'both living secrets sign')
      await page.getByRole('tab', { name: 'Response' }).click()
      await page.getByText('"msg":"success"').waitFor()

      await service().admin('PUT', `/agents/${agent.id}/sink`, { status: 500 })
      await page.getByRole('button', { name: 'Test it now' }).click()
      await page.getByText('it does not respond as it should').waitFor()
      assert.deepEqual(opened.problems, [])
    })

    test('a desk is added with its hours and tested; a key is made, tried, and refused once it is revoked', async () => {
      const agent = await service().newAgent('Demo shop')
      const { url } = (await service().admin('PUT', `/agents/${agent.id}/sink`, {})).json
      await using opened = await openConsole(service(), browser(), { role: 'developer' })
      const { page } = opened
      await opened.go(`/a/${agent.id}/integration?part=services`)
      await page.getByRole('button', { name: 'New human service' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name', { exact: true }).fill('Support desk')
      await dialog.getByLabel('Base URL').fill(url)
      await dialog.getByRole('tab', { name: 'Hours' }).click()
      await dialog.getByLabel('People are there at any time').uncheck()
      await dialog.getByLabel('Time zone').fill('Europe/Berlin')
      await dialog.getByRole('button', { name: 'Sat' }).click()
      await dialog.getByRole('tab', { name: 'Triggers' }).click()
      await dialog.getByLabel('Phrases that lead here').fill('invoice\ncomplaint')
      await dialog.getByRole('tab', { name: 'Texts' }).click()
      await dialog.getByLabel('When a person is there').fill('Ann is with you now.')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await page.getByText('hours in Europe/Berlin').waitFor()
      const { items } = (await service().admin('GET', `/agents/${agent.id}/human-services`)).json
      assert.deepEqual(items[0].options.hours.weekly[0].days, ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'])
      assert.deepEqual(items[0].options.phrases, ['invoice', 'complaint'])
      assert.deepEqual(items[0].options.texts, { en: { connected: 'Ann is with you now.' } })
      await page.getByRole('button', { name: 'Test it now' }).click()
      await page.getByText(/\/conversation\/establish → 200/).waitFor()
      await page.getByText(/\/chat → 200/).waitFor()

      await page.getByRole('tab', { name: 'API keys' }).click()
      await page.getByRole('button', { name: 'New key' }).click()
      await dialog.getByLabel('What it is for').fill('Shop server')
      await dialog.getByRole('button', { name: 'Create key' }).click()
      const key = await dialog.getByRole('region', { name: 'API key' }).textContent()
      await dialog.getByRole('button', { name: 'Test it now' }).click()
      await dialog.getByText('"type": "agent"').waitFor()
      await dialog.getByRole('button', { name: 'Close' }).last().click()
      const row = page.getByRole('row').filter({ hasText: 'Shop server' })
      await row.getByRole('button', { name: 'Revoke' }).click()
      await dialog.getByText('Revoke the key “Shop server”').waitFor()
      await dialog.getByRole('button', { name: 'Revoke' }).click()
      await row.getByText('revoked').waitFor()
      assert.equal((await service().api('GET', '/v1/api-key/verify', undefined, key?.trim())).status, 401)
      assert.deepEqual(opened.problems, [])
    })

    test('the credentials of a human service stay when their fields are left empty, as the form says; another host needs them again, and they can be deleted', async () => {
      const agent = await service().newAgent('Demo shop')
      const desk = { name: 'Support desk', webhook_url: 'http://127.0.0.1:9/desk' }
      const services = `/agents/${agent.id}/human-services`
      await service().admin('POST', services, { ...desk, username: 'desk', secret: 'hidden words' })
      const stored = async () => (await service().admin('GET', services)).json.items[0]
      await using opened = await openConsole(service(), browser(), { role: 'developer' })
      const { page } = opened
      const dialog = page.getByRole('dialog')
      await opened.go(`/a/${agent.id}/integration?part=services`)
      await page.getByRole('button', { name: 'Edit' }).click()
      await dialog.getByText('Set to desk. Leave empty to keep it.').waitFor()
      await dialog.getByLabel('Name', { exact: true }).fill('Help desk')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'detached' })
      const { name, username, has_secret } = await stored()
      assert.deepEqual([name, username, has_secret], ['Help desk', 'desk', true])

      await page.getByRole('button', { name: 'Edit' }).click()
      await dialog.getByLabel('Base URL').fill('https://elsewhere.example/desk')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.getByText(/needed the secret again/).waitFor()
      assert.equal((await stored()).webhook_url, desk.webhook_url)
      await dialog.getByLabel('Password').fill('new words')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'detached' })
      assert.equal((await stored()).webhook_url, 'https://elsewhere.example/desk')

      await page.getByRole('button', { name: 'Edit' }).click()
      await dialog.getByLabel('Password').fill('typed before it was clear')
      await dialog.getByLabel('Send no credentials').check()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'detached' })
      const after = await stored()
      assert.deepEqual([after.username, after.has_secret], [null, false])
      await page.getByRole('button', { name: 'Edit' }).click()
      await dialog.getByText('Needs a user name.').waitFor()
      assert.equal(await dialog.getByLabel('Send no credentials').count(), 0)
    })

    test('by keyboard alone a key is made, read and revoked: the focus never falls behind a dialog, nor out of the page with what was pressed', async () => {
      const agent = await service().newAgent('Demo shop')
      await service().admin('POST', `/agents/${agent.id}/api-keys`, { label: 'Old server' })
      await using opened = await openConsole(service(), browser(), { role: 'developer' })
      const { page } = opened
      const dialog = page.getByRole('dialog')
      const isFocused = page.locator(':focus-within')
      await opened.go(`/a/${agent.id}/integration?part=keys`)
      await page.getByRole('tab', { name: 'API keys' }).press('Tab')
      await page.getByRole('tabpanel').and(page.locator(':focus')).waitFor()
      const outline = await page.evaluate<string>('getComputedStyle(document.activeElement).outlineStyle')
      assert.notEqual(outline, 'none', 'the focus on what belongs to a tab can be seen')
      await page.getByRole('button', { name: 'New key' }).press('Enter')
      await dialog.getByLabel('What it is for').and(page.locator(':focus')).waitFor()
      await page.keyboard.type('Shop server')
      await page.keyboard.press('Enter')
      await dialog.getByRole('region', { name: 'API key' }).waitFor()
      await dialog.and(isFocused).waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      const row = page.getByRole('row').filter({ hasText: 'Old server' })
      await row.getByRole('button', { name: 'Revoke' }).press('Enter')
      await dialog.getByRole('button', { name: 'Revoke' }).press('Enter')
      await row.getByText('revoked').waitFor()
      await page.getByRole('main').and(isFocused).waitFor()
      assert.deepEqual(opened.problems, [])
    })
  })
})
