/** The beginning of a shift: hear the sound, allow notifications, see who waits, and be here. */
import type { Account, DeskPresence, DeskQueue } from '@tandem/sdk/source'
import { Bell, BellOff, CircleCheck, Headset, Volume2 } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'wouter'
import { Brand } from '../../shell/Brand.tsx'
import { deskTexts } from '../../texts/desk.ts'
import { deskShiftTexts } from '../../texts/desk-shift.ts'
import { useText } from '../../texts/text.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Panels.tsx'
import { deskPaths } from '../desk-paths.ts'
import { askToNotify, usePermission } from './notifications.ts'
import { play, setVolume, volume, wakeSound } from './sound.ts'
import type { Shift } from './use-shift.ts'

export function StartShift({
  account,
  presence,
  queue,
  shift,
  children,
}: {
  account: Account
  presence: DeskPresence
  queue: DeskQueue | undefined
  shift: Shift
  /** The menu of the person. */
  children: ReactNode
}) {
  const t = useText(deskShiftTexts)
  const desk = useText(deskTexts)
  const [isHeard, setHeard] = useState(false)
  const [isSilent, setSilent] = useState(false)
  const ring = async () => {
    const works = await wakeSound()
    if (works) play('ring')
    setSilent(!works)
    setHeard(works)
    return works
  }
  // The click that starts is one that lets the browser ring.
  const start = async () => {
    if (isHeard || (await ring())) shift.change('here')
  }
  useEffect(() => {
    document.title = `${desk('desk')} · Tandem`
  }, [desk])
  const here = presence.people.filter(({ state, id }) => state === 'here' && id !== presence.me.id)
  return (
    <main
      id="content"
      tabIndex={-1}
      className="grid h-full place-items-center overflow-auto p-4 focus-visible:-outline-offset-2"
    >
      <div className="flex w-full max-w-lg flex-col gap-4">
        <div className="flex items-center">
          <Brand />
          <span className="ml-2 text-ink-3">{desk('desk')}</span>
          <span className="ml-auto">{children}</span>
        </div>
        <div className="card flex flex-col gap-5 p-5">
          <div>
            <h1 className="text-lg font-semibold">{t('hello', { name: presence.me.name })}</h1>
            <p className="text-sm text-ink-2">
              {queue?.waiting ? t('waitNow', { n: queue.waiting }) : t('nobodyWaits')}{' '}
              {here.length > 0
                ? t('alsoHere', { names: here.map(({ name }) => name).join(', ') })
                : t('nobodyElse')}
            </p>
          </div>
          {presence.agents.length === 0 && <Notice tone="warn">{t('noAgents')}</Notice>}
          <SoundStep isHeard={isHeard} isSilent={isSilent} ring={ring} />
          <NotificationStep />
          <div className="flex flex-wrap items-center gap-2 border-t pt-4">
            <Button look="ink" icon={Headset} isBusy={shift.isChanging} onClick={() => void start()}>
              {t('start')}
            </Button>
            {!isHeard && (
              <Button look="quiet" isBusy={shift.isChanging} onClick={() => shift.change('here')}>
                {t('startSilent')}
              </Button>
            )}
          </div>
        </div>
        <p className="text-xs text-ink-3">
          {t('hereMeans')}{' '}
          <Link
            href={account.role === 'admin' ? deskPaths.supervise : deskPaths.conversations}
            className="underline underline-offset-2"
          >
            {t('lookOnly')}
          </Link>
        </p>
      </div>
    </main>
  )
}

function SoundStep({
  isHeard,
  isSilent,
  ring,
}: {
  isHeard: boolean
  isSilent: boolean
  ring: () => Promise<boolean>
}) {
  const t = useText(deskShiftTexts)
  const [loudness, setLoudness] = useState(volume)
  return (
    <Step icon={Volume2} title={t('sound')} isDone={isHeard} words={t(isHeard ? 'soundDone' : 'soundWhy')}>
      <Button size="s" icon={Volume2} onClick={() => void ring()}>
        {t(isHeard ? 'playAgain' : 'playSound')}
      </Button>
      <label className="flex items-center gap-2 text-xs text-ink-2">
        {t('volume')}
        <input
          type="range"
          min={0.1}
          max={1}
          step={0.1}
          value={loudness}
          onChange={(event) => {
            setLoudness(Number(event.target.value))
            setVolume(Number(event.target.value))
          }}
          className="w-28 accent-ink"
        />
      </label>
      {isSilent && <Notice tone="bad">{t('noSound')}</Notice>}
    </Step>
  )
}

function NotificationStep() {
  const t = useText(deskShiftTexts)
  const permission = usePermission()
  const isDone = permission === 'granted'
  return (
    <Step
      icon={permission === 'denied' || permission === 'missing' ? BellOff : Bell}
      title={t('notifications')}
      isDone={isDone}
      words={t(`notify_${permission}`)}
    >
      {permission === 'default' && (
        <Button size="s" icon={Bell} onClick={() => void askToNotify()}>
          {t('allow')}
        </Button>
      )}
    </Step>
  )
}

function Step({
  icon: Icon,
  title,
  isDone,
  words,
  children,
}: {
  icon: typeof Bell
  title: string
  isDone: boolean
  words: string
  children: ReactNode
}) {
  return (
    <section className="flex gap-3">
      {isDone ? (
        <CircleCheck size={18} aria-hidden className="mt-0.5 shrink-0 text-good" />
      ) : (
        <Icon size={18} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
      )}
      <div className="flex min-w-0 grow flex-col gap-2">
        <div>
          <h2 className="font-semibold">{title}</h2>
          <p className="text-sm text-ink-2">{words}</p>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">{children}</div>
      </div>
    </section>
  )
}
