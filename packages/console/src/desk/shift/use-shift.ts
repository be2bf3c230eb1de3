/**
 * Whether the person is here, away or off, as they chose on this page, and the sign of life that keeps their users with them.
 * A page that is loaded again in mid-shift goes on; any other begins with the shift screen.
 */
import type { DeskPresence } from '@tandem/sdk/source'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { admin, live, queryClient } from '../../api.ts'
import { useNews } from '../../feed.ts'
import { tellError } from '../../ui/Toast.tsx'
import { deskChanged, presenceQuery } from '../queries.ts'
import { wakeSound } from './sound.ts'

export type PresenceState = DeskPresence['me']['state']

export interface Shift {
  readonly state: PresenceState
  readonly change: (state: PresenceState) => void
  readonly isChanging: boolean
}

export function useShift(presence: DeskPresence): Shift {
  const { me, heartbeat_s } = presence
  const [state, setState] = useState<PresenceState>(me.state === 'here' ? 'here' : 'off')
  const changing = useMutation({
    mutationFn: (next: PresenceState) => admin.desk.setPresence({ state: next }),
    onSuccess(answer, next) {
      setState(next)
      queryClient.setQueryData(presenceQuery().queryKey, answer)
      void deskChanged()
    },
    onError: tellError,
  })
  // Said in another window; `away` may only mean that nothing was heard of this one.
  useNews(live('desk'), ({ about, account_id, state: told }) => {
    if (about === 'presence' && account_id === me.id && told === 'off') setState('off')
  })
  useHeartbeat(state === 'here', heartbeat_s * 1_000)
  useSoundOnFirstTouch()
  return { state, change: changing.mutate, isChanging: changing.isPending }
}

/** Again and again while the page is open, and at once when the machine wakes up. */
function useHeartbeat(isHere: boolean, everyMs: number): void {
  useEffect(() => {
    if (!isHere) return
    // A failed one is made good by the next; a session that ended is told by the feed.
    const beat = () => void admin.desk.setPresence({ state: 'here' }, { maxRetries: 0 }).catch(() => {})
    const onVisible = () => document.visibilityState === 'visible' && beat()
    const timer = setInterval(beat, everyMs)
    document.addEventListener('visibilitychange', onVisible)
    window.addEventListener('online', beat)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisible)
      window.removeEventListener('online', beat)
    }
  }, [isHere, everyMs])
}

/** A page that was loaded again is silent until somebody touches it. */
function useSoundOnFirstTouch(): void {
  useEffect(() => {
    const wake = () => void wakeSound()
    for (const touch of ['pointerdown', 'keydown']) window.addEventListener(touch, wake, { once: true })
    return () => {
      for (const touch of ['pointerdown', 'keydown']) window.removeEventListener(touch, wake)
    }
  }, [])
}
