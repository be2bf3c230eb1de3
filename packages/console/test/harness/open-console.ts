/** The console in a real browser against a real service: signs a person in, and keeps whatever goes wrong on the page. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core'
import type { TestService } from '../../../service/test/harness/service.ts'

export interface ConsoleOptions {
  readonly name?: string
  readonly role?: 'admin' | 'developer' | 'editor' | 'operator'
  readonly agents?: 'all' | readonly string[]
  readonly theme?: 'light' | 'dark'
  readonly isNarrow?: boolean
  readonly language?: 'en' | 'zh' | 'pseudo'
  /** Can sign in with `PASSWORD`; else by the link alone, since a password takes a while to hash. */
  readonly hasPassword?: boolean
}

export interface OpenConsole extends AsyncDisposable {
  readonly page: Page
  readonly context: BrowserContext
  /** Errors of scripts, errors in the browser's log, and what the policy has kept from happening. */
  readonly problems: string[]
  /** Opens an address below `/console`. */
  go(path: string): Promise<void>
}

export const PASSWORD = 'correct horse battery'
const WIDE = { width: 1360, height: 820 }
const NARROW = { width: 390, height: 844 }

let made = 0

/** Makes an account; answers its email address and a link that signs in once. */
export async function newPerson(
  service: TestService,
  { name = 'Ann', role = 'admin', agents = 'all', hasPassword = false }: ConsoleOptions = {},
): Promise<{ email: string; link: string }> {
  made += 1
  const email = `ann-${made}-${process.hrtime.bigint()}@shop.example`
  const account = { email, name, role, agents, ...(hasPassword ? { password: PASSWORD } : {}) }
  const { json } = await service.admin('POST', '/accounts', account)
  const { hash } = new URL(json.sign_in_link)
  return { email, link: `${service.url}/console/sign-in${hash}` }
}

/** A page on which nobody is signed in. */
export async function openPage(
  service: TestService,
  browser: Browser,
  options: ConsoleOptions = {},
): Promise<OpenConsole> {
  const context = await browser.newContext({
    viewport: options.isNarrow ? NARROW : WIDE,
    colorScheme: options.theme ?? 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  if (options.language)
    await context.addInitScript(`localStorage.setItem('tandem.language', '${options.language}')`)
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    // A failed request is no fault of the page; what it shows then is for tests of the screen.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text())
  })
  await page.exposeFunction('tandemProblem', (problem: string) => void problems.push(problem))
  await page.addInitScript(`addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
    tandemProblem(['policy:', violatedDirective, blockedURI, sample].join(' ')))`)
  return {
    page,
    context,
    problems,
    go: async (path) => void (await page.goto(`${service.url}/console${path}`)),
    [Symbol.asyncDispose]: () => context.close(),
  }
}

/** A page with a person of the role signed in. */
export async function openConsole(
  service: TestService,
  browser: Browser,
  options: ConsoleOptions = {},
): Promise<OpenConsole> {
  const opened = await openPage(service, browser, options)
  const { link } = await newPerson(service, options)
  await opened.page.goto(link)
  await opened.page.locator('main#content').waitFor()
  return opened
}

const axeSource = `${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')}; 0`

/** Fails with what axe finds on the page as it is; `rules` names those to look at, else all are. */
export async function assertAccessible(
  page: Page | Frame,
  what: string,
  rules?: readonly string[],
): Promise<void> {
  // Through the debugger, which the page's policy does not bind; once for each page, since it is large.
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axeSource)
  const found = await page.evaluate(
    async ({ rules }) => {
      const scope = globalThis as unknown as {
        axe?: { run(options: object): Promise<{ violations: Violation[] }> }
      }
      const { violations } = (await scope.axe?.run({
        resultTypes: ['violations'],
        ...(rules ? { runOnly: rules } : {}),
      })) ?? { violations: [] }
      return violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .slice(0, 3)
            .map(
              ({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary?.split('\n')[1]?.trim()}`,
            )
            .join(' | ')}`,
      )
    },
    { rules },
  )
  assert.deepEqual(found, [], `axe on ${what}`)
}

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}

const LONGEST_FIT_MS = 5_000
/** Answers what does not fit; a table that leaves out columns gets a moment to do so. */
const TOO_WIDE = `new Promise((resolve) => {
  const startedAt = performance.now()
  const look = () => {
    const tables = [...document.querySelectorAll('[role=table]')].map((table) => table.parentElement)
    const wide = [document.documentElement, ...tables].filter((it) => it.scrollWidth > it.clientWidth)
    if (wide.length > 0 && performance.now() - startedAt < ${LONGEST_FIT_MS}) return setTimeout(look, 50)
    const { scrollHeight } = document.documentElement
    resolve([
      ...wide.map((it) => it.tagName + ' holds ' + it.scrollWidth + ' px in ' + it.clientWidth + ' px'),
      ...(scrollHeight > innerHeight ? ['the page scrolls beside its parts: ' + scrollHeight + ' px'] : []),
    ])
  }
  look()
})`

/** Fails when the page is larger than its window, or a table wider than its frame. */
export async function assertFits(page: Page, what: string): Promise<void> {
  assert.deepEqual(await page.evaluate<string[]>(TOO_WIDE), [], what)
}
