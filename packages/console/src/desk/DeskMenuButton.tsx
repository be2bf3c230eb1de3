/** The button of the person's own menu. */
import type { Account } from '@tandem/sdk/source'
import { UserRound } from 'lucide-react'
import { lazy } from 'react'
import { shellTexts } from '../texts/shell.ts'
import { useText } from '../texts/text.ts'
import { LoadedOnClick } from '../ui/LoadedOnClick.tsx'

const DeskMenu = lazy(() => import('./DeskMenu.tsx').then((file) => ({ default: file.DeskMenu })))

export function DeskMenuButton({ account, isSmall = false }: { account: Account; isSmall?: boolean }) {
  const t = useText(shellTexts)
  const button = (
    <button
      type="button"
      aria-label={t('accountMenu', { name: account.name })}
      className="flex min-h-8 max-w-full min-w-0 items-center gap-1.5 rounded-md px-2 text-xs text-ink-2 hover:bg-sunken"
    >
      <UserRound size={13} aria-hidden className="shrink-0" />
      {!isSmall && <bdi className="truncate">{account.name}</bdi>}
    </button>
  )
  return (
    <LoadedOnClick button={button}>
      {(trigger) => <DeskMenu trigger={trigger} account={account} />}
    </LoadedOnClick>
  )
}
