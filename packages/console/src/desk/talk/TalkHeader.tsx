/** Above the talk: who it is, who has the floor, how long is left, and what can be done. */
import type { DeskCase } from '@tandem/sdk/source'
import { ArrowLeft, Eye, Info } from 'lucide-react'
import { lazy } from 'react'
import { Link, useSearchParams } from 'wouter'
import { deskTexts } from '../../texts/desk.ts'
import { useLocale } from '../../texts/language.ts'
import { useText } from '../../texts/text.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Key } from '../../ui/Key.tsx'
import { LoadedOnClick } from '../../ui/LoadedOnClick.tsx'
import { duration } from '../../ui/Time.tsx'
import { deskPaths } from '../desk-paths.ts'
import { useSeconds } from '../seconds.ts'
import type { Acts } from '../use-acts.ts'

const HandOver = lazy(() => import('./HandOver.tsx').then((file) => ({ default: file.HandOver })))

export function TalkHeader({
  handoff,
  name,
  acts,
  me,
  looking,
}: {
  handoff: DeskCase
  name: string
  acts: Acts
  /** The account of whoever looks. */
  me: string
  /** Names of colleagues who have it open too. */
  looking: readonly string[]
}) {
  const t = useText(deskTexts)
  const [params, setParams] = useSearchParams()
  const isInfo = params.has('info')
  return (
    <header className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b bg-surface px-4.5 py-1.5 max-md:px-3">
      <Link
        href={deskPaths.home}
        aria-label={t('toList')}
        className="grid size-8 place-items-center rounded-md hover:bg-sunken md:hidden"
      >
        <ArrowLeft size={17} aria-hidden />
      </Link>
      {/* It gives way: what is told of others must not move the acts. */}
      <div className="min-w-44 grow basis-0">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h1 className="min-w-0 truncate text-talk font-semibold tracking-tight">
            <bdi>{name}</bdi>
          </h1>
          <Floor handoff={handoff} />
        </div>
        <div className="flex gap-x-3 text-xs whitespace-nowrap text-ink-3">
          <EndsIn handoff={handoff} />
          {looking.length > 0 && (
            <p className="inline-flex min-w-0 items-center gap-1">
              <Eye size={12} aria-hidden className="shrink-0" />
              <span className="truncate">{t('alsoLooks', { names: looking.join(', ') })}</span>
            </p>
          )}
        </div>
      </div>
      {/* On narrow screens the acts have a row of their own. */}
      <span className="ml-auto flex flex-wrap items-center gap-2 empty:hidden max-md:order-last max-md:w-full max-md:[&_kbd]:hidden">
        <HeaderActs handoff={handoff} acts={acts} me={me} />
      </span>
      <button
        type="button"
        aria-label={t('aboutUser')}
        aria-pressed={isInfo}
        onClick={() => setParams(isInfo ? {} : { info: '1' }, { replace: true })}
        className="grid size-8 place-items-center rounded-md hover:bg-sunken aria-pressed:bg-sunken max-md:ml-auto xl:hidden"
      >
        <Info size={16} aria-hidden />
      </button>
    </header>
  )
}

function HeaderActs({ handoff, acts, me }: { handoff: DeskCase; acts: Acts; me: string }) {
  const t = useText(deskTexts)
  const { state, handoff_state, offered_to } = handoff
  if (handoff_state === 'ENDED') return null
  if (state === 'mine')
    return (
      <>
        {offered_to ? (
          <Button size="s" isBusy={acts.isBusy} onClick={() => acts.offer(handoff, null)}>
            {t('takeBackOffer', { name: offered_to.name })}
          </Button>
        ) : (
          <LoadedOnClick
            button={
              <Button size="s" data-key="h">
                {t('handTo')} <Key name="H" />
              </Button>
            }
          >
            {(trigger) => <HandOver trigger={trigger} handoff={handoff} acts={acts} />}
          </LoadedOnClick>
        )}
        <Button size="s" isBusy={acts.isBusy} onClick={() => acts.release(handoff)}>
          {t('release')} <Key name="G" />
        </Button>
        <Button size="s" isBusy={acts.isBusy} onClick={() => acts.close(handoff, 'next')}>
          {t('closeNext')} <Key name="N" />
        </Button>
        <Button size="s" look="ink" isBusy={acts.isBusy} onClick={() => acts.close(handoff, 'teach')}>
          {t('close')} <Key name="C" />
        </Button>
      </>
    )
  // Below the talk it can be taken.
  if (state === 'waiting') return null
  return <OfferActs handoff={handoff} acts={acts} me={me} />
}

/** A colleague has the user, and may be asking this person to take over. */
function OfferActs({ handoff, acts, me }: { handoff: DeskCase; acts: Acts; me: string }) {
  const t = useText(deskTexts)
  if (handoff.offered_to?.id !== me) return null
  return (
    <>
      <Button isBusy={acts.isBusy} onClick={() => acts.decline(handoff)}>
        {t('decline')}
      </Button>
      <Button look="ink" isBusy={acts.isBusy} onClick={() => acts.take(handoff)}>
        {t('accept')}
      </Button>
    </>
  )
}

function Floor({ handoff }: { handoff: DeskCase }) {
  const t = useText(deskTexts)
  const { state, handoff_state, owner, offered_to, end_reason } = handoff
  if (handoff_state === 'ENDED')
    return <Badge>{end_reason && isEnd(end_reason) ? t(end_reason) : t('ended')}</Badge>
  if (state === 'waiting') return <Badge tone="warn">{t('waitsForPerson')}</Badge>
  return (
    <>
      <Badge tone="person">
        {state === 'mine' ? t('youHaveFloor') : t('hasFloor', { name: owner?.name ?? '' })}
      </Badge>
      {offered_to && <Badge>{t('offeredTo', { name: offered_to.name })}</Badge>}
    </>
  )
}

function EndsIn({ handoff: { deadline_at: at, state } }: { handoff: DeskCase }) {
  const t = useText(deskTexts)
  const locale = useLocale()
  const now = useSeconds()
  if (at === null || state === 'waiting') return null
  const leftMs = Math.max(0, at - now)
  // Whole minutes do not flicker; the last one counts down.
  const time = duration(
    leftMs < 60_000 ? Math.floor(leftMs / 1_000) * 1_000 : Math.floor(leftMs / 60_000) * 60_000,
    locale,
  )
  return <p className="num">{t('endsIn', { time })}</p>
}

const ends = ['HUMAN_CLOSED', 'USER_CLOSED', 'TIMEOUT', 'WAIT_TIMEOUT', 'FAILED'] as const
const isEnd = (text: string): text is (typeof ends)[number] => ends.some((each) => each === text)
