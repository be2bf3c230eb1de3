/** Creates the knowledge slice: its background work, the search thread, the reader of files, conversions, and its handlers. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defaultLimits } from '@tandem/contract/limits'
import type { Registry } from 'prom-client'
import type { Settings } from '../agents/settings.ts'
import type { Runners } from '../lanes/lane.ts'
import type { Lanes } from '../lanes/lanes.ts'
import type { Models } from '../models/models.ts'
import type { Tokenizer } from '../models/tokenizer.ts'
import { startBackground } from '../platform/background.ts'
import { DAY_MS, HOUR_MS } from '../platform/clock.ts'
import type { Core } from '../platform/core.ts'
import type { Egress } from '../platform/egress/client.ts'
import type { SandboxOptions } from '../platform/sandbox.ts'
import { baseHandlers } from './base-routes.ts'
import { clearSets } from './clear-sets.ts'
import { CONVERT_KIND } from './convert/accept-conversion.ts'
import { conversionWork } from './convert/run-conversion.ts'
import { countMissingTokens } from './count-tokens.ts'
import { createFileBudget, createFileFetcher } from './fetch-file.ts'
import { createFileReader } from './file-reader.ts'
import { fileHandlers } from './file-routes.ts'
import { limitKnowledge } from './limit-knowledge.ts'
import { createKnowledgeMetrics } from './metrics.ts'
import { pairHandlers } from './pair-routes.ts'
import { questionSetHandlers } from './question-sets/routes.ts'
import { reviewHandlers } from './review/routes.ts'
import type { Knowledge } from './revisions.ts'
import { knowledgeHandlers } from './routes.ts'
import { searchHandlers } from './search/routes.ts'
import { createSearchThread, type StartSearch } from './search/thread/ask-thread.ts'
import { createEmbedding } from './search/vectors/semantics.ts'
import { textHandlers } from './texts/routes.ts'

interface KnowledgeDeps extends Core {
  readonly lanes: Lanes
  readonly egress: Egress
  readonly models: Models
  readonly tokenizer: Tokenizer
  readonly startSearch?: StartSearch | undefined
  readonly startChild?: SandboxOptions['startChild']
  readonly settings: Settings
  readonly registry: Registry
}

const MIB = 1024 * 1024
/** Indexes are warmed up this long after the last addition, and at the latest this long after the first. */
const WARM_UP_MS = 1000
const MOST_WARM_UP_MS = 10_000
/** An index of fewer phrasings is built in a second or two. */
const FILED_PHRASINGS = 20_000

export function createKnowledge(deps: KnowledgeDeps) {
  const { config, log, clock, database, lanes, egress, models, tokenizer, settings, registry } = deps
  const { questionLimitChars: questionChars, answerLimitChars: answerChars } = config
  /** The limits of a file, whether it is a list of pairs or is converted. */
  const limits = { questionChars, answerChars, pairs: config.filePairLimit }
  const requestLimits = { ...defaultLimits, questionChars, answerChars, pairsPerRequest: config.pairLimit }
  const background = (name: string, everyMs: number, run: (stopped: () => boolean) => Promise<unknown>) =>
    startBackground({ name, everyMs, clock, log, run })

  const clearing = background('clear sets', HOUR_MS / 12, (stopped) =>
    clearSets(database, clock, stopped, config.rollbackDays * DAY_MS),
  )
  const counting = background('count tokens', HOUR_MS / 12, (stopped) =>
    countMissingTokens(database, tokenizer, stopped),
  )
  const embedding = createEmbedding({ ...deps, embedder: models.embedder })
  const searching = createSearchThread({
    database,
    limitBytes: config.searchMemoryMb * MIB,
    files: existsSync(config.dataFolder)
      ? { folder: join(config.dataFolder, 'indexes'), leastPhrasings: FILED_PHRASINGS }
      : undefined,
    semantics: embedding?.semantics,
    wakeRefresh: () => following.wake(),
    startSearch: deps.startSearch,
    log,
  })
  const following = background('follow knowledge', HOUR_MS, () => searching.refresh())
  const tidying = background('tidy indexes', HOUR_MS, () => searching.tidy())
  const warming = background('warm up indexes', HOUR_MS, () => searching.warmUp().finally(counting.wake))
  function contentAdded(): void {
    following.wake()
    embedding?.queueing.wake()
    // So that the first answer need not wait for the indexes. Tokens are counted afterwards: nobody waits for them.
    warming.wakeInPause(WARM_UP_MS, MOST_WARM_UP_MS)
  }
  const knowledge: Knowledge = {
    database,
    clock,
    metrics: createKnowledgeMetrics(registry),
    requireRoom: limitKnowledge(deps, config.knowledgeLimitChars),
    contentAdded,
    contentChanged() {
      clearing.wake()
      contentAdded()
    },
  }

  const { fileLimitBytes: fileBytes, pdfLimitBytes: pdfBytes, downloadTimeoutMs } = config
  const fileLimits = { fileBytes, pdfBytes, downloadTimeoutMs }
  const fileBudget = createFileBudget(fileLimits)
  const fetchFile = createFileFetcher(egress, fileLimits, fileBudget, log)
  const reader = createFileReader({
    limits,
    timeoutMs: config.fileReadTimeoutMs,
    startChild: deps.startChild,
  })
  const publishing = async (agentId: string) => (await settings.of(agentId)).knowledge.publish_conversions
  const conversion = { reader, model: models.chat, lanes, publishing }
  const reading = { fetchFile, reader, conversion }
  const converting = new AbortController()
  const convert = conversionWork({
    knowledge,
    publishing,
    model: models.chat,
    limits,
    log,
    chunksAtOnce: config.conversionConcurrency,
    timeoutMs: config.conversionTimeoutMs,
    stopping: converting.signal,
  })
  const { search } = searching
  const embedder = embedding?.semantics.embedder
  const runners: Runners = { [CONVERT_KIND]: convert, ...embedding?.runners }
  return {
    knowledge,
    search,
    files: { fetchFile, fileBudget, reader },
    runners,
    handlers: {
      knowledge: knowledgeHandlers(knowledge, requestLimits, reading),
      bases: baseHandlers(knowledge),
      knowledgeFiles: fileHandlers({ knowledge, lanes, limits: requestLimits, reading }),
      texts: textHandlers({ knowledge, fetchFile, reader, requestLimits, tokenizer, lanes, embedder }),
      pairs: pairHandlers({ knowledge, tokenizer, limits: requestLimits }),
      review: reviewHandlers({ knowledge, limits: requestLimits }),
      search: searchHandlers({ database, search }),
      questionSets: questionSetHandlers({ database, clock, search }),
    },
    /** Aborts conversions before the lanes stop: nothing of them is lost. */
    stopConverting() {
      void warming.stop()
      converting.abort()
    },
    async stop() {
      const works = [clearing, warming, counting, following, tidying, embedding?.queueing]
      await Promise.all([...works.map((work) => work?.stop()), searching.close(), reader.close()])
    },
  }
}
