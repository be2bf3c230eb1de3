/** The queue as one person sees it. */
import type { DeskItem, DeskPresence, DeskQueue } from '@tandem/sdk/source'

export interface Board {
  /** A colleague asks me to take them. */
  readonly offered: readonly DeskItem[]
  /** Nobody has them. The service sends the oldest deadline first. */
  readonly waiting: readonly DeskItem[]
  readonly mine: readonly DeskItem[]
  readonly others: readonly DeskItem[]
  readonly waitingCount: number
}

export function boardOf(queue: DeskQueue, me: string): Board {
  const of = (state: DeskItem['state']) => queue.items.filter((item) => item.state === state)
  const isOffered = ({ offered_to }: DeskItem) => offered_to?.id === me
  return {
    offered: of('others').filter(isOffered),
    waiting: of('waiting'),
    mine: of('mine'),
    others: of('others').filter((item) => !isOffered(item)),
    waitingCount: queue.waiting,
  }
}

/** In the order in which they stand on the screen. */
export const rowsOf = ({ offered, waiting, mine }: Board) => [...offered, ...waiting, ...mine]

/** Whom this person could take now: nobody has them, and the limit of their agent is not reached. */
export function takeable({ waiting, mine }: Board, { agents }: DeskPresence): DeskItem[] {
  const isFull = (agentId: string) => {
    const most = agents.find(({ id }) => id === agentId)?.max_per_person ?? 0
    return most > 0 && mine.filter(({ agent_id }) => agent_id === agentId).length >= most
  }
  return waiting.filter(({ agent_id }) => !isFull(agent_id))
}
