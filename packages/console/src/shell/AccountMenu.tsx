/** The menu of a person: their page, help, theme, language, signing out. */
import type { Account } from '@tandem/sdk/source'
import { BookOpen, Keyboard, LogOut, UserRound } from 'lucide-react'
import type { ReactElement } from 'react'
import { useLocation } from 'wouter'
import { admin, queryClient } from '../api.ts'
import { paths } from '../paths.ts'
import { peopleTexts } from '../texts/people.ts'
import { shellTexts } from '../texts/shell.ts'
import { useText } from '../texts/text.ts'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { tellError } from '../ui/Toast.tsx'
import { LookChoices } from './LookChoices.tsx'

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
      <LookChoices />
      <MenuItem icon={LogOut} onClick={signOut}>
        {t('signOut')}
      </MenuItem>
    </Menu>
  )
}
