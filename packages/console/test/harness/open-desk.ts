/** The desk in a real browser against a real service, and a visitor on the chat page. */
import type { Browser, Page } from 'playwright-core'
import type { TestService } from '../../../service/test/harness/service.ts'
import { type ConsoleOptions, newPerson, type OpenConsole, openPage } from './open-console.ts'

export interface OpenDesk extends OpenConsole {
  /** Beside the talk. */
  readonly side: ReturnType<Page['locator']>
}

/** Signs an operator in at the desk; their shift has not begun. */
export async function openDesk(
  service: TestService,
  browser: Browser,
  options: ConsoleOptions = {},
): Promise<OpenDesk> {
  const opened = await openPage(service, browser, options)
  const { link } = await newPerson(service, { role: 'operator', ...options })
  await opened.page.goto(`${service.url}/desk${new URL(link).hash}`)
  await opened.page.getByRole('heading', { name: `Hello ${options.name}` }).waitFor()
  return {
    ...opened,
    side: opened.page.getByRole('complementary', { name: 'About the user' }),
    go: async (path) => void (await opened.page.goto(`${service.url}/desk${path}`)),
  }
}

/** Hears the sound and is here. */
export async function startShift(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Play the sound' }).click()
  await page.getByRole('button', { name: 'Start the shift' }).click()
  await page.getByRole('navigation', { name: 'Users' }).waitFor()
}

/** An agent with a little knowledge whose users ring at the desk. */
export async function deskAgent(service: TestService, name = 'Demo shop') {
  const agent = await service.newAgent(name)
  await service.admin('PATCH', `/agents/${agent.id}/settings`, {
    web: { enabled: true },
    desk: { pairs: 'live' },
  })
  await service.admin('POST', `/agents/${agent.id}/human-services`, { name: 'Desk', kind: 'desk' })
  await service.addDocument(agent.key, [
    { question: 'How long does shipping take?', answer: 'Two to four working days.' },
    { question: 'Can you reserve an item?', answer: 'Yes, for five days in the shop of your choice.' },
  ])
  return agent
}

/** Such an agent, and an operator whose shift has begun. */
export async function openShift(service: TestService, browser: Browser) {
  const agent = await deskAgent(service)
  const desk = await openDesk(service, browser, { role: 'operator', agents: [agent.id], name: 'Ann' })
  await startShift(desk.page)
  return { ...desk, agent }
}

/** Somebody on the chat page. */
export async function openVisitor(browser: Browser, url: string, agentId: string) {
  const context = await browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  await page.goto(`${url}/chat/${agentId}`)
  return { page, [Symbol.asyncDispose]: () => context.close() }
}

export async function visitorSays(page: Page, words: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your message' }).fill(words)
  // Before the chat has begun nothing can be sent.
  await page.locator('#send:enabled').waitFor()
  await page.keyboard.press('Enter')
}
