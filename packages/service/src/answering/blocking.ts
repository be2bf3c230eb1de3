/** Blocking mode: the response waits for the turn and is its answer. */
import type { BlockingAnswer } from '@tandem/contract/conversation'
import { Fault } from '../platform/fault.ts'
import type { AcceptDeps, NewUserMessage } from './accept-message.ts'
import { ask, type FollowDeps } from './follow-turn.ts'
import type { Progress } from './progress.ts'
import { readAnswer } from './stored-answer.ts'

export interface BlockingDeps extends AcceptDeps, FollowDeps {
  readonly progress: Progress
  /** Aborted when this process runs no more turns. */
  readonly stopping: AbortSignal
}

export async function answerBlocking(deps: BlockingDeps, input: NewUserMessage): Promise<BlockingAnswer> {
  const { accepted, follower } = await ask(deps, input)
  if (follower) {
    const stop = () => follower.stop()
    deps.stopping.addEventListener('abort', stop)
    try {
      while (!follower.isOver()) await follower.changed()
    } finally {
      follower.stop()
      deps.stopping.removeEventListener('abort', stop)
    }
  }
  const { body, citations } = await readAnswer(deps, accepted.message)
  if (deps.stopping.aborted && follower && body.output.length === 0)
    throw new Fault(
      'unavailable',
      'The message is stored and will be answered. Ask again with the same Idempotency-Key, or read /v2/messages.',
    )
  return input.config.citations ? { ...body, citations: [...citations] } : body
}
