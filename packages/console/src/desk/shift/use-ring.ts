/**
 * Tells of whoever waits until somebody takes them: sound again and again, the number in the tab, a notification for each.
 * New words of one's own users are told once, and counted in the tab until they are read, also while the person is away.
 */
import type { DeskItem } from '@tandem/sdk/source'
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { deskTexts } from '../../texts/desk.ts'
import { useText } from '../../texts/text.ts'
import { deskPaths } from '../desk-paths.ts'
import { nameOf } from '../queries.ts'
import { useTabCount } from './favicon.ts'
import { notify } from './notifications.ts'
import { play } from './sound.ts'

const RING_EVERY_MS = 6_000

interface Calls {
  /** Users whom this person could take now, and users that a colleague offers. */
  readonly calling: readonly DeskItem[]
  readonly mine: readonly DeskItem[]
  readonly isHere: boolean
  /** The title of the tab, without the number. */
  readonly title: string
}

export function useRing({ calling, mine, isHere, title }: Calls): void {
  const t = useText(deskTexts)
  const [, navigate] = useLocation()
  // People, as in the list, and not their messages.
  const unread = mine.filter((item) => item.unread > 0).length
  const isRinging = isHere && calling.length > 0
  useTabCount(title, unread + (isHere ? calling.length : 0))

  useEffect(() => {
    if (!isRinging) return
    play('ring')
    const timer = setInterval(() => play('ring'), RING_EVERY_MS)
    return () => clearInterval(timer)
  }, [isRinging])

  const told = useRef<Map<string, number> | undefined>(undefined)
  useEffect(() => {
    if (!isHere) return
    const before = told.current
    const now = new Map([...calling.map(({ id }) => [id, 0] as const), ...mine.map(wordsOf)])
    told.current = now
    for (const item of calling) if (!before?.has(item.id)) announce(item)
    // What was there when the page was opened is on the page.
    if (!before) return
    const spoke = mine.filter((item) => item.unread > (before.get(item.id) ?? 0))
    if (spoke.length > 0) play('words')
    for (const item of spoke) announce(item)

    function announce(item: DeskItem): void {
      const name = nameOf(item, (id) => t('visitor', { id }))
      notify(item.id, name, item.last_message ?? t('waitsForPerson'), () =>
        navigate(deskPaths.handoff(item.id)),
      )
    }
  }, [calling, mine, isHere, navigate, t])
}

const wordsOf = ({ id, unread }: DeskItem) => [id, unread] as const
