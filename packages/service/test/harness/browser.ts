/** A real browser for tests of pages: the Chromium that the test command found, or its headless shell, which takes half the time. */
import { after, before } from 'node:test'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

/** A page that the browser keeps, to bring it back as it was, needs the whole browser. */
export function openBrowser(options: LaunchOptions & { isWhole?: boolean } = {}): Promise<Browser> {
  const { isWhole = false, ...more } = options
  const { TANDEM_TEST_CHROMIUM: whole, TANDEM_TEST_CHROMIUM_SHELL: shell = whole } = process.env
  const executablePath = isWhole ? whole : shell
  if (!executablePath)
    throw new Error('TANDEM_TEST_CHROMIUM is not set: run through npm test, which finds a Chromium')
  // Tests run as root in containers, where Chromium's own sandbox cannot.
  const args = ['--no-sandbox', '--disable-gpu']
  return chromium.launch({ executablePath, args, timeout: 120_000, ...more })
}

/** One for all tests of a block: opened before the first, closed after the last. */
export function sharedBrowser(): () => Browser {
  let browser: Browser | undefined
  before(async () => {
    browser = await openBrowser()
  })
  after(() => browser?.close())
  return () => {
    if (!browser) throw new Error('The shared browser is used before it runs.')
    return browser
  }
}
