/**
 * Makes the missing vectors of a base's questions and passages, page by page, as an item of the base's lane. Each batch is
 * stored when it arrives. When a run is killed, the next one continues after the last page. A model that fails is asked again
 * later; neither writes nor searches wait for it. When a model returns vectors of another length than before, all vectors are
 * made again.
 */
import { embeddedText, meaningOf, textKey } from '@tandem/search/meaning'
import { toBytes } from '@tandem/search/vectors'
import {
  givenUp,
  type LaneItem,
  type OwnWork,
  putBack,
  type Runner,
  type RunResult,
} from '../../../lanes/lane.ts'
import type { Lanes } from '../../../lanes/lanes.ts'
import { type Embedder, embedWithin, inBatches } from '../../../models/embedder.ts'
import type { ModelFailure } from '../../../models/failure.ts'
import type { Core } from '../../../platform/core.ts'
import type { Database, Tx } from '../../../platform/database/handle.ts'
import { deleteInSlices } from '../../../platform/database/slice-store.ts'
import { startSlices } from '../../../platform/time-slices.ts'
import { pagesOf, readPairs } from '../../pair-store.ts'
import { baseVersion, type ChangePlace, countPairs, nextChanged } from '../store.ts'
import {
  agentOfBase,
  basesToEmbed,
  claimEmbedding,
  countVectors,
  deleteVectors,
  deleteVectorsBy,
  type Embedded,
  embeddedState,
  forgetEmbedded,
  forgetOtherEmbedders,
  insertVectors,
  keysAfter,
  otherEmbedders,
  sampleVectors,
  setEmbedded,
  setEmbeddingError,
  storedKeys,
} from './embedding-store.ts'
import { floorOf, textVector, vectorText } from './vector-text.ts'

export const EMBED_KIND = 'embed'
export const embedLane = (baseId: string) => `embed:${baseId}`

const PAGE_PAIRS = 64
/** A run ends after this time, and another one continues. */
const RUN_MS = 5000
const BATCH_TIMEOUT_MS = 6000
/** Questions are short and go together; of passages only a few are embedded within the time of a batch. */
const BATCH = { texts: PAGE_PAIRS, chars: 16_000 }
const LIFE_MS = 365 * 24 * 3_600_000
const RETRY_MS = [1000, 5000, 30_000, 120_000, 600_000]
const BASES_AT_ONCE = 100
const SAMPLE = 200
const SLICE_VECTORS = 1000

interface EmbedDeps extends Pick<Core, 'log' | 'clock' | 'database'> {
  readonly lanes: Pick<Lanes, 'add'>
  readonly embedder: Embedder
}

/** `version` is that of the base once the work is complete; `at` is where the last run stopped. */
interface Work {
  readonly base: string
  readonly version?: number
  /** The dimensions of the model when the work began, if known. */
  readonly dimensions?: number | null
  readonly at?: WorkPlace
}

interface WorkPlace {
  /** The last document that is complete; absent in the work of earlier versions. */
  readonly after?: ChangePlace
  readonly doc: string
  readonly ordinal: number
}

/** Queues the work for all bases that changed since it was last queued. */
export async function queueEmbedding(deps: EmbedDeps, stopped: () => boolean): Promise<void> {
  const { database, embedder } = deps
  while (!stopped()) {
    const bases = await basesToEmbed(database.scanReader, embedder.id, BASES_AT_ONCE)
    if (bases.length === 0) return
    for (const { id, agent_id, version } of bases) {
      await database.transaction('embed-base: queueEmbedding', async (tx) => {
        if (await claimEmbedding(tx, { base_id: id, embedder: embedder.id }, version))
          await addWork(deps, tx, agent_id, { base: id })
      })
    }
  }
}

async function addWork({ lanes, embedder }: EmbedDeps, tx: Tx, agentId: string, work: Work): Promise<void> {
  await lanes.add(tx, {
    lane: embedLane(work.base),
    kind: EMBED_KIND,
    gate: `embed:${textKey(embedder.id)}`,
    tenant: agentId,
    subject: null,
    body: JSON.stringify(work),
    lifeMs: LIFE_MS,
  })
}

export function embedWork(deps: EmbedDeps): OwnWork {
  return {
    run: embedRunner(deps),
    giveUp: async (_lane, item, reason) => {
      const { base } = JSON.parse(item.body) as Work
      const embedded = { base_id: base, embedder: deps.embedder.id }
      return givenUp(reason, (tx) => setEmbeddingError(tx, embedded, reason))
    },
  }
}

function embedRunner(deps: EmbedDeps): Runner {
  const { database, embedder } = deps
  return async (_lane, item, { signal }): Promise<RunResult> => {
    const work = JSON.parse(item.body) as Work
    const embedded = { base_id: work.base, embedder: embedder.id }
    const base = await baseVersion(database, work.base)
    const agentId = base && (await agentOfBase(database, work.base))
    if (!base || agentId === undefined) return done('The knowledge base or its agent is gone.')
    const version = work.version ?? base.version
    const since = (await embeddedState(database, work.base, embedder.id))?.version ?? -1
    const dimensions = work.dimensions === undefined ? embedder.dimensions : work.dimensions
    const ended = await embedFrom(deps, work, { since, upTo: version }, signal)
    if (ended.kind === 'stopped') return putBack
    if (ended.kind === 'failed') {
      const writeWithOutcome = (tx: Tx) => setEmbeddingError(tx, embedded, ended.failure.reason)
      return { outcome: retry(item, ended.failure), health: 'bad', writeWithOutcome }
    }
    const tell = () => database.announcements.notify('embedded', { baseId: work.base })
    if (ended.kind === 'more') {
      tell()
      const next = { base: work.base, version, dimensions, at: ended.at }
      return { ...done(), writeWithOutcome: (tx) => addWork(deps, tx, agentId, next) }
    }
    const length = embedder.dimensions
    if (length !== null && (await hasOtherLength(database, embedded, length))) {
      // Only a full run with the same dimensions from its beginning has left no vector of another length that is needed.
      const isWhole = since === -1 && dimensions === length
      if (!isWhole) {
        deps.log.warn(
          { base: work.base, dimensions: length },
          'the embedding model changed: all vectors are made again',
        )
        return {
          ...done(),
          async writeWithOutcome(tx) {
            await forgetEmbedded(tx, embedded)
            await claimEmbedding(tx, embedded, base.version)
            await addWork(deps, tx, agentId, { base: work.base })
          },
        }
      }
      await deleteByKeys(database, embedded, { notOfLength: length })
    }
    const sample = await sampleVectors(database, embedded, SAMPLE)
    const floor = floorOf(sample.map(({ vector }) => textVector(vector)))
    await sweepVectors(database, embedded)
    await deleteOtherEmbedders(database, embedded)
    return {
      ...done(),
      async writeWithOutcome(tx) {
        await setEmbedded(tx, embedded, { version, floor })
        await forgetOtherEmbedders(tx, embedded)
        tx.afterCommit(tell)
      },
    }
  }
}

const done = (note: string | null = null): RunResult => ({
  outcome: { kind: 'done', report: null, note },
  health: 'good',
})

function retry(item: LaneItem, { reason, retryAfterMs }: ModelFailure): RunResult['outcome'] {
  const wait = RETRY_MS[Math.min(item.triesUsed, RETRY_MS.length - 1)] as number
  const waitMs = Math.max(wait, retryAfterMs ?? 0)
  return { kind: 'retry', report: null, error: reason, waitMs, costsTry: true }
}

type Ended =
  | { readonly kind: 'complete' | 'stopped' }
  | { readonly kind: 'more'; readonly at: WorkPlace }
  | { readonly kind: 'failed'; readonly failure: ModelFailure }

async function embedFrom(
  deps: EmbedDeps,
  { base, at }: Work,
  { since, upTo }: { since: number; upTo: number },
  signal: AbortSignal,
): Promise<Ended> {
  const { database, clock } = deps
  const startedAt = clock.now()
  const slices = startSlices()
  let after = at?.after ?? { version: since + 1, id: '' }
  for await (const document of changedFrom(database, base, after, upTo)) {
    for (let next = at?.doc === document.id ? at.ordinal : 0; ; ) {
      if (signal.aborted) return { kind: 'stopped' }
      if (clock.now() - startedAt > RUN_MS)
        return { kind: 'more', at: { after, doc: document.id, ordinal: next } }
      const pairs = await readPairs(database, document, next, PAGE_PAIRS)
      // Where all texts have vectors, nothing else here waits.
      if (slices.over()) await slices.pause()
      // The end of the document; or its revision was cleared meanwhile, and the work for the next one is queued.
      if (pairs.length === 0) break
      for (const texts of inBatches(pairs.map(meaningOf), BATCH)) {
        const failure = await embedTexts(deps, base, texts, signal)
        if (failure) return signal.aborted ? { kind: 'stopped' } : { kind: 'failed', failure }
      }
      next = (pairs.at(-1)?.ordinal ?? next) + 1
    }
    after = placeOf(document)
  }
  return { kind: 'complete' }
}

type Changed = Awaited<ReturnType<typeof nextChanged>>[number]

const placeOf = ({ base_version, id }: Changed): ChangePlace => ({ version: base_version, id })

async function* changedFrom(
  database: Database,
  baseId: string,
  after: ChangePlace,
  upTo: number,
): AsyncGenerator<Changed> {
  for (let page = await nextChanged(database, baseId, after, upTo); page.length > 0; ) {
    yield* page
    page = await nextChanged(database, baseId, placeOf(page.at(-1) as Changed), upTo)
  }
}

async function embedTexts(
  { database, clock, embedder }: EmbedDeps,
  base: string,
  all: readonly string[],
  signal: AbortSignal,
): Promise<ModelFailure | undefined> {
  const texts = new Map(all.map((text) => [textKey(text), embeddedText(text)]))
  const embedded = { base_id: base, embedder: embedder.id }
  const known = await storedKeys(database, embedded, [...texts.keys()], embedder.dimensions)
  for (const key of known) texts.delete(key)
  if (texts.size === 0) return undefined
  const time = { clock, limitMs: BATCH_TIMEOUT_MS, signal }
  const made = await embedWithin(embedder, [...texts.values()], time)
  if (!made.ok) return made.failure
  const rows = [...texts.keys()].map((text_key, i) => ({
    ...embedded,
    text_key,
    vector: vectorText(toBytes(made.vectors[i] as Float32Array)),
  }))
  // Need not wait for the disk: what a power cut takes is made again.
  await database.transaction('embed-base', (tx) => insertVectors(tx, rows), 'process')
  return undefined
}

const PAGE = 500

async function hasOtherLength(database: Database, embedded: Embedded, length: number): Promise<boolean> {
  const one = { after: '', limit: 1, notOfLength: length }
  return (await keysAfter(database.scanReader, embedded, one)).length > 0
}

/** Deletes the vectors of texts that are not `used`, page by page; with `notOfLength`, only vectors of another length. */
async function deleteByKeys(
  database: Database,
  embedded: Embedded,
  { notOfLength, used = new Set() }: { notOfLength?: number; used?: ReadonlySet<string> },
): Promise<void> {
  for (let after = ''; ; ) {
    const keys = await keysAfter(database.scanReader, embedded, { after, limit: PAGE, notOfLength })
    if (keys.length === 0) return
    after = keys.at(-1) as string
    const unused = keys.filter((key) => !used.has(key))
    if (unused.length > 0)
      await database.transaction('delete-vectors', (tx) => deleteVectors(tx, embedded, unused), 'process')
  }
}

/** Deletes the vectors of models that are no longer used. */
async function deleteOtherEmbedders(database: Database, embedded: Embedded): Promise<void> {
  for (const embedder of await otherEmbedders(database, embedded)) {
    const slice = (tx: Tx) => deleteVectorsBy(tx, { ...embedded, embedder }, SLICE_VECTORS)
    await deleteInSlices(database, 'delete-vectors', slice, () => false)
  }
}

const SPARE = 1000
const FIRST_PLACE: ChangePlace = { version: 0, id: '' }

/** Removes the vectors of texts that a base no longer holds, once there are many more vectors than its pairs need. */
async function sweepVectors(database: Database, embedded: Embedded): Promise<void> {
  const pairs = await countPairs(database.scanReader, embedded.base_id)
  if ((await countVectors(database.scanReader, embedded)) <= 2 * pairs + SPARE) return
  const used = new Set<string>()
  const slices = startSlices()
  for await (const document of changedFrom(
    database,
    embedded.base_id,
    FIRST_PLACE,
    Number.MAX_SAFE_INTEGER,
  )) {
    for await (const page of pagesOf(database, document))
      for (const pair of page) used.add(textKey(meaningOf(pair)))
    // The pages of one document pause, but not those of many documents with a page each.
    if (slices.over()) await slices.pause()
  }
  await deleteByKeys(database, embedded, { used })
}
