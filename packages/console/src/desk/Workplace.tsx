/** Three panes: who waits at the left, the talk in the middle, what is known at the right; on a phone one at a time. */
import type { Account, DeskPresence, DeskQueue } from '@tandem/sdk/source'
import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useLocation, useRoute } from 'wouter'
import { Boundary } from '../shell/Boundary.tsx'
import { Reconnecting } from '../shell/Reconnecting.tsx'
import { deskTexts } from '../texts/desk.ts'
import { useText } from '../texts/text.ts'
import { ErrorState, SkeletonRows } from '../ui/Panels.tsx'
import { deskPaths } from './desk-paths.ts'
import { type Board, boardOf, rowsOf, takeable } from './queue/board.ts'
import { LeftPane } from './queue/LeftPane.tsx'
import { useRing } from './shift/use-ring.ts'
import type { Shift } from './shift/use-shift.ts'
import { CasePanes } from './talk/CasePanes.tsx'
import { NothingOpen } from './talk/NothingOpen.tsx'
import type { Opened } from './talk/TalkPane.tsx'
import { type Acts, useActKeys, useActs } from './use-acts.ts'
import { useLost } from './use-lost.ts'

const Conversations = lazy(() =>
  import('./supervise/Conversations.tsx').then((file) => ({ default: file.Conversations })),
)
const Supervise = lazy(() =>
  import('./supervise/Supervise.tsx').then((file) => ({ default: file.Supervise })),
)
const DeskHelp = lazy(() => import('./DeskHelp.tsx').then((file) => ({ default: file.DeskHelp })))
const MakePair = lazy(() => import('./side/MakePair.tsx').then((file) => ({ default: file.MakePair })))

const NONE: Board = { offered: [], waiting: [], mine: [], others: [], waitingCount: 0 }

export function Workplace({
  account,
  presence,
  shift,
  queue,
}: {
  account: Account
  presence: DeskPresence
  shift: Shift
  queue: UseQueryResult<DeskQueue>
}) {
  const t = useText(deskTexts)
  const [location] = useLocation()
  const [, params] = useRoute<{ handoff: string }>('/h/:handoff')
  const [isHelp, setHelp] = useState(false)
  const [teaching, setTeaching] = useState<string | undefined>()
  const acts = useActs((handoffId, then) => then === 'teach' && setTeaching(handoffId))
  const { data } = queue
  const me = presence.me.id
  const board = useMemo(() => data && boardOf(data, me), [data, me])
  const { offered, mine } = board ?? NONE
  useRing({
    calling: [...offered, ...takeable(board ?? NONE, presence)],
    mine,
    isHere: shift.state === 'here',
    title: titleAt(location, t),
  })
  useLost(board)
  useDeskKeys(board ?? NONE, params?.handoff, acts, () => setHelp(true))
  const isHome = location === deskPaths.home
  return (
    <main id="content" tabIndex={-1} className="flex h-full focus-visible:-outline-offset-2">
      <h1 className="unseen">{t('desk')}</h1>
      <LeftPane
        account={account}
        presence={presence}
        shift={shift}
        board={board}
        acts={acts}
        openId={params?.handoff}
        openHelp={() => setHelp(true)}
        isShownNarrow={isHome}
      >
        {queue.error && !queue.data && <ErrorState error={queue.error} retry={() => void queue.refetch()} />}
      </LeftPane>
      <div className={`flex min-h-0 min-w-0 grow flex-col ${isHome ? 'max-md:hidden' : ''}`}>
        <Reconnecting />
        <Boundary at={location}>
          <Suspense fallback={<SkeletonRows rows={10} />}>
            {params ? (
              <CasePanes
                key={params.handoff}
                handoffId={params.handoff}
                presence={presence}
                acts={acts}
                teach={() => setTeaching(params.handoff)}
              />
            ) : location === deskPaths.supervise ? (
              <Supervise account={account} presence={presence} queue={queue} />
            ) : location.startsWith(deskPaths.conversations) ? (
              <Conversations presence={presence} acts={acts} />
            ) : (
              board && <NothingOpen board={board} acts={acts} presence={presence} account={account} />
            )}
          </Suspense>
        </Boundary>
      </div>
      {/* Loaded when they are first opened. */}
      <Suspense>
        {isHelp && <DeskHelp close={() => setHelp(false)} />}
        {teaching && <MakePair handoffId={teaching} close={() => setTeaching(undefined)} />}
      </Suspense>
    </main>
  )
}

/** One place names the tab, so that the number in it stays wherever somebody is. */
function titleAt(location: string, t: ReturnType<typeof useText<typeof deskTexts>>): string {
  if (location.startsWith(deskPaths.conversations)) return `${t('conversations')} · Tandem`
  return location === deskPaths.supervise ? `${t('supervise')} · Tandem` : t('tabTitle')
}

/** Down and up the list by keys; Escape goes back to the list. */
function useDeskKeys(board: Board, openId: string | undefined, acts: Acts, openHelp: () => void): void {
  const [, navigate] = useLocation()
  const step = (by: number) => {
    const rows = rowsOf(board)
    const at = rows.findIndex(({ id }) => id === openId)
    const next = rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : at + by]
    if (next) navigate(deskPaths.handoff(next.id), { state: { isReading: true } satisfies Opened })
  }
  const leave = () => navigate(deskPaths.home)
  useActKeys({
    j: () => step(1),
    k: () => step(-1),
    t: acts.takeNext,
    '?': openHelp,
    Escape: leave,
  })
}
