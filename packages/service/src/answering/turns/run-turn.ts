/**
 * Runs a turn from its lane: reads its input, lets `respond` write the answer, and publishes its pieces as they come. The
 * result says how the turn ended; `settle-turn.ts` writes that in the transaction in which the lane goes on.
 */
import type { UserContent } from '@tandem/contract/conversation'
import type { Settings } from '../../agents/settings.ts'
import { findLivingAgent, listHumanServices } from '../../agents/store.ts'
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
  /** `compose/respond.ts`, with all it needs. */
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
    if (item.expiresAt <= now()) throw new Error('The turn was not run within the time it may take.')
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
    return ended(deps, turn, { kind: 'said', composed, message: input.message, settings: input.settings })
  } catch (error) {
    if (signal.aborted) return putBack
    log.error({ err: error, ...ids, tries: item.triesUsed + 1 }, 'a turn failed inside')
    // A user who has waited for the whole time limit is not kept waiting as long again.
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

type ReadInput = Omit<TurnInput, 'signal'>

interface InputDeps extends Pick<Core, 'log' | 'clock' | 'database'> {
  readonly settings: Settings
  readonly hasModel: boolean
}

/** A model gets as much of this as its budget of tokens allows. */
const HISTORY_FOR_MODEL = 60
/** Without a model the last words matter, and documents that came a little earlier. */
const HISTORY_WITHOUT_MODEL = 8

/** Undefined when nothing is to be said any more: a person has the floor, or the agent was deleted. */
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

/** The content of the message and of earlier messages sent along, with the bytes of files that are read. */
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

/** Whether there are people, and this user may have one. */
export async function canHavePerson(
  { database, clock }: Pick<InputDeps, 'database' | 'clock'>,
  conversation: ConversationRow,
): Promise<boolean> {
  if ((await listHumanServices(database, conversation.agent_id)).length === 0) return false
  return (await personWaitMs(database, conversation, clock.now())) === 0
}
