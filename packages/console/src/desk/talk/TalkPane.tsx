/** The talk with one user: what was said and why, who has the floor, and where to answer. */
import type { DeskCase, DeskPresence } from '@tandem/sdk/source'
import { useEffect } from 'react'
import { useHistoryState } from 'wouter/use-browser-location'
import { admin } from '../../api.ts'
import { deskTexts } from '../../texts/desk.ts'
import { useText } from '../../texts/text.ts'
import { Happening } from '../../ui/Talk.tsx'
import { TALK_ID, useFocusedTalk } from '../keep-focus.ts'
import { nameOf } from '../queries.ts'
import type { Acts } from '../use-acts.ts'
import { Composer } from './Composer.tsx'
import { DeskLines } from './DeskLines.tsx'
import { useOutgoing } from './outbox.ts'
import { TalkHeader } from './TalkHeader.tsx'
import { useTellLooking, useWhoLooks, useWhoTypes } from './use-signs.ts'
import { useStickyEnd } from './use-sticky-end.ts'

/** How a talk was opened, in the history of the browser. */
export interface Opened {
  /** By a key that goes through the list: the keys stay keys. */
  readonly isReading: boolean
}

export function TalkPane({
  handoff,
  presence,
  acts,
}: {
  handoff: DeskCase
  presence: DeskPresence
  acts: Acts
}) {
  const t = useText(deskTexts)
  const outgoing = useOutgoing(handoff)
  const { id: me } = presence.me
  const typing = useWhoTypes(handoff, me)
  const looking = useWhoLooks(handoff, me)
  useTellLooking(handoff.id)
  const box = useStickyEnd(handoff.talk.length + outgoing.length + typing.length)
  useMarkRead(handoff)
  const isMine = handoff.state === 'mine' && handoff.handoff_state !== 'ENDED'
  const opened = useHistoryState<Opened | null>()
  useFocusedTalk(isMine && !opened?.isReading)
  const name = nameOf(handoff, (id) => t('visitor', { id }))
  const nameOfOne = (id: string) =>
    id === 'user' ? name : (presence.people.find((person) => person.id === id)?.name ?? t('person'))
  return (
    <section aria-label={t('talkWith', { name })} className="flex min-h-0 min-w-0 grow flex-col">
      <TalkHeader
        handoff={handoff}
        name={name}
        acts={acts}
        me={me}
        looking={looking.filter((id) => id !== handoff.owner?.id).map(nameOfOne)}
      />
      <div
        ref={box}
        id={TALK_ID}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows scroll it
        tabIndex={0}
        className="min-h-0 grow overflow-y-auto focus-visible:shadow-[inset_0_2px_var(--color-focus)] focus-visible:outline-none"
      >
        <DeskLines talk={handoff.talk} outgoing={outgoing} name={name} me={me} />
        {typing.map((id) => (
          <Happening key={id}>{t('types', { name: nameOfOne(id) })}</Happening>
        ))}
      </div>
      <Composer key={handoff.id} handoff={handoff} name={name} acts={acts} />
    </section>
  )
}

/** What stands on the screen of whoever has the user has been seen, once the page is looked at. */
function useMarkRead({ id: handoffId, claim, unread, talk }: DeskCase): void {
  const sequence = talk.at(-1)?.sequence
  useEffect(() => {
    if (claim === null || unread === 0 || sequence === undefined) return
    const tell = () => {
      if (document.hasFocus()) void admin.desk.read({ handoffId }, { claim, sequence }).catch(() => {})
    }
    tell()
    window.addEventListener('focus', tell)
    return () => window.removeEventListener('focus', tell)
  }, [handoffId, claim, unread, sequence])
}
