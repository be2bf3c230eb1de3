/** What becomes of a run of a turn: said, dropped, tried again, or given up with an apology. Never silence. */
import type { AgentSettings } from '@tandem/contract/agent-settings'
import type { MessageUsage } from '@tandem/contract/message'
import { textIn } from '@tandem/languages/texts'
import { readSettings } from '../../agents/settings.ts'
import {
  type ConversationRow,
  findConversation,
  findMessage,
  lockConversation,
  type MessageRow,
} from '../../conversations/store.ts'
import { emptyUsage } from '../../delivery/empty-usage.ts'
import type { LaneItem, RunResult } from '../../lanes/lane.ts'
import type { Tx } from '../../platform/database/handle.ts'
import { fillIn } from '../compose/fill-in.ts'
import type { Composed } from '../turn.ts'
import { noteDropped } from './dropped-store.ts'
import type { TurnMetrics } from './metrics.ts'
import { hasLostFloor, type SettleDeps, settleTurn } from './settle-turn.ts'
import type { TurnWork } from './turn-work.ts'

export interface ConcludeDeps extends SettleDeps {
  readonly metrics: TurnMetrics
}

/** The turn that ran. */
export interface Ran {
  readonly conversation: string
  readonly work: TurnWork
  readonly item: LaneItem
}

export interface Scene {
  readonly conversation: ConversationRow
  readonly message: MessageRow
  /** What was said before it, oldest first. */
  readonly history: readonly MessageRow[]
  readonly settings: AgentSettings
}

/** When a run that failed inside is tried again; after the last the user is told. */
const RETRY_MS = [1000, 5000]
/** How often the writing of a result is tried before the apology takes its place: it may be the result that cannot be written. */
const WRITE_TRIES = 40

const idsOf = ({ conversation, work }: Ran) => ({ conversation, message: work.messageId })

function tellOver({ live, metrics, clock }: ConcludeDeps, tx: Tx, ran: Ran, outcome: string): void {
  const isDropped = outcome === 'dropped'
  tx.afterCommit(() => {
    metrics.ended(ran.work.mode, outcome, clock.now() - ran.item.createdAt)
    const over = { kind: 'turnOver', turnId: ran.work.messageId } as const
    live.tell(ran.conversation, isDropped ? { ...over, dropped: true } : over)
  })
}

/** A person has the floor, or the agent is gone: nothing is to be said. What was consumed until then is kept. */
export function dropped(deps: ConcludeDeps, ran: Ran, turn?: Composed): RunResult {
  return {
    outcome: { kind: 'done', report: null, note: 'The turn was dropped: nothing was to be said any more.' },
    health: 'good',
    durability: 'disk',
    async also(tx) {
      const conversation = await lockConversation(tx, ran.conversation)
      if (conversation && hasLostFloor(conversation, ran.work)) await noteLost(tx, ran, turn?.usage)
      tellOver(deps, tx, ran, 'dropped')
    },
  }
}

function noteLost(tx: Tx, ran: Ran, usage: MessageUsage | undefined): Promise<void> {
  const consumed = usage && usage.tokens.total_tokens > 0 ? usage : undefined
  return noteDropped(tx, { id: ran.work.messageId, conversationId: ran.conversation }, consumed)
}

export function said(deps: ConcludeDeps, ran: Ran, scene: Scene, turn: Composed): RunResult {
  const { message, settings } = scene
  let tries = 0
  return {
    outcome: { kind: 'done', report: null },
    health: 'good',
    durability: 'disk',
    async also(tx) {
      const isWritable = ++tries <= WRITE_TRIES
      if (!isWritable) deps.log.error(idsOf(ran), 'an answer could not be written; the user is told so')
      const told = isWritable ? turn : apology(scene, 'The answer could not be written.')
      const isSaid = await settleTurn(deps, tx, ran.work, message, settings, told)
      if (!isSaid) await noteLost(tx, ran, told.usage)
      tellOver(deps, tx, ran, isSaid ? outcomeOf(told) : 'dropped')
    },
  }
}

export function failed(deps: ConcludeDeps, ran: Ran, error: string, mayTryAgain = true): RunResult {
  const { clock, log } = deps
  const waitMs = mayTryAgain ? RETRY_MS[ran.item.attempts] : undefined
  if (waitMs !== undefined && ran.item.expiresAt > clock.now()) {
    const again = { atMs: clock.now() + waitMs, error, counted: true }
    return { outcome: { kind: 'retry', report: null, ...again }, health: 'unknown' }
  }
  let tries = 0
  return {
    outcome: { kind: 'dead', report: null, error, tried: true },
    health: 'unknown',
    durability: 'disk',
    async also(tx) {
      tellOver(deps, tx, ran, 'failed')
      const conversation = await findConversation(tx, ran.conversation)
      const message = await findMessage(tx, ran.work.messageId)
      // Where not even this can be written, the conversation must go on.
      if (!conversation || !message || ++tries > WRITE_TRIES) {
        log.error({ ...idsOf(ran), error }, 'a turn was given up, and the user could not be told')
        return
      }
      const settings = await readSettings(tx, conversation.agent_id)
      const scene = { conversation, message, history: [], settings }
      await settleTurn(deps, tx, ran.work, message, settings, apology(scene, error))
      log.error({ ...idsOf(ran), error }, 'a turn was given up; the user was told that something went wrong')
    },
  }
}

const outcomeOf = ({ outcome, detail }: Composed) => (detail.failure === undefined ? outcome : 'failed')

/** It counts as small talk: that something failed here says nothing about the question. */
function apology({ conversation, message, settings }: Scene, failure: string): Composed {
  const language = conversation.language ?? settings.answering.default_language
  const text = fillIn(textIn(settings.answering, language, 'trouble'), new Map())
  return {
    spoken: text === '' ? [] : [{ component: 'fallback', branch: 'trouble', text }],
    usage: emptyUsage,
    outcome: 'small_talk',
    citations: [],
    detail: { outcome: 'small_talk', question: message.text, language, band: 'none', hits: [], failure },
    wantsPerson: false,
  }
}
