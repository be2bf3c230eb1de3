/** Who types: told to others while this person does, and heard of the user and of colleagues. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { admin, live } from '../../api.ts'
import { useNews } from '../../feed.ts'

const TELL_EVERY_MS = 3_000
/** A little longer than the pause between two signs. */
const HEARD_FOR_MS = 6_000

/** To be called at each key; tells at most every few seconds. */
export function useTellTyping(handoffId: string, claim: number | null): () => void {
  const toldAt = useRef(0)
  return useCallback(() => {
    if (claim === null || Date.now() - toldAt.current < TELL_EVERY_MS) return
    toldAt.current = Date.now()
    // Only a courtesy: nothing is lost with it.
    void admin.desk.typing({ handoffId }, { claim }, { maxRetries: 0 }).catch(() => {})
  }, [handoffId, claim])
}

/** Ids of accounts that type now; `user` for the user. */
export function useWhoTypes(handoffId: string, conversationId: string, me: string): readonly string[] {
  const [until, setUntil] = useState<Readonly<Record<string, number>>>({})
  useNews(live('desk', 'message'), (event, kind) => {
    if (event.conversation_id !== conversationId && event.handoff_id !== handoffId) return
    const who = event.account_id ?? event.role
    // Whoever has spoken does not type.
    if (kind === 'message') setUntil({})
    else if (event.about === 'typing' && who !== undefined && who !== me)
      setUntil((before) => ({ ...before, [who]: Date.now() + HEARD_FOR_MS }))
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
