/**
 * Turns a document into pairs. Without a model, or where none is needed, its pairs are stored at once, or as a draft where the
 * agent's settings ask for approval. Otherwise the work goes into the lane of the document.
 */
import type { Converted } from '@tandem/documents/find-pairs'
import type { Lanes } from '../../lanes/lanes.ts'
import type { ChatModel } from '../../models/chat-model.ts'
import { newId } from '../../platform/ids.ts'
import { beginConversion, type FileOfDocument, storeFile } from '../documents.ts'
import type { EntryOutcome } from '../each-entry.ts'
import type { FileReader, FileToRead } from '../file-reader.ts'
import { nextOrdinal } from '../pair-store.ts'
import { UNSHOWN_CHARS } from '../revision-store.ts'
import type { Knowledge } from '../revisions.ts'
import { finishSet } from '../write-set.ts'
import { acceptConversion } from './accept-conversion.ts'
import { type Publishing, publish } from './finish-conversion.ts'
import { firstReport } from './run-report.ts'
import { insertRun, newRun, type RunRow } from './run-store.ts'

export interface Conversion {
  readonly reader: FileReader
  readonly model: ChatModel | undefined
  readonly lanes: Pick<Lanes, 'add'>
  readonly publishing: (agentId: string) => Promise<Publishing>
}

/** A file whose pairs are to be stored. */
export interface FileToStore extends FileToRead, FileOfDocument {
  readonly headerRows: number | undefined
  readonly chunkTokens: number
  readonly by: string
}

export async function convertFile(
  knowledge: Knowledge,
  { reader, model, lanes, publishing }: Conversion,
  file: FileToStore,
): Promise<EntryOutcome> {
  const { clock, metrics } = knowledge
  const startedAt = clock.now()
  const fail = <T>(failure: T): T => {
    metrics.converted('failed', clock.now() - startedAt)
    return failure
  }
  const store = async (converted: Converted) => {
    const how = await publishing(file.agentId)
    const storing =
      how === 'at_once' ? storePairs(knowledge, file, converted) : storeDraft(knowledge, file, converted)
    const outcome = how === 'at_once' ? 'published' : 'draft'
    storing.then(() => metrics.converted(outcome, clock.now() - startedAt), fail)
    return storing
  }
  const read = await reader.convert(file, model !== undefined)
  if ('reason' in read) return fail(read)
  const { converted, parts } = read
  if (!model || parts.every(({ text }) => text === undefined)) return store(converted)
  return acceptConversion({ knowledge, lanes, modelName: model.name }, { ...file, rest: converted, parts })
}

function storePairs(knowledge: Knowledge, file: FileToStore, converted: Converted): Promise<EntryOutcome> {
  return storeFile(knowledge, file, {
    content: pairsOf(converted),
    format: converted.format,
    cause: { kind: 'convert', by: file.by },
    writeWithContent: (tx, { documentId, setId }) =>
      insertRun(tx, { ...runOf(knowledge, file, converted, documentId), state: 'done', set_id: setId }),
  })
}

async function storeDraft(
  knowledge: Knowledge,
  file: FileToStore,
  converted: Converted,
): Promise<EntryOutcome> {
  const { clock } = knowledge
  const { format } = converted
  const docId = file.docId ?? newId(clock.now())
  await knowledge.requireRoom(file.agentId, { chars: UNSHOWN_CHARS, pairs: 0 })
  const name = await finishSet(knowledge, docId, pairsOf(converted), 'draft', async (tx, written) => {
    const document = await beginConversion(tx, knowledge, docId, file, format)
    const base_ordinal = await nextOrdinal(tx, document.set_id)
    const run = { ...runOf(knowledge, file, converted, docId), base_ordinal }
    await insertRun(tx, run)
    const publication = { run, written, format, report: run.report, held: [], keepChunks: false }
    await publish(tx, document, 'after_approval', publication, clock.now())
    return document.name
  })
  knowledge.contentChanged()
  return { doc_id: docId, doc_name: name }
}

/** The row of a conversion that needed no model. */
function runOf(knowledge: Knowledge, file: FileToStore, converted: Converted, docId: string): RunRow {
  const now = knowledge.clock.now()
  const report = { ...firstReport(converted, null), pairs: converted.pairs.length }
  return {
    ...newRun({ ...file, docId, report: JSON.stringify(report) }, now),
    is_current: 1,
    base_ordinal: converted.pairs.length,
    ended_at: now,
  }
}

/** The pairs as they are stored: each with the place it came from. */
function pairsOf({ pairs }: Converted) {
  return pairs.map(({ question, answer, origin }) => ({ question, answer, origin: JSON.stringify(origin) }))
}
