/** Somebody's site with the chat on it: pages of another site than the service, in a real browser, with whatever goes wrong on them. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContextOptions, Frame, FrameLocator, Page } from 'playwright-core'

export interface HostPage {
  readonly body?: string
  /** The page as it is, in place of its parts. */
  readonly whole?: string
  readonly head?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Site extends AsyncDisposable {
  /** Another site than that of the service, not only another port: what browsers keep apart is kept apart here. */
  readonly origin: string
  put(path: string, page: HostPage): void
}

export async function startSite(): Promise<Site> {
  const pages = new Map<string, HostPage>()
  const server = createServer((request, response) => {
    const page = pages.get(request.url ?? '')
    if (!page) return void response.writeHead(request.url === '/favicon.ico' ? 204 : 404).end()
    const { head = '', body = '', whole, headers } = page
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers })
    const parts = `<title>Shop</title><link rel="icon" href="data:,">${head}</head><body>${body}</body></html>`
    response.end(whole ?? `<!doctype html><html lang="en"><head>${parts}`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    put: (path, page) => void pages.set(path, page),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

export interface Visit extends AsyncDisposable {
  readonly page: Page
  /** Addresses asked for, without those of the site itself. */
  readonly asked: string[]
  /** Errors, warnings, and what a policy has kept from happening. */
  readonly problems: string[]
}

export interface VisitOptions extends BrowserContextOptions {
  /** Before anything is loaded. */
  readonly prepare?: (page: Page) => Promise<unknown>
}

export async function visit(
  browser: Browser,
  url: string,
  { prepare, ...options }: VisitOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  await prepare?.(page)
  page.setDefaultTimeout(30_000)
  const asked: string[] = []
  const problems: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(url).origin) && !request.url().startsWith('data:'))
      asked.push(request.url())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  await page.goto(url)
  return { page, asked, problems, [Symbol.asyncDispose]: () => context.close() }
}

export const tagOf = (serviceUrl: string, agentId: string, more = '') =>
  `<script src="${serviceUrl}/widget.js" data-agent="${agentId}" ${more} async></script>`

export const chatIn = (page: Page): FrameLocator => page.frameLocator('iframe')

/** The same as a frame, in which scripts can be run. */
export function frameOf(page: Page): Frame {
  const found = page.frames().find((each) => each.url().includes('/chat/'))
  if (!found) throw new Error('The page shows no chat.')
  return found
}

/**
 * While a chat begins, the page around it and the chat itself move the focus: what is typed then may reach another frame. So
 * it is typed once the chat has begun, and sent once it stands there.
 */
export async function ask(chat: FrameLocator, text: string): Promise<void> {
  await chat.locator('#messages > li').first().waitFor({ state: 'attached' })
  await chat.locator('#words').fill(text)
  await chat.locator('#send:enabled').waitFor()
  await chat.locator('#words').press('Enter')
}
