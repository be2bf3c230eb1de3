/** A real browser for tests of pages: the Chromium that the test command found. */
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

export function openBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = process.env.TANDEM_TEST_CHROMIUM
  if (!executablePath)
    throw new Error('TANDEM_TEST_CHROMIUM is not set: run through npm test, which finds a Chromium')
  // Tests run as root in containers, where Chromium's own sandbox cannot.
  const args = ['--no-sandbox', '--disable-gpu']
  return chromium.launch({ executablePath, args, timeout: 120_000, ...options })
}
