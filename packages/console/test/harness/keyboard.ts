/** Goes through a page by keyboard alone. */
import type { Page } from 'playwright-core'

const MOST_TABS = 80

/** Presses Tab until something of the name has the focus; from the start of the page when it is behind. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const seen: string[] = []
  for (let n = 0; n < MOST_TABS; n += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate<string>(
      `(() => { const { activeElement: it } = document; return (it?.getAttribute('aria-label') ?? it?.labels?.[0]?.innerText ?? it?.innerText ?? '').trim() })()`,
    )
    if (focused.startsWith(name)) return
    seen.push(focused)
  }
  throw new Error(`Tab leads to nothing called ${name}, but to: ${[...new Set(seen)].join(' | ')}`)
}
