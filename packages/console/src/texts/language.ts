/** The language of the screens: chosen in the account menu and kept in this browser; before that, the browser's own. */
import { createContext, useContext } from 'react'
import { useKept } from '../kept.ts'

export type Language = 'en' | 'zh' | 'pseudo'
export const languages: readonly Language[] = ['en', 'zh']

const isLanguage = (value: unknown): value is Language =>
  value === 'en' || value === 'zh' || value === 'pseudo'

export const localeOf = (language: Language) => (language === 'zh' ? 'zh-CN' : 'en-GB')

const browsers = (): Language => (navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en')

/** For the top of a page, which hands it down: every text of every row asks for it. */
export function useChosenLanguage(): Language {
  const [kept] = useKept('language')
  return isLanguage(kept) ? kept : browsers()
}

export const LanguageContext = createContext<Language>('en')

export const useLanguage = () => useContext(LanguageContext)

/** For code outside components. */
export const useLocale = () => localeOf(useLanguage())

/** A language of users, by its tag, in the words of a locale. */
export function languageName(tag: string | null, locale: string): string {
  if (tag === null || tag === '') return ''
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag
  } catch {
    // A tag that is none.
    return tag
  }
}
