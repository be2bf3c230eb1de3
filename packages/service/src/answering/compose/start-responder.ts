/** Wires what turns need to answer: knowledge, models, attachments, voice. Also starts the removal of expired audio. */
import { factsAbout } from '../../conversations/users.ts'
import { createFileFetcher, type FetchFile } from '../../knowledge/fetch-file.ts'
import type { FileReader } from '../../knowledge/file-reader.ts'
import type { Search } from '../../knowledge/search/search-result.ts'
import type { Models } from '../../models/models.ts'
import type { Tokenizer } from '../../models/tokenizer.ts'
import { startBackground } from '../../platform/background.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import type { Egress } from '../../platform/egress/client.ts'
import type { MemoryBudget } from '../../platform/memory-budget.ts'
import { createEarlierDocuments } from '../files/earlier-documents.ts'
import type { TurnInput, TurnPart } from '../turn.ts'
import { createVoice } from '../voice/voice.ts'
import { type RespondDeps, respond } from './respond.ts'

/** The platform accepts no larger audio. */
const AUDIO_BYTES = 25 * 1024 * 1024

export type Recorder = Pick<RespondDeps, 'search' | 'models'>

export function createResponder(
  deps: Core & {
    readonly search: Search
    readonly models: Models
    readonly tokenizer: Tokenizer
    readonly egress: Pick<Egress, 'download'>
    readonly fetchFile: FetchFile
    /** Also counts audio. */
    readonly fileBudget: MemoryBudget
    readonly reader: FileReader
  },
) {
  const { config, models, egress, clock, log } = deps
  const { downloadTimeoutMs } = config
  const voice = createVoice({
    ...deps,
    speech: models.speech,
    publicUrl: config.publicUrl,
    retentionHours: config.audioRetentionHours,
  })
  const audioLimits = { fileBytes: AUDIO_BYTES, pdfBytes: AUDIO_BYTES, downloadTimeoutMs }
  const respondDeps: RespondDeps = {
    ...deps,
    attachments: { ...deps, fetchAudio: createFileFetcher(egress, audioLimits, deps.fileBudget, deps.log) },
    earlierDocuments: createEarlierDocuments(deps.database),
    factsAbout: (conversation) => factsAbout(deps.database, conversation),
    voice,
    modelTimeoutMs: config.modelTimeoutMs,
  }
  const clearing = startBackground({
    name: 'clear audio',
    everyMs: HOUR_MS,
    clock,
    log,
    run: voice.removeExpired,
  })
  return {
    /** `recorder` records the searches and the requests to the model, for a dry run. */
    respond: (input: TurnInput, recorder?: Recorder): AsyncIterable<TurnPart> =>
      respond({ ...respondDeps, ...recorder }, input),
    serveAudio: voice.serve,
    stop: () => clearing.stop(),
  }
}
