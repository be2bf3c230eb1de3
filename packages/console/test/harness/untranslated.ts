/** Finds words of a screen in the pseudo-locale that are neither in the catalogue nor said by the service. */
import type { Page } from 'playwright-core'

/** Where words are the same in every language, or are a person's own. */
const SAME_EVERYWHERE = 'code, pre, kbd, time, bdi, textarea, script, noscript, .font-mono, .num'
/** Names: the product's, those of languages, which the browser knows, and those of operations. */
const languages = new Intl.DisplayNames('en', { type: 'language' })
const TAGS = ['en', 'zh', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'ru', 'tr', 'ar', 'ja', 'ko']
const NAMES = ['Tandem', ...TAGS.map((tag) => languages.of(tag))]
const isOperation = (text: string) => /^[a-z]+[A-Z]\w*$/.test(text)
/** The service says a reason within a sentence; a screen may begin or end one with it. */
const plain = (text: string) => text.toLowerCase().replace(/\.$/, '')

/** Keeps what the service says, in the page itself: asked from outside, an answer may come after the page shows it, or never. */
const LISTEN = `globalThis.saidByService = []
const ask = globalThis.fetch
globalThis.fetch = async (...request) => {
  const response = await ask(...request)
  if (response.headers.get('content-type')?.startsWith('application/json'))
    saidByService.push(response.clone().text().catch(() => ''))
  return response
}`

const LOOK = `(async () => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const shown = []
  while (walker.nextNode())
    if (!walker.currentNode.parentElement.closest('${SAME_EVERYWHERE}'))
      shown.push(walker.currentNode.textContent.trim())
  return { shown: [...new Set(shown)], said: (await Promise.all(saidByService)).join('\\n') }
})()`

/** Listens to what the service says on every page opened from now on; then finds the words on the page that nobody has said. */
export async function watchWords(page: Page) {
  await page.addInitScript(LISTEN)
  return {
    async strange(): Promise<string[]> {
      const { shown, said } = await page.evaluate<{ shown: string[]; said: string }>(LOOK)
      const everything = plain(said)
      return shown.filter(
        (text) =>
          /\p{L}{3}/u.test(text) &&
          !text.includes('⟦') &&
          !NAMES.includes(text) &&
          !isOperation(text) &&
          !text.split('\n').every((line) => everything.includes(plain(JSON.stringify(line).slice(1, -1)))),
      )
    },
  }
}
