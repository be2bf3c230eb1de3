/**
 * Runs a turn from its lane: reads its input, lets `respond` write the answer, and publishes its pieces as they come. The
 * result says how the turn ended; `settle-turn.ts` writes that in the transaction in which the lane goes on.
 */
import type { Live } from '../../conversations/live.ts'
import type { ClaimedLane, LaneItem, OwnWork, RunResult } from '../../lanes/lane.ts'
import type { Composed, TurnInput, TurnPart } from '../turn.ts'
import { type InputDeps, type ReadInput, readTurnInput } from './read-input.ts'
import { type EndedTurn, type SettleDeps, settleTurn, type TurnEnd } from './settle-turn.ts'
import type { TurnItem } from './turn-item.ts'

export interface TurnDeps extends SettleDeps, InputDeps {
  readonly respond: (input: TurnInput) => AsyncIterable<TurnPart>
  /** No answer takes longer to write. */
  readonly timeoutMs: number
}

/** When a run that failed inside is tried again; after the last the user is told. */
const RETRY_MS = [1000, 5000]
/** How long a turn that lost the floor may take to say what it consumed. */
const LAST_WORD_MS = 2000

export function turnRunner(deps: TurnDeps): OwnWork {
  return {
    run: (lane, item, { signal }) => runTurn(deps, lane, item, signal),
    giveUp: async (lane, item, error) => ended(deps, turnOf(lane, item), { kind: 'failed', error }),
  }
}

const turnOf = ({ subject }: ClaimedLane, { body, createdAt }: LaneItem): EndedTurn => ({
  conversationId: subject ?? '',
  work: JSON.parse(body) as TurnItem,
  acceptedAt: createdAt,
})

async function runTurn(
  deps: TurnDeps,
  lane: ClaimedLane,
  item: LaneItem,
  signal: AbortSignal,
): Promise<RunResult> {
  const { clock, log } = deps
  const turn = turnOf(lane, item)
  const ids = { conversation: turn.conversationId, message: turn.work.messageId }
  const floor = watchFloor(deps.live, turn)
  try {
    if (item.expiresAt <= clock.now()) throw new Error('The turn was not run within the time it may take.')
    const input = await readTurnInput(deps, turn.conversationId, turn.work)
    // A person has taken the floor, or the agent was deleted.
    if (!input) return ended(deps, turn, { kind: 'dropped' })
    const composed = await compose(deps, input, signal, floor.lost)
    if (floor.lost.aborted) {
      log.info(ids, 'an answer was dropped: a person took the floor while it was being written')
      return ended(deps, turn, { kind: 'dropped', usage: composed?.usage })
    }
    // The service stops: the process that runs the turn next begins anew.
    if (signal.aborted || !composed) return putBack
    return ended(deps, turn, { kind: 'said', input, composed })
  } catch (error) {
    if (signal.aborted) return putBack
    log.error({ err: error, ...ids, tries: item.attempts + 1 }, 'a turn failed inside')
    // A user who has waited for the whole time limit is not kept waiting as long again.
    const waitMs = error instanceof LateAnswer ? undefined : RETRY_MS[item.attempts]
    if (waitMs === undefined || item.expiresAt <= clock.now())
      return ended(deps, turn, { kind: 'failed', error: String(error) })
    const again = { atMs: clock.now() + waitMs, error: String(error), counted: true }
    return { outcome: { kind: 'retry', report: null, ...again }, health: 'unknown' }
  } finally {
    floor.stop()
  }
}

const putBack: RunResult = { outcome: { kind: 'putBack' }, health: 'unknown' }

function ended(deps: TurnDeps, turn: EndedTurn, end: TurnEnd): RunResult {
  const outcome =
    end.kind === 'failed'
      ? ({ kind: 'dead', report: null, error: end.error, tried: true } as const)
      : ({ kind: 'done', report: null } as const)
  return {
    outcome,
    health: end.kind === 'failed' ? 'unknown' : 'good',
    also: (tx) => settleTurn(deps, tx, turn, end),
  }
}

/**
 * Tells a turn under way when the floor changes hands, here or in another process. An announcement may be missed: the floor
 * is looked at again before anything is said.
 */
function watchFloor(live: Live, { conversationId, work }: EndedTurn) {
  const lost = new AbortController()
  const stop = live.watch(conversationId, (event) => {
    if (event.kind === 'floor' && event.epoch > work.epoch) lost.abort()
  })
  return { lost: lost.signal, stop }
}

class LateAnswer extends Error {
  constructor(timeoutMs: number) {
    super(`The answer was not there after ${timeoutMs} ms.`)
  }
}

/** Undefined when the turn was given up before it came to an end. */
async function compose(
  deps: TurnDeps,
  input: ReadInput,
  stopping: AbortSignal,
  lost: AbortSignal,
): Promise<Composed | undefined> {
  const { clock, progress, respond, timeoutMs } = deps
  const late = new AbortController()
  const signal = AbortSignal.any([stopping, lost, late.signal])
  const givenUp = Promise.withResolvers<undefined>()
  const cancels = [clock.after(timeoutMs, () => late.abort())]
  // A writer that does not heed the signal must not hold up the conversation.
  const giveUp = () => {
    if (lost.aborted) cancels.push(clock.after(LAST_WORD_MS, () => givenUp.resolve(undefined)))
    else givenUp.resolve(undefined)
  }
  signal.addEventListener('abort', giveUp)
  if (signal.aborted) giveUp()
  const writing = progress.begin(input.message)
  try {
    const composed = await Promise.race([
      collect(respond({ ...input, signal }), {
        add: (piece) => (lost.aborted ? undefined : writing.add(piece)),
        anew: writing.anew,
      }),
      givenUp.promise,
    ])
    if (late.signal.aborted) throw new LateAnswer(timeoutMs)
    return composed
  } catch (error) {
    if (lost.aborted) return undefined
    throw late.signal.aborted ? new LateAnswer(timeoutMs) : error
  } finally {
    for (const cancel of cancels) cancel()
    writing.end()
  }
}

/** The whole answer; its pieces are handed on as they come. */
export async function collect(
  parts: AsyncIterable<TurnPart>,
  to: { add(piece: string): void; anew(): void },
): Promise<Composed> {
  for await (const part of parts) {
    if (part.kind === 'done') return part.turn
    if (part.kind === 'anew') to.anew()
    else to.add(part.text)
  }
  throw new Error('An answer ended without being done.')
}
