/** One user: the talk and what is known, with the keys that act on it. */
import type { DeskCase, DeskPresence } from '@tandem/sdk/source'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { ErrorState, SkeletonRows } from '../../ui/Panels.tsx'
import { caseQuery } from '../queries.ts'
import { NOTE_ID } from '../side/Notes.tsx'
import { SidePane } from '../side/SidePane.tsx'
import { BackToList } from '../supervise/BackToList.tsx'
import { type Acts, useActKeys } from '../use-acts.ts'
import { focusComposer } from './draft.ts'
import { TalkPane } from './TalkPane.tsx'

interface Props {
  readonly presence: DeskPresence
  readonly acts: Acts
  /** Opens the form that makes a pair of what was answered. */
  readonly teach: () => void
}

export function CasePanes({ handoffId, ...props }: Props & { handoffId: string }) {
  const { data, error, refetch } = useQuery(caseQuery(handoffId))
  if (data) return <Shown handoff={data} {...props} />
  if (!error) return <SkeletonRows rows={12} />
  return (
    <div className="p-2">
      <BackToList />
      <ErrorState error={error} retry={() => void refetch()} />
    </div>
  )
}

function Shown({ handoff, presence, acts, teach }: Props & { handoff: DeskCase }) {
  const [params] = useSearchParams()
  const isInfo = params.has('info')
  const isOpen = handoff.state === 'mine' && handoff.handoff_state !== 'ENDED'
  useActKeys({
    r: () => (handoff.state === 'waiting' ? acts.take(handoff) : focusComposer()),
    m: () => document.getElementById(NOTE_ID)?.focus(),
    ...(isOpen
      ? {
          h: () => document.querySelector<HTMLElement>('[data-key="h"]')?.click(),
          g: () => acts.release(handoff),
          c: () => acts.close(handoff, 'teach'),
          n: () => acts.close(handoff, 'next'),
        }
      : {}),
  })
  return (
    <div className="flex min-h-0 grow">
      <div className={`flex min-w-0 grow ${isInfo ? 'max-xl:hidden' : ''}`}>
        <TalkPane handoff={handoff} presence={presence} acts={acts} />
      </div>
      <div
        className={`w-80 shrink-0 overflow-y-auto border-l bg-surface max-xl:w-full max-xl:border-l-0 ${isInfo ? '' : 'max-xl:hidden'}`}
      >
        <SidePane handoff={handoff} teach={teach} />
      </div>
    </div>
  )
}
