/** Tells a person who has lost a user without their doing: nothing was heard of them, a colleague accepted, or an admin decided so. */
import type { DeskItem, HandoffEvent } from '@tandem/sdk/source'
import { useEffect, useRef } from 'react'
import { queryClient } from '../api.ts'
import { deskTexts } from '../texts/desk.ts'
import { useText } from '../texts/text.ts'
import { tell, tellProblem } from '../ui/Toast.tsx'
import { caseQuery, nameOf } from './queries.ts'
import type { Board } from './queue/board.ts'

export function useLost(board: Board | undefined): void {
  const t = useText(deskTexts)
  const had = useRef<readonly DeskItem[]>([])
  useEffect(() => {
    if (!board) return
    const { mine, waiting, others } = board
    const lost = had.current.filter(({ id }) => !mine.some((item) => item.id === id))
    had.current = mine
    for (const item of lost) {
      const user = nameOf(item, (id) => t('visitor', { id }))
      const owner = others.find(({ id }) => id === item.id)?.owner
      if (owner) tell(t('colleagueHas', { name: owner.name, user }))
      else if (waiting.some(({ id }) => id === item.id)) void sayWhy(item.id, user)
    }

    /** The timeline knows why; whoever released them knows it themselves. */
    async function sayWhy(handoffId: string, user: string): Promise<void> {
      const query = { ...caseQuery(handoffId), staleTime: 0 }
      const { timeline } = await queryClient.fetchQuery(query).catch(() => ({ timeline: [] }))
      const why = (timeline as readonly HandoffEvent[]).findLast(({ kind }) => reasons.has(kind))
      if (why?.kind === 'ownerGone') tellProblem(t('lostGone', { user }))
      if (why?.kind === 'unassigned') tellProblem(t('lostUnassigned', { user }))
    }
  }, [board, t])
}

const reasons = new Set(['released', 'ownerGone', 'unassigned'])
