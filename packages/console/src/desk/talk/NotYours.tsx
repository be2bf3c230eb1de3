/** In place of the composer while somebody else has the user, nobody has, or the talk is over. */
import type { DeskCase } from '@tandem/sdk/source'
import { deskTexts } from '../../texts/desk.ts'
import { useText } from '../../texts/text.ts'
import { Button } from '../../ui/Button.tsx'
import { Key } from '../../ui/Key.tsx'
import type { Acts } from '../use-acts.ts'

export function NotYours({
  handoff,
  name,
  acts,
  isBelow = false,
}: {
  handoff: DeskCase
  name: string
  acts: Acts
  /** Words of this person stand above it. */
  isBelow?: boolean
}) {
  const t = useText(deskTexts)
  const { handoff_state, state, owner } = handoff
  const isEnded = handoff_state === 'ENDED'
  const words = isEnded
    ? t('endedLong')
    : state === 'waiting'
      ? t('takeToAnswer', { name })
      : t('colleagueAnswers', { name: owner?.name ?? '' })
  return (
    <div
      className={`flex shrink-0 flex-wrap items-center gap-3 text-sm text-ink-2 ${isBelow ? 'pt-2' : 'border-t bg-surface px-4.5 py-4 max-md:px-3'}`}
    >
      <p className="grow">{words}</p>
      {isEnded && (
        <>
          <Button isBusy={acts.isBusy} onClick={() => acts.takeOver(handoff.conversation_id)}>
            {t('takeAgain')}
          </Button>
          <Button look="ink" isBusy={acts.isBusy} onClick={acts.takeNext}>
            {t('takeNextLong')} <Key name="T" />
          </Button>
        </>
      )}
      {!isEnded && state === 'waiting' && (
        <Button look="ink" isBusy={acts.isBusy} onClick={() => acts.take(handoff)}>
          {t('take')}
        </Button>
      )}
    </div>
  )
}
