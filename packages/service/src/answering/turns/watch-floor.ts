/** Tells a turn that is under way when the floor changes hands, here or in another process: nothing of it is to be said then. */
import type { Live } from '../../conversations/live.ts'
import type { TurnWork } from './turn-work.ts'

export interface FloorWatch {
  /** Aborted when a handoff began after the turn was asked for. */
  readonly lost: AbortSignal
  stop(): void
}

/** An announcement may be missed: the floor is looked at again before anything is said. */
export function watchFloor(
  live: Live,
  conversationId: string,
  { epoch }: Pick<TurnWork, 'epoch'>,
): FloorWatch {
  const lost = new AbortController()
  const stop = live.watch(conversationId, (event) => {
    if (event.kind === 'floor' && event.epoch > epoch) lost.abort()
  })
  return { lost: lost.signal, stop }
}
