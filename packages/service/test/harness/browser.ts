/** A real browser for tests of pages: the Chromium that the test command found, or its headless shell, which takes half the time. */
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
