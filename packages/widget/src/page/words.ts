/** The page's own words, in the visitor's language. What the agent says comes from the service. */
type Words = Readonly<Record<string, string>>

const asked = new URLSearchParams(location.search).get('lang')
const wanted = [...(asked ? [asked] : []), ...navigator.languages].map(
  (tag) => tag.split('-')[0]?.toLowerCase() ?? '',
)

const byLanguage: Record<string, Words> = await (await fetch('/chat/words.json')).json()

export const language = wanted.find((each) => Object.hasOwn(byLanguage, each)) ?? 'en'
const own = byLanguage[language] ?? {}

export const word = (name: string) => own[name] ?? name

/** Puts the words onto the page: elements name theirs by `data-words`, those of an attribute by `data-words-<attribute>`. */
export function putWords() {
  document.documentElement.lang = language
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr'
  for (const element of document.querySelectorAll<HTMLElement>('[data-words]'))
    element.textContent = word(element.dataset.words ?? '')
  for (const attribute of ['placeholder', 'title', 'aria-label'])
    for (const element of document.querySelectorAll(`[data-words-${attribute}]`))
      element.setAttribute(attribute, word(element.getAttribute(`data-words-${attribute}`) ?? ''))
}
