/** The menu of a person at the desk: snippets, the console, theme, language, signing out. */
import type { Account } from '@tandem/sdk/source'
import { LayoutDashboard, LogOut, Slash } from 'lucide-react'
import { lazy, type ReactElement, Suspense, useState } from 'react'
import { admin, queryClient } from '../api.ts'
import { useKept } from '../kept.ts'
import { deskTexts } from '../texts/desk.ts'
import { type Language, useLanguage } from '../texts/language.ts'
import { shellTexts } from '../texts/shell.ts'
import { useText } from '../texts/text.ts'
import { type Theme, useTheme } from '../theme.ts'
import { Menu, MenuChoices, MenuItem, MenuLine } from '../ui/Menu.tsx'
import { tellError } from '../ui/Toast.tsx'

const SnippetsDialog = lazy(() =>
  import('./snippets/SnippetsDialog.tsx').then((file) => ({ default: file.SnippetsDialog })),
)

export function DeskMenu({ trigger, account }: { trigger: ReactElement; account: Account }) {
  const t = useText(shellTexts)
  const desk = useText(deskTexts)
  const [theme, setTheme] = useTheme()
  const language = useLanguage()
  const [, setLanguage] = useKept('language')
  const [isSnippets, setSnippets] = useState(false)
  const signOut = () =>
    admin.desk
      .setPresence({ state: 'off' })
      .then(() => admin.session.signOut())
      .then(() => {
        queryClient.clear()
        window.location.reload()
      }, tellError)
  return (
    <>
      <Menu align="end" isOpenAtFirst trigger={trigger}>
        <p className="truncate px-2 pt-1.5 pb-1 text-xs text-ink-3">{account.email}</p>
        <MenuItem icon={Slash} onClick={() => setSnippets(true)}>
          {desk('snippets')}
        </MenuItem>
        {account.role !== 'operator' && (
          <MenuItem icon={LayoutDashboard} onClick={() => window.location.assign('/console')}>
            {desk('openConsole')}
          </MenuItem>
        )}
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
        <MenuItem icon={LogOut} onClick={() => void signOut()}>
          {t('signOut')}
        </MenuItem>
      </Menu>
      <Suspense>{isSnippets && <SnippetsDialog close={() => setSnippets(false)} />}</Suspense>
    </>
  )
}
