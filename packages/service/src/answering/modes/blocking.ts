/** Blocking mode: the response is the answer. The request waits for the turn of its message. */
import type { BlockingAnswer } from '@tandem/contract/conversation'
import { Fault } from '../../platform/fault.ts'
import type { AcceptDeps, NewUserMessage } from '../turns/accept-message.ts'
import { ask, type FollowDeps } from '../turns/follow-turn.ts'
import { readAnswer, type StoredAnswer } from '../turns/stored-answer.ts'

export interface BlockingDeps extends AcceptDeps, FollowDeps {
  /** Aborted when this process runs no more turns. */
  readonly stopping: AbortSignal
}

export async function answerBlocking(deps: BlockingDeps, input: NewUserMessage): Promise<BlockingAnswer> {
  const { body, citations } = await waitForTurn(deps, input)
  return input.config.citations ? { ...body, citations: [...citations] } : body
}

async function waitForTurn(deps: BlockingDeps, input: NewUserMessage): Promise<StoredAnswer> {
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
  const answer = await readAnswer(deps, accepted.message)
  if (deps.stopping.aborted && follower && answer.body.output.length === 0)
    throw new Fault(
      'unavailable',
      'The message is stored and will be answered. Ask again with the same Idempotency-Key, or read /v2/messages.',
    )
  if (answer.isAgentGone) throw new Fault('agentDeleted')
  return answer
}
