/**
 * Runs the conversion of one document, an item of its lane: asks the model about each pending chunk, a few at a time, and
 * stores each result at once. When it is killed, the next run continues with the chunks that are left.
 */
import { findLivingAgent } from '../../agents/store.ts'
import {
  givenUp,
  type LaneItem,
  type OwnWork,
  putBack,
  type Runner,
  type RunResult,
} from '../../lanes/lane.ts'
import type { ChatModel } from '../../models/chat-model.ts'
import type { Log } from '../../platform/log.ts'
import { mapConcurrently } from '../../platform/time-slices.ts'
import { sleep } from '../../platform/within-time.ts'
import { type FinishDeps, failConversion, finishConversion } from './finish-conversion.ts'
import { type ChunkOutcome, convertChunk } from './model/convert-chunk.ts'
import {
  type ChunkRow,
  failPendingChunks,
  findRun,
  pendingChunks,
  type RunRow,
  settleChunk,
} from './run-store.ts'

export interface RunDeps extends FinishDeps {
  readonly model: ChatModel | undefined
  readonly log: Log
  /** The number of chunks of one document that the model is asked about at a time. */
  readonly chunksAtOnce: number
  readonly timeoutMs: number
  /** Aborts running conversions. Nothing of them is lost, so a stop need not wait for a model. */
  readonly stopping: AbortSignal
}

/** After this many failures of the endpoint in a row, the rest is not tried. */
const GIVE_UP_AFTER = 8
/** Between two pages of chunks it is checked whether newer content took its place. */
const PAGE_CHUNKS = 50

export function conversionWork(deps: RunDeps): OwnWork {
  return {
    run: conversionRunner(deps),
    giveUp: async (_lane, item, reason) =>
      givenUp(reason, (tx) => failConversion(deps, tx, runOf(item), reason)),
  }
}

const runOf = ({ body }: LaneItem) => (JSON.parse(body) as { run: string }).run

function conversionRunner(deps: RunDeps): Runner {
  const { database } = deps.knowledge
  const running = new Map<string, AbortController>()
  // An announcement may be lost: the state of the run, read from the database, decides in the end.
  database.announcements.on('conversionDropped', ({ runId }) => running.get(runId)?.abort())

  return async (_lane, item, context): Promise<RunResult> => {
    const signal = AbortSignal.any([context.signal, deps.stopping])
    const runId = runOf(item)
    const found = await findRun(database, runId)
    if (found?.state !== 'running') return superseded
    const dropped = new AbortController()
    running.set(runId, dropped)
    try {
      const isWhole = await convertPending(
        deps,
        found,
        AbortSignal.any([signal, dropped.signal]),
        context.isAwaited ?? (() => false),
      )
      if (dropped.signal.aborted) return superseded
      // The service stops: the next process continues.
      if (signal.aborted) return putBack
      if (!isWhole) return goOnLater
      if ((await findRun(database, runId))?.state !== 'running') return superseded
      const writeWithOutcome = await finishConversion(deps, found)
      return { outcome: { kind: 'done', report: null }, health: 'unknown', writeWithOutcome }
    } finally {
      running.delete(runId)
    }
  }
}

const superseded: RunResult = {
  outcome: { kind: 'done', report: null, note: 'Newer content took its place.' },
  health: 'unknown',
}

const goOnLater: RunResult = {
  outcome: { kind: 'retry', report: null, error: 'It made room for other work.', waitMs: 0, costsTry: false },
  health: 'unknown',
}

/** Returns false when it ended early because other work waits. */
async function convertPending(
  deps: RunDeps,
  run: RunRow,
  signal: AbortSignal,
  isAwaited: () => boolean,
): Promise<boolean> {
  const { database, clock, metrics } = deps.knowledge
  const { model } = deps
  const failRest = async (reason: string) => {
    metrics.asked(
      'failed',
      await database.transaction('run-conversion: failRest', (tx) => failPendingChunks(tx, run.id, reason)),
    )
    return true
  }
  if (!model) return failRest('No model is configured.')
  if (!(await findLivingAgent(database, run.agent_id))) return failRest('The agent was deleted.')
  const pauses = createPauses(deps, signal)
  let failures = 0
  let lastReason = ''
  let isEarly = false
  const isOver = () => signal.aborted || isEarly || failures >= GIVE_UP_AFTER

  const store = async (row: ChunkRow, outcome: Exclude<ChunkOutcome, { kind: 'stopped' }>) => {
    const { kind: state, tries } = outcome
    const result = outcome.result === null ? null : JSON.stringify(outcome.result)
    const reason = state === 'failed' ? outcome.reason : null
    await database.transaction('run-conversion: store', async (tx) => {
      await settleChunk(tx, run.id, row.ordinal, { state, result, tries, reason }, clock.now())
      tx.happened({ kind: 'document', agent_id: run.agent_id, doc_id: run.document_id, state: 'PROCESSING' })
    })
    metrics.asked(state, 1)
  }
  const convert = async (row: ChunkRow) => {
    if (isOver()) return
    const chunk = {
      fileName: run.file_name,
      place: JSON.parse(row.place),
      text: row.body,
      fallback: JSON.parse(row.fallback),
    }
    const { limits, timeoutMs } = deps
    const outcome = await convertChunk({ model, clock, limits, timeoutMs, signal, ...pauses }, chunk)
    if (outcome.kind === 'stopped') return
    failures = outcome.kind === 'failed' && outcome.isEndpoint ? failures + 1 : 0
    if (outcome.kind === 'failed') lastReason = outcome.reason
    await store(row, outcome)
    isEarly ||= isAwaited()
  }
  for (let after = -1; !isOver(); ) {
    const page = await pendingChunks(database, run.id, after, PAGE_CHUNKS)
    const isDropped = (await findRun(database, run.id))?.state !== 'running'
    if (page.length === 0 || isDropped) break
    await mapConcurrently(page, deps.chunksAtOnce, convert)
    after = page.at(-1)?.ordinal ?? after
  }
  // Checked after all chunks have ended: several may fail at the same moment.
  if (failures < GIVE_UP_AFTER || signal.aborted) return !isEarly
  const reason = `Not tried: the model gave no answer ${GIVE_UP_AFTER} times in a row. ${lastReason}`
  deps.log.warn({ document: run.document_id, reason }, 'a conversion goes on without its model')
  return failRest(reason)
}

/** When an endpoint asks to be left alone, all chunks of the conversion leave it alone. */
function createPauses({ knowledge: { clock } }: RunDeps, signal: AbortSignal) {
  let allowedAt = 0
  return {
    holdOff(ms: number) {
      allowedAt = Math.max(allowedAt, clock.now() + ms)
    },
    async whenAllowed() {
      while (clock.now() < allowedAt && !signal.aborted) await sleep(clock, allowedAt - clock.now(), signal)
    },
  }
}
