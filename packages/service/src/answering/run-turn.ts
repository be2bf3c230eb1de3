/**
 * Runs a turn from its lane: reads the conversation, lets `respond` write the answer, and tells its pieces as they come.
 * What becomes of it is said in `conclude-turn.ts`.
 */
import type { AgentSettings } from '@tandem/contract/agent-settings'
import type { Settings } from '../agents/settings.ts'
import { findAgent, listHumanServices } from '../agents/store.ts'
import {
  type ConversationRow,
  findConversation,
  findMessage,
  type MessageRow,
  messagesBefore,
} from '../conversations/store.ts'
import type { Runner, RunResult } from '../lanes/lane.ts'
import type { Database } from '../platform/database/handle.ts'
import { canReachPerson } from './accept-message.ts'
import { type ConcludeDeps, dropped, failed, type Ran, type Scene, said } from './conclude-turn.ts'
import { hasKeptFiles, restoreFiles } from './message-content.ts'
import { hasLostFloor } from './settle-turn.ts'
import { messagesNear, readFiles } from './store.ts'
import type { Composed, TurnInput, TurnPart } from './turn.ts'
import type { TurnWork } from './turn-work.ts'

export interface TurnDeps extends ConcludeDeps {
  readonly database: Database
  readonly settings: Settings
  readonly respond: (input: TurnInput) => AsyncIterable<TurnPart>
  /** Whether a model writes the answers. */
  readonly usesModel: (settings: AgentSettings) => boolean
  /** No answer takes longer to write. */
  readonly timeoutMs: number
}

const AGENT_TRUSTED_MS = 2000
const HISTORY_FOR_MODEL = 60
const HISTORY_WITHOUT = 3
const DOCUMENTS_BACK = 12

export function turnRunner(deps: TurnDeps): Runner {
  const { clock, log } = deps
  return async (lane, item, { signal }) => {
    const work = JSON.parse(item.body) as TurnWork
    const ran = { conversation: lane.subject ?? '', work, item }
    try {
      if (item.expiresAt <= clock.now()) throw new Error('The turn was not run within the time it may take.')
      const scene = await readScene(deps, ran)
      if (!scene) return dropped(deps, ran)
      const turn = await compose(deps, scene, work, signal)
      // The service stops: whoever runs it next begins anew.
      return signal.aborted ? unstarted : said(deps, ran, scene, turn)
    } catch (error) {
      if (signal.aborted) return unstarted
      const ids = { conversation: ran.conversation, message: work.messageId }
      log.error({ err: error, ...ids, tries: item.attempts + 1 }, 'a turn failed inside')
      return failed(deps, ran, String(error))
    }
  }
}

const unstarted: RunResult = { outcome: { kind: 'unstarted' }, health: 'unknown' }

/** Undefined when nothing is to be said any more. */
async function readScene(
  deps: TurnDeps,
  { conversation: conversationId, work, item }: Ran,
): Promise<Scene | undefined> {
  const { database, clock, log } = deps
  const conversation = await findConversation(database, conversationId)
  if (!conversation) throw new Error('The conversation of a turn is not there.')
  const ids = { conversation: conversation.id, message: work.messageId }
  if (hasLostFloor(conversation, work)) {
    log.info(ids, 'a turn was dropped: a person took the floor before it began')
    return undefined
  }
  // The key was checked when the message came; only a turn that had to wait may have lost its agent.
  if (clock.now() - item.createdAt > AGENT_TRUSTED_MS) {
    const agent = await findAgent(database, conversation.agent_id)
    if (!agent || agent.deleted_at !== null) {
      log.info(ids, 'a turn was dropped: its agent was deleted')
      return undefined
    }
  }
  const settings = await deps.settings.of(conversation.agent_id)
  return { conversation, settings, ...(await readMessages(deps, conversation.id, work, settings)) }
}

/**
 * The message and what was said before it; answers that came while it had to wait belong to that. A model gets as much as
 * its budget of tokens allows. Without one only the last words matter, and documents that came a little earlier.
 */
async function readMessages(
  { database, usesModel }: TurnDeps,
  conversationId: string,
  { messageId, seq, config }: TurnWork,
  settings: AgentSettings,
): Promise<Pick<Scene, 'message' | 'history'>> {
  const rows = !config.useHistory
    ? []
    : usesModel(settings)
      ? await messagesBefore(database, conversationId, Number.MAX_SAFE_INTEGER, HISTORY_FOR_MODEL)
      : await messagesNear(database, conversationId, seq - HISTORY_WITHOUT, seq - DOCUMENTS_BACK)
  const message = rows.find(({ id }) => id === messageId) ?? (await findMessage(database, messageId))
  if (!message) throw new Error('The message of a turn is not there.')
  const history = rows.filter((row) => row.seq < seq || (row.seq > seq && row.role !== 'user'))
  return { message, history }
}

async function compose(deps: TurnDeps, scene: Scene, work: TurnWork, signal: AbortSignal): Promise<Composed> {
  const { conversation, message, history, settings } = scene
  const { database, clock, progress, respond } = deps
  // One of its own for each turn: what listens to it must not hang on to the signal of the service.
  const end = new AbortController()
  let isLate = false
  const stop = () => end.abort()
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  const cancel = clock.after(deps.timeoutMs, () => {
    isLate = true
    stop()
  })
  const writing = progress.begin(message)
  try {
    const parts = respond({
      conversation,
      message,
      content: await contentOf(database, message),
      settings,
      history,
      givenHistory: work.given,
      config: work.config,
      canHandOver: canReachPerson(work.mode) && (await hasPeople(database, conversation, settings)),
      signal: end.signal,
    })
    const turn = await collect(parts, writing.add, end.signal)
    if (isLate) throw new Error(`The answer was not there after ${deps.timeoutMs} ms.`)
    return turn
  } finally {
    signal.removeEventListener('abort', stop)
    cancel()
    writing.end()
  }
}

async function collect(
  parts: AsyncIterable<TurnPart>,
  add: (piece: string) => void,
  signal: AbortSignal,
): Promise<Composed> {
  const gone = new Promise<never>((_resolve, reject) => {
    const leave = () => reject(new Error('The turn was given up.'))
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
  })
  const write = async () => {
    for await (const part of parts) {
      if (part.kind === 'done') return part.turn
      add(part.text)
    }
    throw new Error('An answer ended without being done.')
  }
  // Whoever does not heed the signal must not hold up the conversation for ever.
  return Promise.race([write(), gone])
}

async function contentOf(database: Database, message: MessageRow) {
  const files = hasKeptFiles(message.content) ? await readFiles(database, message.id) : []
  return restoreFiles(
    message.content,
    files.map(({ content }) => content),
  )
}

async function hasPeople(database: Database, { agent_id }: ConversationRow, { handoff }: AgentSettings) {
  return handoff.enabled && (await listHumanServices(database, agent_id)).length > 0
}
