/** One file on its way to pairs: read, then stored at once where no model is needed, else handed to the lane of its document. */
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
  const { bytes, ...rest } = file
  const input = { ...rest, limits }
  if (model) {
    const read = await converter.prepare(bytes, input)
    if (!read.ok) return read
    if (read.parts.some(({ text }) => text !== undefined)) {
      return acceptConversion({ knowledge, lanes, modelName: model.name }, { ...file, ...read })
    }
    const pairs = read.parts.flatMap((part) => part.pairs)
    const how = await publishing(file.agentId)
    return storeConverted(knowledge, how, { ...file, converted: { ...read.rest, pairs } })
  }
  const read = await converter.convert(bytes, input)
  if (!read.ok) return read
  return storeConverted(knowledge, await publishing(file.agentId), { ...file, converted: read.converted })
}
