/**
 * Runs a turn from its lane: reads the conversation, lets `respond` write the answer, and tells its pieces as they come.
 * What becomes of it is said in `conclude-turn.ts`.
 */
import type { AgentSettings } from '@tandem/contract/agent-settings'
import { listHumanServices } from '../../agents/store.ts'
import type { ConversationRow, MessageRow } from '../../conversations/store.ts'
import { personWaitMs } from '../../handoff/visitor-limit.ts'
import type { OwnWork, Runner, RunResult } from '../../lanes/lane.ts'
import type { Database } from '../../platform/database/handle.ts'
import { hasKeptFiles, restoreFiles } from '../files/message-content.ts'
import type { Composed, GivenFiles, TurnInput, TurnPart } from '../turn.ts'
import { canReachPerson } from './accept-message.ts'
import { type ConcludeDeps, dropped, failed, type Scene, said } from './conclude-turn.ts'
import { readScene, type SceneDeps } from './read-scene.ts'
import { readFiles } from './store.ts'
import type { TurnWork } from './turn-work.ts'
import { watchFloor } from './watch-floor.ts'

export interface TurnDeps extends ConcludeDeps, SceneDeps {
  readonly respond: (input: TurnInput) => AsyncIterable<TurnPart>
  /** No answer takes longer to write. */
  readonly timeoutMs: number
}

export function turnWork(deps: TurnDeps): OwnWork {
  return {
    run: turnRunner(deps),
    giveUp: async (lane, item, reason) =>
      failed(
        deps,
        { conversation: lane.subject ?? '', work: JSON.parse(item.body) as TurnWork, item },
        reason,
        false,
      ),
  }
}

function turnRunner(deps: TurnDeps): Runner {
  const { clock, log } = deps
  return async (lane, item, { signal }) => {
    const work = JSON.parse(item.body) as TurnWork
    const ran = { conversation: lane.subject ?? '', work, item }
    const ids = { conversation: ran.conversation, message: work.messageId }
    const floor = watchFloor(deps.live, ran.conversation, work)
    const drop = (turn?: Composed) => {
      log.info(ids, 'an answer was dropped: a person took the floor while it was being written')
      return dropped(deps, ran, turn)
    }
    try {
      if (item.expiresAt <= clock.now()) throw new Error('The turn was not run within the time it may take.')
      const scene = await readScene(deps, ran)
      if (!scene) return dropped(deps, ran)
      const turn = await compose(deps, scene, work, signal, floor.lost)
      if (floor.lost.aborted) return drop(turn)
      // The service stops: whoever runs it next begins anew.
      return signal.aborted ? unstarted : said(deps, ran, scene, turn)
    } catch (error) {
      if (floor.lost.aborted) return drop()
      if (signal.aborted) return unstarted
      log.error({ err: error, ...ids, tries: item.attempts + 1 }, 'a turn failed inside')
      // Whoever waited for it so long is not kept waiting as long again.
      return failed(deps, ran, String(error), !(error instanceof LateAnswer))
    } finally {
      floor.stop()
    }
  }
}

class LateAnswer extends Error {
  constructor(timeoutMs: number) {
    super(`The answer was not there after ${timeoutMs} ms.`)
  }
}

const unstarted: RunResult = { outcome: { kind: 'unstarted' }, health: 'unknown' }

/** What was consumed when nobody wants the answer any more is waited for so long. */
const LAST_WORD_MS = 2000

async function compose(
  deps: TurnDeps,
  scene: Scene,
  work: TurnWork,
  signal: AbortSignal,
  lost: AbortSignal,
): Promise<Composed> {
  const { conversation, message, history, settings } = scene
  const { database, clock, progress, respond } = deps
  // One of its own for each turn: what listens to it must not hang on to the signal of the service.
  const end = new AbortController()
  let isLate = false
  const gone = Promise.withResolvers<never>()
  gone.promise.catch(() => {})
  const stop = () => {
    end.abort()
    gone.reject(new Error('The turn was given up.'))
  }
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  let cancelLastWord = () => {}
  const stopSoon = () => {
    end.abort()
    cancelLastWord = clock.after(LAST_WORD_MS, stop)
  }
  lost.addEventListener('abort', stopSoon)
  if (lost.aborted) stopSoon()
  const cancel = clock.after(deps.timeoutMs, () => {
    isLate = true
    stop()
  })
  const writing = progress.begin(message)
  try {
    const parts = respond({
      conversation,
      message,
      ...(await contentOf(database, message, work.givenFiles)),
      settings,
      history,
      givenHistory: work.given,
      config: work.config,
      canHandOver: canReachPerson(work.mode) && (await canHaveThem(deps, conversation, settings)),
      signal: end.signal,
    })
    // Whoever does not heed the signal must not hold up the conversation for ever.
    const add = (piece: string) => {
      if (!lost.aborted) writing.add(piece)
    }
    const turn = await Promise.race([collect(parts, add, writing.anew), gone.promise])
    if (isLate) throw new LateAnswer(deps.timeoutMs)
    return turn
  } catch (error) {
    throw isLate ? new LateAnswer(deps.timeoutMs) : error
  } finally {
    signal.removeEventListener('abort', stop)
    lost.removeEventListener('abort', stopSoon)
    cancel()
    cancelLastWord()
    writing.end()
  }
}

/** All of an answer; its pieces are handed on as they come. */
export async function collect(
  parts: AsyncIterable<TurnPart>,
  add: (piece: string) => void,
  anew = () => {},
): Promise<Composed> {
  for await (const part of parts) {
    if (part.kind === 'done') return part.turn
    if (part.kind === 'anew') anew()
    else add(part.text)
  }
  throw new Error('An answer ended without being done.')
}

async function contentOf(database: Database, message: MessageRow, given: GivenFiles | undefined) {
  const isKept = hasKeptFiles(message.content) || (given && given.documents.length > 0)
  const files = isKept ? (await readFiles(database, message.id)).map(({ content }) => content) : []
  const content = restoreFiles(message.content, files)
  return given
    ? { content, givenFiles: { ...given, documents: restoreFiles(given.documents, files) } }
    : { content }
}

/** Whether there are people, and this user may have one. */
async function canHaveThem(
  { database, clock }: TurnDeps,
  conversation: ConversationRow,
  { handoff }: AgentSettings,
) {
  if (!handoff.enabled || (await listHumanServices(database, conversation.agent_id)).length === 0)
    return false
  return (await personWaitMs(database, conversation, clock.now())) === 0
}
