/** The desk: before it the beginning of the shift, then who needs a person, the talk, and what is known about the user. */
import type { Account, DeskPresence } from '@tandem/sdk/source'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { ErrorState, SkeletonRows } from '../ui/Panels.tsx'
import { DeskMenuButton } from './DeskMenuButton.tsx'
import { deskPaths } from './desk-paths.ts'
import { useKeptFocus } from './keep-focus.ts'
import { presenceQuery, queueQuery } from './queries.ts'
import { StartShift } from './shift/StartShift.tsx'
import { useShift } from './shift/use-shift.ts'
import { sendWhatIsLeft } from './talk/outbox.ts'
import { Workplace } from './Workplace.tsx'

export function Desk({ account }: { account: Account }) {
  const presence = useQuery(presenceQuery())
  useEffect(sendWhatIsLeft, [])
  if (presence.data) return <OnShift account={account} presence={presence.data} />
  return (
    <main id="content" className="grid h-full place-items-center">
      {presence.error ? (
        <ErrorState error={presence.error} retry={() => void presence.refetch()} />
      ) : (
        <div className="w-80">
          <SkeletonRows rows={6} />
        </div>
      )}
    </main>
  )
}

function OnShift({ account, presence }: { account: Account; presence: DeskPresence }) {
  const shift = useShift(presence)
  useKeptFocus()
  const queue = useQuery(queueQuery())
  const [location] = useLocation()
  // To look at what others do, nobody has to be on shift.
  const isLooking = location.startsWith(deskPaths.conversations) || location === deskPaths.supervise
  if (shift.state === 'off' && !isLooking)
    return (
      <StartShift account={account} presence={presence} queue={queue.data} shift={shift}>
        <DeskMenuButton account={account} />
      </StartShift>
    )
  return <Workplace account={account} presence={presence} shift={shift} queue={queue} />
}
