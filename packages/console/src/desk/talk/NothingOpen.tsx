/** The middle while nobody is open: the next step, whatever it is. */
import type { Account, DeskPresence } from '@tandem/sdk/source'
import { Coffee, Headset, Plug } from 'lucide-react'
import { deskTexts } from '../../texts/desk.ts'
import { useText } from '../../texts/text.ts'
import { Button } from '../../ui/Button.tsx'
import { Key } from '../../ui/Key.tsx'
import { Empty } from '../../ui/Panels.tsx'
import type { Board } from '../queue/board.ts'
import type { Acts } from '../use-acts.ts'

export function NothingOpen({
  board,
  presence,
  acts,
  account,
}: {
  board: Board
  presence: DeskPresence
  acts: Acts
  account: Account
}) {
  const t = useText(deskTexts)
  if (presence.agents.length === 0)
    return (
      <Middle>
        <Empty
          isPage
          icon={Plug}
          title={t('notConnected')}
          action={
            account.role !== 'operator' && (
              <Button look="ink" onClick={() => window.location.assign('/console')}>
                {t('openConsole')}
              </Button>
            )
          }
        >
          {t(account.role === 'operator' ? 'notConnectedAsk' : 'notConnectedWhy')}
        </Empty>
      </Middle>
    )
  const { waitingCount } = board
  return (
    <Middle>
      <Empty
        isPage
        icon={waitingCount > 0 ? Headset : Coffee}
        title={waitingCount > 0 ? t('peopleWait', { n: waitingCount }) : t('nobodyWaits')}
        action={
          waitingCount > 0 && (
            <Button look="ink" isBusy={acts.isBusy} onClick={acts.takeNext}>
              {t('takeNextLong')} <Key name="T" />
            </Button>
          )
        }
      >
        {t(waitingCount > 0 ? 'takeWhy' : 'quiet')}
      </Empty>
    </Middle>
  )
}

const Middle = ({ children }: { children: React.ReactNode }) => (
  <div className="grid min-h-0 grow place-items-center">{children}</div>
)
