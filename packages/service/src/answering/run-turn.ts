/**
 * Runs a turn from its lane: reads the conversation, lets `respond` write the answer, tells its pieces as they come, and
 * hands what it leaves behind to the settling of the lane item. A run that fails inside is tried again a few times; after
 * that the user is told that something went wrong. Never silence.
 */
import type { AgentSettings } from '@tandem/contract/agent-settings'
import { readSettings, type Settings } from '../agents/settings.ts'
import { findAgent, listHumanServices } from '../agents/store.ts'
import {
  type ConversationRow,
  findConversation,
  findMessage,
  type MessageRow,
  messagesBefore,
} from '../conversations/store.ts'
import { emptyUsage } from '../delivery/empty-usage.ts'
import type { LaneItem, Runner, RunResult } from '../lanes/lane.ts'
import type { Database, Tx } from '../platform/database/handle.ts'
import { canReachPerson } from './accept-message.ts'
import { hasKeptFiles, restoreFiles } from './message-content.ts'
import { hasLostFloor, type SettleDeps, settleTurn } from './settle-turn.ts'
import { messagesNear, readFiles } from './store.ts'
import { textIn } from './texts.ts'
import type { Composed, TurnInput, TurnPart } from './turn.ts'
import type { TurnWork } from './turn-work.ts'

export interface TurnDeps extends SettleDeps {
  readonly database: Database
  readonly settings: Settings
  readonly respond: (input: TurnInput) => AsyncIterable<TurnPart>
  /** Whether a model writes the answers. */
  readonly usesModel: (settings: AgentSettings) => boolean
  /** No answer takes longer to write. */
  readonly timeoutMs: number
}

/** When a run that failed inside is tried again; after the last the user is told. */
const RETRY_MS = [1000, 5000]
/** How often the writing of a result is tried before the apology takes its place: it may be the result that cannot be written. */
const WRITE_TRIES = 40

const AGENT_TRUSTED_MS = 2000
const HISTORY_FOR_MODEL = 60
const HISTORY_WITHOUT = 3
const DOCUMENTS_BACK = 12

export function turnRunner(deps: TurnDeps): Runner {
  const { clock, log } = deps
  return async (lane, item, { signal }) => {
    const work = JSON.parse(item.body) as TurnWork
    const ids = { conversation: lane.subject ?? '', message: work.messageId }
    try {
      if (item.expiresAt <= clock.now()) throw new Error('The turn was not run within the time it may take.')
      const scene = await readScene(deps, ids.conversation, work, item)
      if (!scene)
        return over(deps, ids, 'The turn was dropped: a person has the floor, or the agent is gone.')
      const turn = await compose(deps, scene, work, signal)
      // The service stops: whoever runs it next begins anew.
      if (signal.aborted) return { outcome: { kind: 'unstarted' }, health: 'unknown' }
      return said(deps, work, scene, turn)
    } catch (error) {
      if (signal.aborted) return { outcome: { kind: 'unstarted' }, health: 'unknown' }
      log.error({ err: error, ...ids, tries: item.attempts + 1 }, 'a turn failed inside')
      return failed(deps, ids, work, item, String(error))
    }
  }
}

interface Scene {
  readonly conversation: ConversationRow
  readonly message: MessageRow
  readonly settings: AgentSettings
}

/** Undefined when nothing is to be said any more. */
async function readScene(
  { database, settings, clock, log }: TurnDeps,
  conversationId: string,
  work: TurnWork,
  item: LaneItem,
): Promise<Scene | undefined> {
  const conversation = await findConversation(database, conversationId)
  const message = await findMessage(database, work.messageId)
  if (!conversation || !message) throw new Error('The conversation or the message of a turn is not there.')
  const ids = { conversation: conversation.id, message: message.id }
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
  return { conversation, message, settings: await settings.of(conversation.agent_id) }
}

async function compose(deps: TurnDeps, scene: Scene, work: TurnWork, signal: AbortSignal): Promise<Composed> {
  const { conversation, message, settings } = scene
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
      history: work.config.useHistory ? await historyOf(deps, scene) : [],
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

/**
 * What was said before; answers that came after a message that had to wait for them belong to it. A model gets as much as
 * its budget of tokens allows. Without one only the last words matter, and documents that came a little earlier.
 */
async function historyOf(
  { database, usesModel }: TurnDeps,
  { conversation: { id, next_seq }, message, settings }: Scene,
): Promise<MessageRow[]> {
  if (message.seq === 1) return []
  const rows = usesModel(settings)
    ? await messagesBefore(database, id, Number.MAX_SAFE_INTEGER, HISTORY_FOR_MODEL)
    : await messagesNear(database, id, next_seq - HISTORY_WITHOUT, next_seq - DOCUMENTS_BACK)
  return rows.filter(({ seq, role }) => seq < message.seq || (seq > message.seq && role !== 'user'))
}

async function hasPeople(database: Database, { agent_id }: ConversationRow, { handoff }: AgentSettings) {
  return handoff.enabled && (await listHumanServices(database, agent_id)).length > 0
}

type Ids = { readonly conversation: string; readonly message: string }

const tellOver = ({ live }: TurnDeps, tx: Tx, { conversation, message }: Ids) =>
  tx.afterCommit(() => live.tell(conversation, { kind: 'turnOver', turnId: message }))

function over(deps: TurnDeps, ids: Ids, note: string): RunResult {
  return {
    outcome: { kind: 'done', report: null, note },
    health: 'good',
    durability: 'disk',
    also: async (tx) => tellOver(deps, tx, ids),
  }
}

function said(deps: TurnDeps, work: TurnWork, scene: Scene, turn: Composed): RunResult {
  const { message, settings } = scene
  const ids = { conversation: message.conversation_id, message: message.id }
  let tries = 0
  return {
    outcome: { kind: 'done', report: null },
    health: 'good',
    durability: 'disk',
    async also(tx) {
      const isLast = ++tries > WRITE_TRIES
      if (isLast) deps.log.error(ids, 'an answer could not be written; the user is told so in its place')
      await settleTurn(deps, tx, work, message, settings, isLast ? apology(scene, 'not written') : turn)
      tellOver(deps, tx, ids)
    },
  }
}

function failed(deps: TurnDeps, ids: Ids, work: TurnWork, item: LaneItem, error: string): RunResult {
  const waitMs = RETRY_MS[item.attempts]
  const now = deps.clock.now()
  if (waitMs !== undefined && item.expiresAt > now) {
    const again = { atMs: now + waitMs, error, counted: true }
    return { outcome: { kind: 'retry', report: null, ...again }, health: 'unknown' }
  }
  return {
    outcome: { kind: 'dead', report: null, error, tried: true },
    health: 'unknown',
    durability: 'disk',
    async also(tx) {
      const conversation = await findConversation(tx, ids.conversation)
      const message = await findMessage(tx, ids.message)
      tellOver(deps, tx, ids)
      if (!conversation || !message) return
      const settings = await readSettings(tx, conversation.agent_id)
      const scene = { conversation, message, settings }
      await settleTurn(deps, tx, work, message, settings, apology(scene, error))
      deps.log.error({ ...ids, error }, 'a turn was given up; the user was told that something went wrong')
    },
  }
}

/** It counts as small talk: that something failed here says nothing about the question. */
function apology({ conversation, message, settings }: Scene, failure: string): Composed {
  const language = conversation.language ?? settings.answering.default_language
  const text = textIn(settings.answering, language, 'trouble')
  return {
    spoken: text === '' ? [] : [{ component: 'fallback', branch: 'trouble', text }],
    usage: emptyUsage,
    outcome: 'small_talk',
    citations: [],
    detail: { outcome: 'small_talk', question: message.text, language, band: 'none', hits: [], failure },
    wantsPerson: false,
  }
}
