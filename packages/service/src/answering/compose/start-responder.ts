/** Puts together what turns need to speak: knowledge, models, attachments, voice, and the clearing of what voices left. */
import { knownAbout } from '../../conversations/users.ts'
import { createFileFetcher, type FetchFile } from '../../knowledge/fetch-file.ts'
import type { FileReader } from '../../knowledge/file-reader.ts'
import type { Search } from '../../knowledge/search/search-result.ts'
import type { Models } from '../../models/models.ts'
import type { Tokenizer } from '../../models/tokenizer.ts'
import { startBackground } from '../../platform/background.ts'
import type { Core } from '../../platform/core.ts'
import type { Egress } from '../../platform/egress/client.ts'
import type { MemoryBudget } from '../../platform/memory-budget.ts'
import { createEarlierDocuments } from '../files/earlier-documents.ts'
import type { TurnInput, TurnPart } from '../turn.ts'
import { createVoice } from '../voice/voice.ts'
import { type RespondDeps, respond } from './respond.ts'

const HOUR_MS = 3_600_000
/** The platform takes no larger audio. */
const AUDIO_BYTES = 25 * 1024 * 1024

export type Watched = Pick<RespondDeps, 'search' | 'models'>

export function createResponder(
  deps: Core & {
    readonly search: Search
    readonly models: Models
    readonly tokenizer: Tokenizer
    readonly egress: Pick<Egress, 'download'>
    readonly fetchFile: FetchFile
    /** The budget counts audio too. */
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
  const responding: RespondDeps = {
    ...deps,
    attachments: { ...deps, fetchAudio: createFileFetcher(egress, audioLimits, deps.fileBudget, deps.log) },
    earlierDocuments: createEarlierDocuments(deps.database),
    knownAbout: (conversation) => knownAbout(deps.database, conversation),
    voice,
    modelTimeoutMs: config.modelTimeoutMs,
  }
  const clearing = startBackground({
    name: 'clear audio',
    everyMs: HOUR_MS,
    clock,
    log,
    run: (stopped) => voice.clear(stopped),
  })
  return {
    /** With `watched`, somebody looks on at what is searched and what the model is asked. */
    respond: (input: TurnInput, watched?: Watched): AsyncIterable<TurnPart> =>
      respond({ ...responding, ...watched }, input),
    serveAudio: voice.serve,
    stop: () => clearing.stop(),
  }
}
