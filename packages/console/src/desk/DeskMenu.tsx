/** The menu of a person at the desk: snippets, the console, theme, language, signing out. */
import type { Account } from '@tandem/sdk/source'
import { LayoutDashboard, LogOut, Slash } from 'lucide-react'
import { lazy, type ReactElement, Suspense, useState } from 'react'
import { admin, queryClient } from '../api.ts'
import { LookChoices } from '../shell/LookChoices.tsx'
import { deskTexts } from '../texts/desk.ts'
import { shellTexts } from '../texts/shell.ts'
import { useText } from '../texts/text.ts'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { tellError } from '../ui/Toast.tsx'

const SnippetsDialog = lazy(() =>
  import('./snippets/SnippetsDialog.tsx').then((file) => ({ default: file.SnippetsDialog })),
)

export function DeskMenu({ trigger, account }: { trigger: ReactElement; account: Account }) {
  const t = useText(shellTexts)
  const desk = useText(deskTexts)
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
        <LookChoices />
        <MenuItem icon={LogOut} onClick={() => void signOut()}>
          {t('signOut')}
        </MenuItem>
      </Menu>
      <Suspense>{isSnippets && <SnippetsDialog close={() => setSnippets(false)} />}</Suspense>
    </>
  )
}
