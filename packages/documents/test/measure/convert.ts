// Converts a file as the service would: CSV and Excel as lists of pairs, everything else as a document.
import { type Converted, findPairs } from '@tandem/documents/find-pairs'
import { readDocument } from '@tandem/documents/read-document'
import { readPairList } from '@tandem/documents/read-pair-list'
import { Unreadable } from '@tandem/documents/unreadable'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import type { Pair } from './compare.ts'
import type { Expected, ExpectedFile } from './expected.ts'

export interface Result {
  readonly pairs: readonly Pair[]
  readonly warnings: readonly string[]
  /** Why the file was refused. */
  readonly reason?: string | undefined
}

const LIMITS = { pages: 2000, zipEntries: 1000, inflatedBytes: 200_000_000 }
const PAIR_LIMITS = { questionChars: 2000, answerChars: 20_000, pairs: 200_000 }
const CHUNK_TOKENS = 600

type Source = Pick<ExpectedFile, 'name' | 'format' | 'bytes'> & { readonly expected?: Expected }

/** A CSV that is expected to hold no pairs is no list, and read as a document. */
export function convertFile(file: Source): Promise<Result> {
  const isNoList = file.format === 'CSV' && file.expected?.pairs?.length === 0
  return (file.format === 'CSV' && !isNoList) || file.format === 'XLSX' ? asList(file) : asDocument(file)
}

async function asList({ bytes }: Source): Promise<Result> {
  const pairs: Pair[] = []
  const result = await readPairList(
    { bytes: bytes(), headerRows: undefined, splitter: undefined, limits: PAIR_LIMITS },
    async (some) => {
      pairs.push(...some)
    },
  )
  const reason = 'reason' in result ? result.reason : undefined
  return { pairs: reason ? [] : pairs, warnings: result.ledger?.notes ?? [], reason }
}

async function asDocument({ name, bytes }: Source): Promise<Result> {
  try {
    return pairsOf(await readDocument(bytes(), name, undefined, LIMITS))
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { pairs: [], warnings: [], reason: error.message }
  }
}

function pairsOf(document: Parameters<typeof findPairs>[0]): Converted {
  return findPairs(document, {
    chunkTokens: CHUNK_TOKENS,
    questionLimitChars: PAIR_LIMITS.questionChars,
    answerLimitChars: PAIR_LIMITS.answerChars,
    countTokens: (text) => countTokens(text),
  })
}
