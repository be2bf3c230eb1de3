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

/** Listens to what the service says from now on; then finds the words on the page that nobody has said. */
export function watchWords(page: Page) {
  const said: string[] = []
  page.on('response', (response) => {
    if (response.headers()['content-type']?.startsWith('application/json'))
      response.text().then(
        (text) => void said.push(text),
        () => {},
      )
  })
  return {
    async strange(): Promise<string[]> {
      const words = await page.evaluate<string[], string>((same) => {
        const { document, NodeFilter } = globalThis as never as {
          document: { body: unknown; createTreeWalker(root: unknown, what: number): { nextNode(): unknown } }
          NodeFilter: { SHOW_TEXT: number }
        }
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
        const found: string[] = []
        for (;;) {
          const node = walker.nextNode() as {
            textContent: string
            parentElement: { closest(selector: string): unknown }
          } | null
          if (!node) return [...new Set(found)]
          if (!node.parentElement.closest(same)) found.push(node.textContent.trim())
        }
      }, SAME_EVERYWHERE)
      const everything = plain(said.join('\n'))
      return words.filter(
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
