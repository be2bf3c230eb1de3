/** Blocking mode: the response is the answer, made at once where that can be, else by a turn that is waited for. */
import type { BlockingAnswer } from '@tandem/contract/conversation'
import { Fault } from '../../platform/fault.ts'
import type { NewUserMessage } from '../turns/accept-message.ts'
import { type AtOnceDeps, answerAtOnce } from '../turns/answer-at-once.ts'
import { ask, type FollowDeps } from '../turns/follow-turn.ts'
import type { Progress } from '../turns/progress.ts'
import { readAnswer, type StoredAnswer } from '../turns/stored-answer.ts'

export interface BlockingDeps extends AtOnceDeps, FollowDeps {
  readonly progress: Progress
  /** Aborted when this process runs no more turns. */
  readonly stopping: AbortSignal
}

export async function answerBlocking(deps: BlockingDeps, input: NewUserMessage): Promise<BlockingAnswer> {
  const { body, citations } = (await answerAtOnce(deps, input)) ?? (await waitForTurn(deps, input))
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
