/** The columns of the queue, and of handoffs that are over. */
import type { Handoff } from '@tandem/sdk/source'
import { handoffTexts } from '../../texts/handoffs.ts'
import { useLocale } from '../../texts/language.ts'
import { useText } from '../../texts/text.ts'
import { State } from '../../ui/Badge.tsx'
import { shortId } from '../../ui/Id.tsx'
import type { Column } from '../../ui/TableRow.tsx'
import { Duration, duration, Time, useNow } from '../../ui/Time.tsx'

function useCommon(): { user: Column<Handoff>; desk: Column<Handoff>; waited: Column<Handoff> } {
  const t = useText(handoffTexts)
  return {
    user: {
      name: 'user',
      label: t('user'),
      width: 'minmax(86px, 1.4fr)',
      cell: ({ email, phone, conversation_id }) => (
        <bdi className="font-semibold">{email ?? phone ?? shortId(conversation_id)}</bdi>
      ),
    },
    desk: {
      name: 'desk',
      label: t('desk'),
      width: 'minmax(140px, 1fr)',
      isWide: true,
      cell: ({ human_service_name }) => <bdi className="text-ink-2">{human_service_name}</bdi>,
    },
    waited: {
      name: 'waited',
      label: t('waited'),
      width: '84px',
      isEnd: true,
      isWide: true,
      cell: ({ time_to_first_reply_ms: ms, ended_at }) =>
        ms === null ? (
          <span className="text-ink-3">{t(ended_at === null ? 'notYet' : 'nobody')}</span>
        ) : (
          <Duration ms={ms} />
        ),
    },
  }
}

const asked = (label: string): Column<Handoff> => ({
  name: 'asked',
  label,
  width: '92px',
  isEnd: true,
  isWide: true,
  cell: ({ requested_at }) => <Time at={requested_at} style="narrow" />,
})

export function useQueueColumns(): Column<Handoff>[] {
  const t = useText(handoffTexts)
  const { user, desk, waited } = useCommon()
  return [
    user,
    desk,
    {
      name: 'state',
      label: t('state'),
      width: 'minmax(128px, 0.8fr)',
      cell: ({ state }) => (
        <State is={state === 'CONNECTED' ? 'good' : 'waiting'}>
          {t(state === 'ENDED' ? 'CONNECTED' : state)}
        </State>
      ),
    },
    asked(t('asked')),
    waited,
    { name: 'left', label: t('left'), width: '72px', isEnd: true, cell: (row) => <Left row={row} /> },
  ]
}

const MINUTE_MS = 60_000

/** In whole minutes, and whole seconds at last. */
function Left({ row: { deadline_at } }: { row: Handoff }) {
  const t = useText(handoffTexts)
  const now = useNow()
  const locale = useLocale()
  if (deadline_at === null) return null
  const left = deadline_at - now
  return left > 0 ? (
    <span className="num">{duration(left - (left % (left < MINUTE_MS ? 1000 : MINUTE_MS)), locale)}</span>
  ) : (
    <span className="text-bad">{t('late')}</span>
  )
}

export function usePastColumns(): Column<Handoff>[] {
  const t = useText(handoffTexts)
  const { user, desk, waited } = useCommon()
  return [
    user,
    desk,
    {
      name: 'end',
      label: t('end'),
      width: 'minmax(190px, 0.9fr)',
      cell: ({ end_reason }) => end_reason && <EndState end={end_reason} />,
    },
    asked(t('asked')),
    waited,
    {
      name: 'lasted',
      label: t('lasted'),
      width: '64px',
      isEnd: true,
      isWide: true,
      cell: ({ duration_ms }) => duration_ms !== null && <Duration ms={duration_ms} />,
    },
  ]
}

export function EndState({ end }: { end: NonNullable<Handoff['end_reason']> }) {
  const t = useText(handoffTexts)
  const isGood = end === 'HUMAN_CLOSED' || end === 'USER_CLOSED'
  return <State is={isGood ? 'good' : end === 'TIMEOUT' ? 'none' : 'bad'}>{t(end)}</State>
}
