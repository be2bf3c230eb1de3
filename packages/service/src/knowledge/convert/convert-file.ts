/** One file on its way to pairs: read, then stored at once where no model is needed, else handed to the lane of its document. */

import type { Converted } from '@tandem/documents/find-pairs'
import type { Lanes } from '../../lanes/lanes.ts'
import type { ChatModel } from '../../models/chat-model.ts'
import type { EntryOutcome } from '../read-entries.ts'
import type { Knowledge } from '../write-revision.ts'
import { acceptConversion } from './accept-conversion.ts'
import type { Converter, ConvertInput, ConvertLimits } from './convert.ts'
import type { Publishing } from './publish.ts'
import { type ConvertedFile, storeConverted } from './store-converted.ts'

export interface Conversion {
  readonly converter: Converter
  readonly limits: ConvertLimits
  readonly model: ChatModel | undefined
  readonly lanes: Pick<Lanes, 'add'>
  readonly publishing: (agentId: string) => Promise<Publishing>
}

export type FileToConvert = Omit<ConvertedFile, 'converted'> &
  Pick<ConvertInput, 'chunkTokens' | 'splitter'> & { readonly bytes: Uint8Array }

export async function convertFile(
  knowledge: Knowledge,
  { converter, limits, model, lanes, publishing }: Conversion,
  file: FileToConvert,
): Promise<EntryOutcome> {
  const { clock, metrics } = knowledge
  const { bytes, ...rest } = file
  const input = { ...rest, limits }
  const startedAt = clock.now()
  const fail = <T>(failure: T): T => {
    metrics.converted('failed', clock.now() - startedAt)
    return failure
  }
  const store = async (converted: Converted) => {
    const how = await publishing(file.agentId)
    const storing = storeConverted(knowledge, how, { ...file, converted })
    const outcome = how === 'at_once' ? 'published' : 'draft'
    storing.then(() => metrics.converted(outcome, clock.now() - startedAt), fail)
    return storing
  }
  if (model) {
    const read = await converter.prepare(bytes, input)
    if (!read.ok) return fail(read)
    if (read.parts.some(({ text }) => text !== undefined)) {
      return acceptConversion({ knowledge, lanes, modelName: model.name }, { ...file, ...read })
    }
    const pairs = read.parts.flatMap((part) => part.pairs)
    return store({ ...read.rest, pairs })
  }
  const read = await converter.convert(bytes, input)
  return read.ok ? store(read.converted) : fail(read)
}
