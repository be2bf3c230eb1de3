/** In the menu of a person: how the page looks, and in which language it speaks. */
import { useKept } from '../kept.ts'
import { type Language, useLanguage } from '../texts/language.ts'
import { shellTexts } from '../texts/shell.ts'
import { useText } from '../texts/text.ts'
import { type Theme, useTheme } from '../theme.ts'
import { MenuChoices, MenuLine } from '../ui/Menu.tsx'

const themes = ['system', 'light', 'dark'] as const
const languages = [
  { value: 'en', label: 'English' },
  { value: 'zh', label: '中文' },
]

export function LookChoices() {
  const t = useText(shellTexts)
  const [theme, setTheme] = useTheme()
  const language = useLanguage()
  const [, setLanguage] = useKept('language')
  return (
    <>
      <MenuLine />
      <MenuChoices
        label={t('theme')}
        value={theme}
        choose={(value) => setTheme(value as Theme)}
        choices={themes.map((value) => ({ value, label: t(value) }))}
      />
      <MenuChoices
        label={t('language')}
        value={language}
        choose={(value) => setLanguage(value as Language)}
        choices={languages}
      />
      <MenuLine />
    </>
  )
}
