/** Signs of others that nothing is kept of: who types and who looks; told while this person does, and heard for a few seconds. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { admin, live } from '../../api.ts'
import { useNews } from '../../feed.ts'

const TELL_TYPING_MS = 3_000
const TELL_LOOKING_MS = 5_000
/** A little longer than the pause between two signs. */
const HEARD_FOR_MS = { typing: 6_000, looking: 12_000 }

/** To be called at each key; tells at most every few seconds. */
export function useTellTyping(handoffId: string, claim: number | null): () => void {
  const toldAt = useRef(0)
  return useCallback(() => {
    if (claim === null || Date.now() - toldAt.current < TELL_TYPING_MS) return
    toldAt.current = Date.now()
    // Only a courtesy: nothing is lost with it.
    void admin.desk.typing({ handoffId }, { claim }, { maxRetries: 0 }).catch(() => {})
  }, [handoffId, claim])
}

/** While the page is in sight. */
export function useTellLooking(handoffId: string): void {
  useEffect(() => {
    const tell = () => {
      if (document.visibilityState === 'visible')
        void admin.desk.look({ handoffId }, { maxRetries: 0 }).catch(() => {})
    }
    tell()
    const timer = setInterval(tell, TELL_LOOKING_MS)
    document.addEventListener('visibilitychange', tell)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tell)
    }
  }, [handoffId])
}

interface Place {
  readonly id: string
  readonly conversation_id: string
}

/** Ids of accounts that type now; `user` for the user. Whoever has spoken does not type. */
export const useWhoTypes = (place: Place, me: string) => useSigns('typing', place, me)

/** Ids of accounts that have the talk open. */
export const useWhoLooks = (place: Place, me: string) => useSigns('looking', place, me)

function useSigns(about: 'typing' | 'looking', place: Place, me: string): readonly string[] {
  const [until, setUntil] = useState<Readonly<Record<string, number>>>({})
  useNews(live('desk', 'message'), (event, kind) => {
    if (event.conversation_id !== place.conversation_id && event.handoff_id !== place.id) return
    const who = event.account_id ?? event.role
    if (kind === 'message' && about === 'typing') setUntil({})
    else if (event.about === about && who !== undefined && who !== me)
      setUntil((before) => ({ ...before, [who]: Date.now() + HEARD_FOR_MS[about] }))
  })
  useEffect(() => {
    const ends = Object.values(until)
    if (ends.length === 0) return
    const timer = setTimeout(
      () => setUntil((now) => Object.fromEntries(Object.entries(now).filter(([, end]) => end > Date.now()))),
      Math.max(0, Math.min(...ends) - Date.now()) + 50,
    )
    return () => clearTimeout(timer)
  }, [until])
  return Object.keys(until)
}
