/**
 * Follows the turn of a message from before it is stored until it is over. What happens in this process is heard at once,
 * what happens in another by announcement; and since either may be missed, the database is asked now and then.
 */
import type { Live } from '../../conversations/live.ts'
import type { MessageRow } from '../../conversations/store.ts'
import type { Core } from '../../platform/core.ts'
import { createWaker } from '../../platform/waker.ts'
import { type AcceptDeps, type Accepted, acceptMessage, type NewUserMessage } from './accept-message.ts'
import { isTurnPending } from './turn-item.ts'

export interface FollowDeps extends Pick<Core, 'log' | 'clock' | 'database'> {
  readonly live: Live
}

export type Follower = ReturnType<typeof followTurn>

const CHECK_MS = 3000

export function followTurn(
  { database, clock, live, log }: FollowDeps,
  conversationId: string,
  messageId: string,
) {
  let over = false
  const { wake, sleep } = createWaker(clock)
  let cancelCheck = () => {}

  function end(): void {
    over = true
    wake()
  }
  const unwatch = live.watch(conversationId, (event) => {
    if (event.kind === 'turnOver' && event.turnId === messageId) end()
    else if (event.kind === 'piece' && event.turnId === messageId) wake()
  })

  async function look(message: MessageRow): Promise<void> {
    try {
      if (!(await isTurnPending(database, message))) end()
    } catch (error) {
      log.warn({ err: error }, 'whether a turn is over could not be read; it is tried again')
    }
    if (!over) plan(message)
  }
  function plan(message: MessageRow): void {
    cancelCheck = clock.after(CHECK_MS, () => void look(message))
  }

  return {
    isOver: () => over,
    /** Resolves when something has happened since it was last awaited. */
    changed: () => sleep(),
    /** From now on the database is asked too, and now for the first time when `atOnce`. */
    check(message: MessageRow, atOnce: boolean) {
      if (atOnce) void look(message)
      else plan(message)
    },
    stop() {
      over = true
      cancelCheck()
      unwatch()
      wake()
    },
  }
}

export interface Asked {
  readonly accepted: Accepted
  /** Undefined when the AI does not answer. The caller stops it. */
  readonly follower: Follower | undefined
}

/** Stores the message and follows its turn from the start. */
export async function ask(deps: AcceptDeps & FollowDeps, input: NewUserMessage): Promise<Asked> {
  const follower = followTurn(deps, input.conversationId, input.id)
  let accepted: Accepted
  try {
    accepted = await acceptMessage(deps, input)
  } catch (error) {
    follower.stop()
    throw error
  }
  const { message, hasTurn, isRepeat } = accepted
  if (hasTurn && !isRepeat) {
    follower.check(message, false)
    return { accepted, follower }
  }
  follower.stop()
  if (!hasTurn) return { accepted, follower: undefined }
  const first = followTurn(deps, message.conversation_id, message.id)
  first.check(message, true)
  return { accepted, follower: first }
}
