/** The language of the screens: chosen in the account menu and kept in this browser; before that, the browser's own. */
import { useKept } from '../kept.ts'

export type Language = 'en' | 'zh' | 'pseudo'
export const languages: readonly Language[] = ['en', 'zh']

const isLanguage = (value: unknown): value is Language =>
  value === 'en' || value === 'zh' || value === 'pseudo'

export const localeOf = (language: Language) => (language === 'zh' ? 'zh-CN' : 'en-GB')

const browsers = (): Language => (navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en')

export function useLanguage(): Language {
  const [kept] = useKept('language')
  return isLanguage(kept) ? kept : browsers()
}

/** For code outside components. */
export const useLocale = () => localeOf(useLanguage())
