/** Puts conversion together: what requests call, and the runner of its lanes. */
import type { Settings } from '../../agents/settings.ts'
import type { Runners } from '../../lanes/lane.ts'
import type { Lanes } from '../../lanes/lanes.ts'
import type { ChatModel } from '../../models/chat-model.ts'
import type { Config } from '../../platform/config.ts'
import type { Log } from '../../platform/log.ts'
import type { ConvertLimits, FileReader } from '../file-reader.ts'
import type { Knowledge } from '../revisions.ts'
import { CONVERT_KIND } from './accept-conversion.ts'
import type { Conversion } from './convert-file.ts'
import { conversionWork } from './run-conversion.ts'

export interface Conversions {
  readonly conversion: Conversion
  readonly runners: Runners
  /** Called before the lanes stop. */
  stop(): void
}

export function createConversions(deps: {
  readonly config: Pick<Config, 'conversionConcurrency' | 'conversionTimeoutMs'>
  readonly knowledge: Knowledge
  readonly reader: FileReader
  readonly limits: ConvertLimits
  readonly model: ChatModel | undefined
  readonly lanes: Pick<Lanes, 'add'>
  readonly settings: Settings
  readonly log: Log
}): Conversions {
  const { config, knowledge, reader, limits, model, lanes, settings, log } = deps
  const publishing = async (agentId: string) => (await settings.of(agentId)).knowledge.publish_conversions
  const stopping = new AbortController()
  const work = conversionWork({
    knowledge,
    publishing,
    pairLimit: limits.pairs,
    model,
    limits,
    log,
    chunksAtOnce: config.conversionConcurrency,
    timeoutMs: config.conversionTimeoutMs,
    stopping: stopping.signal,
  })
  return {
    conversion: { reader, model, lanes, publishing },
    runners: { [CONVERT_KIND]: work },
    stop: () => stopping.abort(),
  }
}
