/**
 * Answers a message within its request, where nothing has to be waited for: no model, no voice, no files. The answer is
 * written first. Then message and answer are stored in one transaction, which asks that the conversation stands still: nothing
 * was said since, nobody has taken the floor, and no turn waits or runs in its lane. Else the message goes into that lane, like
 * those that take longer. Until that transaction nothing is stored, and nobody was told that something is.
 */
import type { AgentSettings } from '@tandem/contract/agent-settings'
import { behind, messageOf } from '../../conversations/append-message.ts'
import { collectUnanswered } from '../../conversations/collect-unanswered.ts'
import { requireConversation } from '../../conversations/open-conversation.ts'
import { wordsOf } from '../../conversations/say.ts'
import { insertMessages } from '../../conversations/store.ts'
import { emptyUsage } from '../../delivery/empty-usage.ts'
import type { Database, Tx } from '../../platform/database/handle.ts'
import type { Log } from '../../platform/log.ts'
import type { Composed, TurnInput } from '../turn.ts'
import {
  type AcceptDeps,
  keepKey,
  keyOf,
  type NewUserMessage,
  type TurnKey,
  wordsOfUser,
} from './accept-message.ts'
import type { Scene } from './conclude-turn.ts'
import type { TurnMetrics } from './metrics.ts'
import { broughtDocument, DOCUMENTS_BACK, mattering, type Talk, WORDS_BACK } from './recent-talk.ts'
import { answerOf, unansweredAfter } from './settle-turn.ts'
import { advanceUnchanged, findTurnKey, messagesNear } from './store.ts'
import { type StoredAnswer, storedAnswer } from './stored-answer.ts'
import { turnLane } from './turn-work.ts'
import type { Turnstile } from './turnstile.ts'

export interface AtOnceDeps extends AcceptDeps {
  readonly database: Database
  readonly log: Log
  readonly metrics: TurnMetrics
  readonly turnstile: Turnstile
  /** Whether an answer needs nothing but what this process has at hand. */
  readonly answersAtOnce: (settings: AgentSettings) => boolean
  readonly respondAtOnce: (input: TurnInput) => Promise<Composed>
}

/** What takes longer (an index that is being read, say) goes into the lane, where it is kept. */
const AT_ONCE_MS = 1000
/** What is answered at once has nothing to give up. */
const { signal } = new AbortController()

/** Undefined when it could not be answered at once; then nothing was stored. */
export async function answerAtOnce(
  deps: AtOnceDeps,
  input: NewUserMessage,
): Promise<StoredAnswer | undefined> {
  // What is at hand is not waited for: with many turns at once that takes a good part of their time.
  const known = deps.settings.of(input.agentId)
  const settings = known instanceof Promise ? await known : known
  if (!deps.answersAtOnce(settings) || hasFiles(input)) return undefined
  const passes = deps.turnstile.pass(input.agentId)
  if (passes !== true && !(await passes)) return undefined
  const talk = knownTalk(deps, input) ?? (await talkBefore(deps, input))
  if (!talk || !isAtRest(talk)) return undefined
  if (input.idempotencyKey !== undefined) {
    const { conversationId, idempotencyKey } = input
    if (await findTurnKey(deps.database, conversationId, idempotencyKey)) return undefined
  }
  const { conversation: before } = talk
  const words = wordsOfUser(before, input, input.content)
  const message = messageOf(before, words, deps.clock.now())
  const conversation = behind(before, message, words)
  const history = input.config.useHistory ? mattering(talk.messages, message.seq) : []
  const scene = { conversation, message, history, settings }
  const turn = await inTime(deps, scene, input)
  if (!turn) return undefined
  const key = await keyOf(input)
  return deps.database.transaction((tx) => store(deps, tx, talk, scene, key, turn))
}

const hasFiles = ({ content, givenFiles }: NewUserMessage) =>
  givenFiles !== undefined || content.some(({ type }) => type !== 'text')

/** Another process may have gone on with it: there the row is read, so that no answer is written in vain. */
function knownTalk({ database, recent }: AtOnceDeps, input: NewUserMessage): Talk | undefined {
  const known = database.engine === 'sqlite' ? recent.latest(input.conversationId) : undefined
  return known?.conversation.agent_id === input.agentId ? known : undefined
}

/** Undefined when more was said while it was being read. */
async function talkBefore(
  { database, recent }: AtOnceDeps,
  { agentId, conversationId }: NewUserMessage,
): Promise<Talk | undefined> {
  const conversation = await requireConversation(database, agentId, conversationId)
  const { next_seq } = conversation
  if (next_seq === 1) return { conversation, messages: [] }
  const messages =
    recent.upTo(conversationId, next_seq - 1)?.messages ??
    (await messagesNear(database, conversationId, next_seq - WORDS_BACK, next_seq - DOCUMENTS_BACK))
  const talk = { conversation, messages }
  recent.read(talk)
  return messages.at(-1)?.seq === next_seq - 1 ? talk : undefined
}

/** The AI has the floor, the last message seems to have its answer, and no file is talked about. */
function isAtRest({ conversation, messages }: Talk): boolean {
  return (
    conversation.handoff_id === null &&
    messages.at(-1)?.role !== 'user' &&
    !messages.some((message) => broughtDocument(message))
  )
}

/** Undefined when it failed, or takes too long. */
function inTime(deps: AtOnceDeps, scene: Scene, input: NewUserMessage): Promise<Composed | undefined> {
  const { content, given: givenHistory, config } = input
  const turn = deps.respondAtOnce({ ...scene, content, givenHistory, config, canHandOver: false, signal })
  return new Promise((resolve) => {
    let isLate = false
    const cancel = deps.clock.after(AT_ONCE_MS, () => {
      isLate = true
      resolve(undefined)
    })
    const failed = (error: unknown) => {
      if (isLate) return
      cancel()
      const ids = { conversation: scene.conversation.id, message: scene.message.id }
      deps.log.error({ err: error, ...ids }, 'a turn failed inside; it is tried again in its lane')
      resolve(undefined)
    }
    const done = (composed: Composed) => {
      cancel()
      resolve(composed)
    }
    turn.then(done, failed)
  })
}

async function store(
  deps: AtOnceDeps,
  tx: Tx,
  { conversation: before }: Talk,
  { conversation, message }: Scene,
  key: TurnKey | undefined,
  turn: Composed,
): Promise<StoredAnswer | undefined> {
  const { clock, recent, live, metrics } = deps
  const unanswered = unansweredAfter(before, turn)
  const said = answerOf(turn, message, unanswered)
  const words = wordsOf(said, message.mode)
  const answer = said.spoken.length > 0 ? messageOf(conversation, words, clock.now()) : undefined
  const after = answer ? behind(conversation, answer, words) : { ...conversation, unanswered }
  if ((await advanceUnchanged(tx, before, after, turnLane(conversation.id))) === 0) return undefined
  const messages = answer ? [message, answer] : [message]
  await insertMessages(tx, messages)
  if (turn.gaps && turn.gaps.length > 0)
    await collectUnanswered(tx, message, turn.gaps, turn.detail.language, message.created_at)
  if (key) await keepKey(tx, message, key, true)
  tx.afterCommit(() => {
    recent.stored(after, ...messages)
    live.tell(conversation.id, { kind: 'stored', seq: after.next_seq - 1 })
    metrics.ended(message.mode, turn.outcome, clock.now() - message.created_at)
  })
  return answer
    ? storedAnswer(answer, said.spoken, turn.usage, turn.citations, turn.detail.unused)
    : storedAnswer(message, [], emptyUsage, [], undefined)
}
