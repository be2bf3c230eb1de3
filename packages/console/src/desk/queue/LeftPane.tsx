/** The left pane: whether I am here, the list, and the way to the rest of the desk. */
import type { Account, DeskPresence } from '@tandem/sdk/source'
import { Bell, BellOff, ChevronDown, CircleQuestionMark, Eye, MessagesSquare } from 'lucide-react'
import { lazy, type ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { deskTexts } from '../../texts/desk.ts'
import { useText } from '../../texts/text.ts'
import { LoadedOnClick } from '../../ui/LoadedOnClick.tsx'
import { DeskMenuButton } from '../DeskMenuButton.tsx'
import { deskPaths } from '../desk-paths.ts'
import { play, useCanSound, wakeSound } from '../shift/sound.ts'
import type { Shift } from '../shift/use-shift.ts'
import type { Acts } from '../use-acts.ts'
import type { Board } from './board.ts'
import { PresenceDot } from './Colleagues.tsx'
import { QueuePane } from './QueuePane.tsx'

const PresenceMenu = lazy(() => import('./PresenceMenu.tsx').then((file) => ({ default: file.PresenceMenu })))

export function LeftPane({
  account,
  presence,
  shift,
  board,
  acts,
  openId,
  openHelp,
  isShownNarrow,
  children,
}: {
  account: Account
  presence: DeskPresence
  shift: Shift
  board: Board | undefined
  acts: Acts
  openId: string | undefined
  openHelp: () => void
  /** On narrow screens it is the whole page, or not there. */
  isShownNarrow: boolean
  /** In place of the list, when it could not be read. */
  children: ReactNode
}) {
  const t = useText(deskTexts)
  return (
    <nav
      aria-label={t('users')}
      className={`flex w-75 shrink-0 flex-col border-r bg-surface max-md:w-full max-md:border-r-0 ${isShownNarrow ? '' : 'max-md:hidden'}`}
    >
      <div className="flex min-h-12 items-center gap-2.5 border-b px-3.5">
        <Link href={deskPaths.home} className="font-semibold tracking-tight">
          {t('desk')}
        </Link>
        <LoadedOnClick button={<PresenceButton state={shift.state} />}>
          {(trigger) => <PresenceMenu trigger={trigger} shift={shift} presence={presence} />}
        </LoadedOnClick>
        <SoundState isHere={shift.state === 'here'} />
      </div>
      {children ? (
        <div className="min-h-0 grow overflow-y-auto">{children}</div>
      ) : (
        <QueuePane
          board={board}
          presence={presence}
          openId={openId}
          take={acts.take}
          isTaking={acts.isBusy}
        />
      )}
      <div className="flex shrink-0 items-center gap-1 border-t px-2 py-1.5">
        <Place href={deskPaths.conversations} label={t('conversations')} icon={MessagesSquare} />
        {account.role === 'admin' && <Place href={deskPaths.supervise} label={t('supervise')} icon={Eye} />}
        <button
          type="button"
          aria-label={t('keys')}
          title={`${t('keys')} (?)`}
          onClick={openHelp}
          className="grid size-8 place-items-center rounded-md text-ink-2 hover:bg-sunken pointer-coarse:hidden"
        >
          <CircleQuestionMark size={15} aria-hidden />
        </button>
        <span className="ml-auto min-w-0">
          <DeskMenuButton account={account} isSmall />
        </span>
      </div>
    </nav>
  )
}

function PresenceButton({ state, ...rest }: { state: Shift['state'] } & React.ComponentProps<'button'>) {
  const t = useText(deskTexts)
  return (
    <button
      type="button"
      {...rest}
      aria-label={t('presenceNow', { state: t(`presence_${state}`) })}
      className="inline-flex min-h-7 items-center gap-1.5 rounded-full border px-2.5 text-xs font-semibold hover:bg-sunken"
    >
      <PresenceDot state={state} />
      {t(`presence_${state}`)}
      <ChevronDown size={12} aria-hidden />
    </button>
  )
}

/** Whether a ring would be heard; a click tries it. */
function SoundState({ isHere }: { isHere: boolean }) {
  const t = useText(deskTexts)
  const canSound = useCanSound()
  const Icon = canSound ? Bell : BellOff
  if (!isHere) return null
  return (
    <button
      type="button"
      onClick={() => void wakeSound().then((works) => works && play('ring'))}
      className={`ml-auto inline-flex min-h-7 items-center gap-1 rounded-md px-1.5 text-xs whitespace-nowrap hover:bg-sunken ${canSound ? 'text-ink-3' : 'font-semibold text-bad'}`}
    >
      <Icon size={13} aria-hidden />
      {t(canSound ? 'soundOn' : 'soundOff')}
    </button>
  )
}

function Place({ href, label, icon: Icon }: { href: string; label: string; icon: typeof Eye }) {
  const [location] = useLocation()
  const isHere = location.startsWith(href)
  return (
    <Link
      href={href}
      aria-current={isHere ? 'page' : undefined}
      className={`inline-flex min-h-8 items-center gap-1.5 rounded-md px-2 text-xs ${isHere ? 'bg-sunken font-semibold' : 'text-ink-2 hover:bg-sunken'}`}
    >
      <Icon size={14} aria-hidden />
      {label}
    </Link>
  )
}
