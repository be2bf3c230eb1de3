/** The page's own words, in the visitor's language. What the agent says comes from the service. */
const asked = new URLSearchParams(location.search).get('lang')
const wanted = asked ? [asked, ...navigator.languages] : navigator.languages
const MOST_WANTED = 10

const AGAIN_MS = 3000

interface Words {
  readonly language: string
  readonly words: Readonly<Record<string, string>>
}

let found: Words = { language: 'en', words: {} }

/** They are read beside all else that the page begins with, and put onto it at once. */
export const wordsRead = readWords().then((read) => {
  found = read
  putWords()
})

/** Without them there is no page: where the service is away it is asked until it is back. */
async function readWords(): Promise<Words> {
  const path = `/chat/words.json?wanted=${encodeURIComponent(wanted.slice(0, MOST_WANTED).join(','))}`
  for (;;) {
    const response = await fetch(path).catch(() => undefined)
    if (response?.ok) return response.json()
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  }
}

export const language = () => found.language

export const word = (name: string) => found.words[name] ?? name

/** Puts the words onto the page: elements name theirs by `data-words`, those of an attribute by `data-words-<attribute>`. */
function putWords(): void {
  document.documentElement.lang = found.language
  document.documentElement.dir = found.language === 'ar' ? 'rtl' : 'ltr'
  for (const element of document.querySelectorAll<HTMLElement>('[data-words]'))
    element.textContent = word(element.dataset.words ?? '')
  for (const attribute of ['placeholder', 'title', 'aria-label'])
    for (const element of document.querySelectorAll(`[data-words-${attribute}]`))
      element.setAttribute(attribute, word(element.getAttribute(`data-words-${attribute}`) ?? ''))
}
