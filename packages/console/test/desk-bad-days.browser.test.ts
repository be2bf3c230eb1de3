/** Bad days at the desk: users are lost, lines are cut, pages are loaded again; nothing typed or said is lost or doubled. */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { TandemAdmin } from '@tandem/sdk/source'
import { sharedBrowser } from '../../service/test/harness/browser.ts'
import { onSqlite } from '../../service/test/harness/engines.ts'
import { sharedService, type TestService } from '../../service/test/harness/service.ts'
import {
  close,
  composer,
  handoffOf,
  hasFloor,
  list,
  reply,
  ring,
  takeButton,
  talk,
  typed,
} from './harness/at-desk.ts'
import { openConsole } from './harness/open-console.ts'
import {
  deskAgent,
  type OpenDesk,
  openDesk,
  openVisitor,
  startShift,
  visitorSays,
} from './harness/open-desk.ts'

onSqlite((engine) => {
  const service = sharedService(engine)
  const browser = sharedBrowser()
  let agent: Awaited<ReturnType<typeof deskAgent>>
  let ann: OpenDesk
  let bob: OpenDesk
  const openPerson = async (name: string, role: 'operator' | 'admin') => {
    const desk = await openDesk(service(), browser(), {
      role,
      agents: role === 'admin' ? 'all' : [agent.id],
      name,
    })
    await startShift(desk.page)
    return desk
  }
  before(async () => {
    agent = await deskAgent(service())
    ann = await openPerson('Ann', 'operator')
    bob = await openPerson('Bob', 'operator')
  })
  const newVisitor = () => openVisitor(browser(), service().url, agent.id)

  describe('the desk on bad days', () => {
    test('whoever loses a user keeps their words and is told why; whoever goes gives users back; close and next takes the next', async () => {
      await using visitor = await newVisitor()
      await ring(visitor.page, 'my parcel is broken, what now?')
      await takeButton(ann.page).waitFor()
      await ann.page.keyboard.press('t')
      await reply(ann.page, 'I am sorry to hear that.')

      // An admin gives the user to Bob while words of Ann are on their way.
      const handoffId = handoffOf(ann.page)
      await ann.page.route('**/reply', async (route) => {
        await assign(service(), handoffId, 'Bob')
        await route.continue()
      })
      await composer(ann.page).fill('Please send us a picture.')
      await ann.page.keyboard.press('Enter')
      await ann.page.getByText('the user is not with you any more', { exact: false }).waitFor()
      await typed(ann.page, 'Please send us a picture.')

      // Bob goes: the user waits again, and Ann takes them with the words she had.
      await list(bob.page)
        .getByRole('link', { name: /^Visitor/ })
        .click()
      await hasFloor(bob.page)
      await bob.page.getByRole('button', { name: /^You are here/ }).click()
      await bob.page.getByRole('menuitem', { name: 'End the shift' }).click()
      await bob.page.getByRole('dialog').getByRole('button', { name: 'End the shift' }).click()
      await bob.page.getByRole('heading', { name: 'Hello Bob' }).waitFor()
      await takeButton(ann.page).click()
      await ann.page.unroute('**/reply')
      await hasFloor(ann.page)
      await composer(ann.page).press('Enter')
      await visitor.page.getByText('Please send us a picture.').waitFor()

      await using next = await newVisitor()
      await ring(next.page, 'where is my refund please?')
      await takeButton(ann.page).waitFor()
      await composer(ann.page).press('Escape')
      await ann.page.keyboard.press('n')
      await talk(ann.page).getByText('where is my refund please?').first().waitFor()
      await hasFloor(ann.page)
      await close(ann.page)
      await startShift(bob.page)
    })

    test('an owner whose line is cut gives the user back; both are told, and what she typed and said arrives once', async () => {
      await using visitor = await newVisitor()
      await ring(visitor.page, 'can I change my address?')
      await takeButton(ann.page).click()
      await reply(ann.page, 'Surely, to which one?')
      await visitor.page.getByText('Surely, to which one?').waitFor()

      // The visitor has read a reply before the desk hears that it arrived: it stands there once.
      const heard = Promise.withResolvers<void>()
      await ann.page.route('**/reply', async (route) => {
        const response = await route.fetch()
        await heard.promise
        await route.fulfill({ response })
      })
      await composer(ann.page).fill('The new one?')
      await composer(ann.page).press('Enter')
      await visitor.page.getByText('The new one?').waitFor()
      await talk(ann.page).getByText('sending', { exact: true }).waitFor({ state: 'detached' })
      assert.equal(await talk(ann.page).getByText('The new one?').count(), 1)
      const answered = ann.page.waitForResponse('**/reply')
      heard.resolve()
      await answered
      await ann.page.unroute('**/reply')

      // A page that is loaded again in mid-sentence; and words whose answer never came are sent again, once.
      await composer(ann.page).fill('One mom')
      await ann.page.reload()
      await hasFloor(ann.page)
      await typed(ann.page, 'One mom')
      await ann.page.route('**/reply', async (route) => {
        await route.fetch()
        await route.abort()
      })
      await composer(ann.page).fill('One moment please.')
      await composer(ann.page).press('Enter')
      await visitor.page.getByText('One moment please.').waitFor()
      await ann.page.getByText('tried again until it is').waitFor()
      await ann.page.reload()
      await ann.page.unroute('**/reply')
      await talk(ann.page).getByText('One moment please.').first().waitFor()
      await ann.page.getByText('tried again until it is').waitFor({ state: 'detached' })
      assert.equal(await visitor.page.getByText('One moment please.').count(), 1)
      assert.equal(await talk(ann.page).getByText('One moment please.').count(), 1)

      // Her line is cut for longer than she may be away.
      await composer(ann.page).fill('So, where were we?')
      await ann.context.setOffline(true)
      await forgetPresence(service())
      await takeButton(bob.page).waitFor()
      await visitor.page.getByText('The person who helped you had to go.', { exact: false }).waitFor()
      await visitor.page.getByText('A person has been called').waitFor()
      await ann.context.setOffline(false)
      await ann.page.getByText('nothing was heard of you for a while', { exact: false }).waitFor()
      await typed(ann.page, 'So, where were we?')
      await takeButton(bob.page).click()
      await ann.page.getByText('Bob answers here.', { exact: false }).waitFor()
      await reply(bob.page, 'Hello, Bob here.')
      await visitor.page.getByText('Hello, Bob here.').waitFor()
      await close(bob.page)
      await composer(ann.page).fill('')
    })

    test('a second window leaves alone what the first is sending with files, and gives the words back once the first is closed', async () => {
      const cleo = await openPerson('Cleo', 'operator')
      await using visitor = await newVisitor()
      await ring(visitor.page, 'can you send me the form?')
      await takeButton(cleo.page).click()
      await hasFloor(cleo.page)
      const label = { name: 'form.txt', mimeType: 'text/plain', buffer: Buffer.from('The form.') }
      const sendHeld = async (words: string) => {
        const { promise, resolve } = Promise.withResolvers<void>()
        const asked = cleo.page.waitForRequest('**/reply')
        await cleo.page.route('**/reply', (route) => promise.then(() => route.continue()))
        await cleo.page.locator('input[type=file]').setInputFiles(label)
        await composer(cleo.page).fill(words)
        await composer(cleo.page).press('Enter')
        await asked
        return resolve
      }
      const send = await sendHeld('Here is the form.')
      const second = await cleo.context.newPage()
      await second.goto(cleo.page.url())
      await hasFloor(second)
      assert.equal(await composer(second).inputValue(), '')
      send()
      await visitor.page.getByText('form.txt').waitFor()
      await talk(second).getByText('Here is the form.').waitFor()
      assert.equal(await composer(second).inputValue(), '')
      await cleo.page.unroute('**/reply')
      await talk(cleo.page).getByText('sending', { exact: true }).waitFor({ state: 'detached' })

      await sendHeld('And once more.')
      await cleo.page.close()
      await typed(second, 'And once more.')
      await close(second)
      assert.deepEqual(cleo.problems, [])
      await cleo.context.close()
    })

    test('a user is taken over from the AI and given to somebody else by an admin; the pair made of it waits for an editor, who approves it', async () => {
      await service().admin('PATCH', `/agents/${agent.id}/settings`, { desk: { pairs: 'draft' } })
      await using visitor = await newVisitor()
      await visitorSays(visitor.page, 'do you repair umbrellas?')
      await visitor.page.locator('#messages li').nth(1).waitFor()
      await using admin = await openPerson('Eve', 'admin')
      await list(admin.page).getByRole('link', { name: 'Conversations' }).click()
      await admin.page
        .getByRole('link', { name: /^Visitor/ })
        .first()
        .click()
      await admin.page.getByRole('button', { name: 'Take over' }).click()
      await reply(admin.page, 'A person here. Bob knows it.')
      await visitor.page.getByText('A person here. Bob knows it.').waitFor()
      await admin.page.keyboard.press('Escape')
      await list(admin.page).getByRole('link', { name: 'Supervise' }).click()
      await admin.page.getByRole('button', { name: /^Who has Visitor/ }).click()
      await admin.page.getByRole('menuitemradio', { name: /^Bob/ }).click()
      await admin.page.getByText('with Bob').waitFor()
      await list(bob.page)
        .getByRole('link', { name: /^Visitor/ })
        .click()
      await reply(bob.page, 'Yes, in the shop, for free.')
      await visitor.page.getByText('Yes, in the shop, for free.').waitFor()

      await bob.page.keyboard.press('Escape')
      await bob.page.keyboard.press('c')
      await bob.page.getByRole('dialog').getByLabel('Question').fill('Do you repair umbrellas?')
      await bob.page.getByRole('dialog').getByLabel('Answer').fill('Yes, in the shop, for free.')
      await bob.page.getByRole('dialog').getByRole('button', { name: 'Make a pair' }).click()
      await bob.page.getByText('An editor will look at it').waitFor()
      await using editor = await openConsole(service(), browser(), { role: 'editor', agents: [agent.id] })
      await editor.go(`/a/${agent.id}/knowledge`)
      await editor.page.getByRole('link', { name: /^Proposed at the desk \(/ }).click()
      await editor.page.getByRole('button', { name: /^Approve A/ }).click()
      await editor.page.getByText('1 approved').waitFor()
      await editor.page.getByRole('button', { name: 'See what changes' }).click()
      await editor.page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
      await editor.page.getByRole('dialog').waitFor({ state: 'detached' })
      await using another = await newVisitor()
      await visitorSays(another.page, 'do you repair umbrellas?')
      await another.page.getByText('Yes, in the shop, for free.').waitFor()
      assert.deepEqual(
        [ann, bob, admin, editor].flatMap(({ problems }) => problems),
        [],
      )
    })
  })
})

/** As an admin does who supervises. */
async function assign(service: TestService, handoffId: string, name: string): Promise<void> {
  const desk = new TandemAdmin({ url: service.url, token: service.adminToken }).desk
  const { people } = await desk.presence()
  const to = people.findLast((person) => person.name === name && person.state === 'here')
  await desk.assign({ handoffId }, { to: to?.id ?? null })
}

/** As if nothing had been heard of the owners for an hour. */
async function forgetPresence({ service: { database } }: TestService): Promise<void> {
  await database.transaction('test', async (tx) => {
    const owners = tx.q.selectFrom('desk_cases').select('owner_id').where('owner_id', 'is not', null)
    await tx.q
      .updateTable('desk_people')
      .set({ seen_at: Date.now() - 3_600_000 })
      .where('account_id', 'in', owners)
      .execute()
  })
}
