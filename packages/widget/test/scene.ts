/** What every test of the widget needs: a service, a site that is another than the service's, a browser, and shops whose chat stands on the site. */
import { after, before } from 'node:test'
import type { Browser, FrameLocator } from 'playwright-core'
import { openBrowser } from '../../service/test/harness/browser.ts'
import type { TestEngine } from '../../service/test/harness/engines.ts'
import { type ServiceOptions, sharedService, type TestService } from '../../service/test/harness/service.ts'
import {
  chatIn,
  type HostPage,
  type Site,
  startSite,
  tagOf,
  type Visit,
  type VisitOptions,
  visit,
} from './host-page.ts'

export interface ShopVisit extends VisitOptions {
  /** The page around the tag. */
  readonly page?: HostPage
  /** Further attributes of the tag. */
  readonly tag?: string
  /** Where the visitor reaches the service. */
  readonly from?: string
}

export type Scene = ReturnType<typeof setScene>

/** Started before the first test of a block, and ended after the last. */
export function setScene(engine: TestEngine, options?: ServiceOptions) {
  const service = sharedService(engine, options)
  let browser: Browser | undefined
  let site: Site | undefined
  before(async () => {
    browser = await openBrowser()
    site = await startSite()
  })
  after(async () => {
    await browser?.close()
    await site?.[Symbol.asyncDispose]()
  })
  const theBrowser = () => browser as Browser
  const theSite = () => site as Site
  let pages = 0

  /** Somebody comes to a page of the site with the chat of the shop on it. */
  async function visitShop(agentId: string, { page = {}, tag = '', from, ...rest }: ShopVisit = {}) {
    const path = `/page-${++pages}`
    const body = (page.body ?? '') + tagOf(from ?? service().url, agentId, tag)
    theSite().put(path, { ...page, body })
    return visit(theBrowser(), theSite().origin + path, rest)
  }

  return {
    service,
    site: theSite,
    browser: theBrowser,
    newShop: (web?: object) => newShop(service(), theSite(), web),
    visitShop,
    /** The same, and presses the button. */
    async openShop(agentId: string, options?: ShopVisit): Promise<Visit & { readonly chat: FrameLocator }> {
      const visited = await visitShop(agentId, options)
      await visited.page.getByRole('button', { name: 'Shop' }).click()
      return { ...visited, chat: chatIn(visited.page) }
    },
  }
}

/** An agent that knows a little, and whose chat the site may show. */
export async function newShop(service: TestService, site: Site, web: object = {}) {
  const agent = await service.newAgent('Shop')
  await service.admin('PATCH', `/agents/${agent.id}/settings`, {
    web: { enabled: true, allowed_origins: [site.origin], ...web },
  })
  await service.addDocument(agent.key, [
    { question: 'How long does shipping take?', answer: 'Three days.' },
    { question: 'How much does shipping cost?', answer: 'Five euros.' },
  ])
  return agent
}

export const QUESTION = 'how long does shipping take'

/** All of the answer is there, and stored: then it can be rated. */
export const answered = (chat: FrameLocator, text = 'Three days.') =>
  chat.locator('li.assistant:has(.rating)', { hasText: text }).first().waitFor()

/** So much of it is there. */
export const grown = (chat: FrameLocator, text: string) =>
  chat.locator('li.assistant', { hasText: text }).waitFor()

export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
