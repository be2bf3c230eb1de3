/** Reads a text or a spreadsheet and cuts it into passages, in the process where files are read. */
import { readDocument } from '@tandem/documents/read-document'
import { Unreadable } from '@tandem/documents/unreadable'
import { tokensIn } from '../../models/token-count.ts'
import type { Emit } from '../../platform/sandbox-work.ts'
import type { ConvertJob } from '../convert/convert-job.ts'
import { cutPassages } from './cut-passages.ts'
import { rowPassages } from './row-passages.ts'

/** Passages of a text, or of the rows below so many header rows. */
export type PassageKind = 'text' | { readonly headerRows: number }

export interface PassagesJob extends Omit<ConvertJob, 'forModel'> {
  readonly of: PassageKind
}

/** The passages come before it, some at a time. */
export interface PassagesRest {
  readonly format: string
}

const PASSAGES_AT_ONCE = 100

export async function passagesJob(job: PassagesJob, bytes: Uint8Array, emit: Emit): Promise<PassagesRest> {
  const { fileName, chunkTokens, splitter, limits, of } = job
  const cut = { chunkTokens, maxChars: limits.answerChars, countTokens: tokensIn }
  const read = async () => {
    if (of !== 'text') return rowPassages(bytes, { ...cut, ...of })
    const document = await readDocument(bytes, fileName, splitter, limits)
    return { format: document.format, passages: cutPassages(document, cut) }
  }
  const { format, passages } = await read()
  if (passages.length === 0) throw new Unreadable('The file was read, but there is no text in it.')
  if (passages.length > limits.pairs) {
    throw new Unreadable(
      `The file would become ${passages.length} passages; at most ${limits.pairs} are stored of one. ${of === 'text' ? 'Split it, or raise chunk_token.' : 'Split it.'}`,
    )
  }
  for (let i = 0; i < passages.length; i += PASSAGES_AT_ONCE)
    await emit(passages.slice(i, i + PASSAGES_AT_ONCE))
  return { format }
}
