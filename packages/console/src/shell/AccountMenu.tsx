/** The menu of a person: their page, help, theme, language, signing out. */
import type { Account } from '@tandem/sdk/source'
import { BookOpen, Keyboard, LogOut, UserRound } from 'lucide-react'
import type { ReactElement } from 'react'
import { useLocation } from 'wouter'
import { admin, queryClient } from '../api.ts'
import { useKept } from '../kept.ts'
import { paths } from '../paths.ts'
import { type Language, useLanguage } from '../texts/language.ts'
import { peopleTexts } from '../texts/people.ts'
import { shellTexts } from '../texts/shell.ts'
import { useText } from '../texts/text.ts'
import { type Theme, useTheme } from '../theme.ts'
import { Menu, MenuChoices, MenuItem, MenuLine } from '../ui/Menu.tsx'
import { tellError } from '../ui/Toast.tsx'

export function AccountMenu({
  trigger,
  account,
  openHelp,
}: {
  trigger: ReactElement
  account: Account
  openHelp: () => void
}) {
  const t = useText(shellTexts)
  const people = useText(peopleTexts)
  const [, navigate] = useLocation()
  const [theme, setTheme] = useTheme()
  const language = useLanguage()
  const [, setLanguage] = useKept('language')
  const signOut = () =>
    admin.session.signOut().then(() => {
      queryClient.clear()
      navigate(paths.home)
      window.location.reload()
    }, tellError)
  return (
    <Menu align="end" isOpenAtFirst trigger={trigger}>
      <p className="truncate px-2 pt-1.5 pb-1 text-xs text-ink-3">
        {account.email} · {people(account.role)}
      </p>
      <MenuItem icon={UserRound} onClick={() => navigate(paths.profile)}>
        {t('profile')}
      </MenuItem>
      <MenuItem icon={Keyboard} onClick={openHelp}>
        {t('help')}
      </MenuItem>
      <MenuItem icon={BookOpen} onClick={() => window.open('/reference', '_blank', 'noopener')}>
        {t('reference')}
      </MenuItem>
      <MenuLine />
      <MenuChoices
        label={t('theme')}
        value={theme}
        choose={(value) => setTheme(value as Theme)}
        choices={(['system', 'light', 'dark'] as const).map((value) => ({ value, label: t(value) }))}
      />
      <MenuChoices
        label={t('language')}
        value={language}
        choose={(value) => setLanguage(value as Language)}
        choices={[
          { value: 'en', label: 'English' },
          { value: 'zh', label: '中文' },
        ]}
      />
      <MenuLine />
      <MenuItem icon={LogOut} onClick={signOut}>
        {t('signOut')}
      </MenuItem>
    </Menu>
  )
}
