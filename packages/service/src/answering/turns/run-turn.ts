/**
 * Runs a turn from its lane: reads its input, lets `respond` write the answer, and publishes the pieces. The result says how the
 * turn ended; `settle-turn.ts` writes it in the same transaction as the outcome of the lane's item.
 */
import type { UserContent } from '@tandem/contract/conversation'
import type { Settings } from '../../agents/settings.ts'
import { findLivingAgent, hasHumanService } from '../../agents/store.ts'
import type { Live } from '../../conversations/live.ts'
import {
  type ConversationRow,
  findConversation,
  findMessage,
  type MessageRow,
} from '../../conversations/store.ts'
import { personWaitMs } from '../../handoff/request-handoff.ts'
import {
  type ClaimedLane,
  givenUp,
  type LaneItem,
  type OwnWork,
  putBack,
  type RunContext,
  type RunResult,
} from '../../lanes/lane.ts'
import type { Core } from '../../platform/core.ts'
import type { Database, Tx } from '../../platform/database/handle.ts'
import { readFiles } from '../files/file-store.ts'
import { restoreFiles } from '../files/message-content.ts'
import { NEVER_READ } from '../files/read-attachments.ts'
import type { Composed, TurnInput, TurnPart } from '../turn.ts'
import { type EndedTurn, type SettleDeps, settleTurn, type TurnEnd } from './settle-turn.ts'
import { historyBefore } from './store.ts'
import { canReachPerson, hasLostFloor, type TurnItem } from './turn-item.ts'

interface TurnDeps extends SettleDeps, InputDeps {
  /** Of `compose/respond.ts`. */
  readonly respond: (input: TurnInput) => AsyncIterable<TurnPart>
  /** An answer that takes longer is given up. */
  readonly timeoutMs: number
}

/** The waits before a failed run is tried again. After the last try the user gets an apology. */
const RETRY_MS = [1000, 5000]
/** How long a turn that lost the floor may take to report its usage. */
const USAGE_WAIT_MS = 2000

export function turnRunner(deps: TurnDeps): OwnWork {
  return {
    run: (lane, item, context) => runTurn(deps, lane, item, context),
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
  { signal, now }: RunContext,
): Promise<RunResult> {
  const { log } = deps
  const turn = turnOf(lane, item)
  const ids = { conversation: turn.conversationId, message: turn.work.messageId }
  const floor = watchFloor(deps.live, turn)
  try {
    const input = await readTurnInput(deps, turn.conversationId, turn.work)
    // A person has taken the floor, or the agent was deleted.
    if (!input) return ended(deps, turn, { kind: 'dropped' })
    const composed = await compose(deps, input, signal, floor.lost)
    if (floor.lost.aborted) {
      log.info(ids, 'an answer was dropped: a person took the floor while it was being written')
      return ended(deps, turn, { kind: 'dropped', usage: composed?.usage })
    }
    // The service stops: another process runs the turn from the start.
    if (signal.aborted || !composed) return putBack
    return ended(deps, turn, { kind: 'said', composed, message: input.message, settings: input.settings })
  } catch (error) {
    if (signal.aborted) return putBack
    log.error({ err: error, ...ids, tries: item.triesUsed + 1 }, 'a turn failed inside')
    // A user who has waited for the whole time limit must not wait as long again.
    const waitMs = error instanceof LateAnswer ? undefined : RETRY_MS[item.triesUsed]
    if (waitMs === undefined || item.expiresAt <= now())
      return ended(deps, turn, { kind: 'failed', error: String(error) })
    const outcome = { kind: 'retry', report: null, error: String(error), waitMs, costsTry: true } as const
    return { outcome, health: 'unknown' }
  } finally {
    floor.stop()
  }
}

function ended(deps: TurnDeps, turn: EndedTurn, end: TurnEnd): RunResult {
  const writeWithOutcome = (tx: Tx) => settleTurn(deps, tx, turn, end)
  if (end.kind === 'failed') return givenUp(end.error, writeWithOutcome)
  return { outcome: { kind: 'done', report: null }, health: 'good', writeWithOutcome }
}

/**
 * Aborts `lost` when the floor changes hands, here or in another process. The announcement may be missed, so `settle-turn.ts`
 * checks the floor again before it stores an answer.
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
    super(`The answer was not complete after ${timeoutMs} ms.`)
  }
}

/** Undefined when the turn was given up before it ended. */
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
  // An answer that ignores the signal must not block the conversation.
  const giveUp = () => {
    if (lost.aborted) cancels.push(clock.after(USAGE_WAIT_MS, () => givenUp.resolve(undefined)))
    else givenUp.resolve(undefined)
  }
  signal.addEventListener('abort', giveUp)
  if (signal.aborted) giveUp()
  const writing = progress.begin(input.message)
  try {
    const composed = await Promise.race([
      collect(respond({ ...input, signal }), {
        // An answer that ignores the signal writes on after it was given up.
        add: (piece) => (signal.aborted ? undefined : writing.add(piece)),
        anew: () => (signal.aborted ? undefined : writing.anew()),
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

/** Passes the pieces of an answer on as they come, and returns the whole answer. */
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

type ReadInput = Omit<TurnInput, 'signal'>

interface InputDeps extends Pick<Core, 'log' | 'clock' | 'database'> {
  readonly settings: Settings
  readonly hasModel: boolean
}

/** The model gets as many of these messages as fit into its token budget. */
const HISTORY_FOR_MODEL = 60
/** Without a model only the last messages count, and documents in the messages before them. */
const HISTORY_WITHOUT_MODEL = 8

/** Undefined when the AI must not answer any more: a person has the floor, or the agent was deleted. */
async function readTurnInput(
  deps: InputDeps,
  conversationId: string,
  work: TurnItem,
): Promise<ReadInput | undefined> {
  const { database, log } = deps
  const conversation = await findConversation(database, conversationId)
  const message = await findMessage(database, work.messageId)
  if (!conversation || !message) throw new Error('The conversation or the message of a turn is missing.')
  const ids = { conversation: conversation.id, message: message.id }
  if (hasLostFloor(conversation, work)) {
    log.info(ids, 'a turn was dropped: a person took the floor before it began')
    return undefined
  }
  if (!(await findLivingAgent(database, conversation.agent_id))) {
    log.info(ids, 'a turn was dropped: its agent was deleted')
    return undefined
  }
  const settings = await deps.settings.of(conversation.agent_id)
  const limit = deps.hasModel && settings.answering.use_model ? HISTORY_FOR_MODEL : HISTORY_WITHOUT_MODEL
  return {
    conversation,
    message,
    ...(await filesOf(database, message, work)),
    settings,
    history: work.config.useHistory ? await historyBefore(database, message, limit) : [],
    givenHistory: work.given,
    config: work.config,
    canHandOver:
      settings.handoff.enabled && canReachPerson(work.mode) && (await canHavePerson(deps, conversation)),
  }
}

/** The content of the message and the given documents. The bytes of files are loaded only if some file is read at all. */
async function filesOf(
  database: Database,
  message: MessageRow,
  { givenFiles }: TurnItem,
): Promise<Pick<ReadInput, 'content' | 'givenFiles'>> {
  const stored = JSON.parse(message.content) as UserContent
  const isRead = [...stored, ...(givenFiles?.documents ?? [])].some(
    ({ type }) => type !== 'text' && NEVER_READ[type] === undefined,
  )
  const files = isRead ? await readFiles(database, message.id) : []
  const content = restoreFiles(stored, files)
  if (!givenFiles) return { content }
  return { content, givenFiles: { ...givenFiles, documents: restoreFiles(givenFiles.documents, files) } }
}

/** Whether the agent has a human service and this user may request a person now. */
export async function canHavePerson(
  { database, clock }: Pick<InputDeps, 'database' | 'clock'>,
  conversation: ConversationRow,
): Promise<boolean> {
  if (!(await hasHumanService(database, conversation.agent_id))) return false
  return (await personWaitMs(database, conversation, clock.now())) === 0
}
