/** The page's own words, in the visitor's language. What the agent says comes from the service. */
const byLanguage = await (await fetch(new URL('words.json', import.meta.url))).json()
const wanted = navigator.languages.map((tag) => tag.split('-')[0].toLowerCase())
const language = wanted.find((each) => Object.hasOwn(byLanguage, each)) ?? 'en'

export const words = byLanguage[language]

/** Puts the words onto the page: elements name theirs by `data-words`, those of an attribute by `data-words-<attribute>`. */
export function putWords() {
  document.documentElement.lang = language
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr'
  for (const element of document.querySelectorAll('[data-words]'))
    element.textContent = words[element.dataset.words]
  for (const attribute of ['placeholder', 'title', 'aria-label'])
    for (const element of document.querySelectorAll(`[data-words-${attribute}]`))
      element.setAttribute(attribute, words[element.getAttribute(`data-words-${attribute}`)])
}
