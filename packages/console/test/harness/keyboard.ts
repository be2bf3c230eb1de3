/** Goes through a page by keyboard alone. */
import type { Page } from 'playwright-core'
import { eventually } from '../../../service/test/harness/service.ts'

const MOST_TABS = 80

/** The name of what has the focus; null on the edge of a dialog or menu, which hands the focus on when the page is next drawn. */
const FOCUSED = `(() => {
  const { activeElement: it } = document
  if (it?.matches('[data-base-ui-focus-guard]')) return null
  return (it?.getAttribute('aria-label') ?? it?.labels?.[0]?.innerText ?? it?.innerText ?? '').trim()
})()`

const focused = (page: Page) =>
  eventually(
    'the focus is handed on',
    () => page.evaluate<string | null>(FOCUSED),
    (name) => name !== null,
  )

/** Presses Tab until something of the name has the focus; from the start of the page when it is behind. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const seen: (string | null)[] = []
  for (let n = 0; n < MOST_TABS; n += 1) {
    const at = await focused(page)
    if (at?.startsWith(name)) return
    seen.push(at)
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab leads to nothing called ${name}, but to: ${[...new Set(seen)].join(' | ')}`)
}
