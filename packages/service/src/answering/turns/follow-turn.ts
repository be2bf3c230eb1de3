/**
 * Follows the turn of a stored message until it is over. Events of this process arrive at once, those of other processes by
 * announcement. Both may be missed, so the database is also asked, at the start and every few seconds.
 */
import type { Live } from '../../conversations/live.ts'
import type { MessageRow } from '../../conversations/store.ts'
import type { Core } from '../../platform/core.ts'
import { createWaker } from '../../platform/waker.ts'
import { type AcceptDeps, acceptMessage, type NewUserMessage } from './accept-message.ts'
import { pendingTurnOf } from './store.ts'

export interface FollowDeps extends Pick<Core, 'log' | 'clock' | 'database'> {
  readonly live: Live
}

export type Follower = ReturnType<typeof followTurn>

const CHECK_MS = 3000

export function followTurn({ database, clock, live, log }: FollowDeps, message: MessageRow) {
  let over = false
  let turn: number | undefined
  const { wake, sleep } = createWaker(clock)
  let cancelCheck = () => {}

  function end(): void {
    over = true
    wake()
  }
  const unwatch = live.watch(message.conversation_id, (event) => {
    if (event.kind === 'turnOver' && event.turnId === message.id) end()
    else if (event.kind === 'piece' && event.turnId === message.id) wake()
  })

  async function look(): Promise<void> {
    try {
      turn = await pendingTurnOf(database, message, turn)
      if (turn === undefined) end()
    } catch (error) {
      log.warn({ err: error }, 'the state of a turn could not be read; it is read again')
    }
    if (!over) cancelCheck = clock.after(CHECK_MS, () => void look())
  }
  void look()

  return {
    isOver: () => over,
    /** Resolves to true when something happened since the last call, or to false after the given time. */
    changed: sleep,
    stop() {
      over = true
      cancelCheck()
      unwatch()
      wake()
    },
  }
}

/** Stores the message and follows its turn, if the AI answers. The caller stops the follower. */
export async function acceptAndFollow(
  deps: AcceptDeps & FollowDeps,
  input: NewUserMessage,
): Promise<{ message: MessageRow; follower: Follower | undefined }> {
  const { message, hasTurn } = await acceptMessage(deps, input)
  return { message, follower: hasTurn ? followTurn(deps, message) : undefined }
}
