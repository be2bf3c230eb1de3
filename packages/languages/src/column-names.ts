/** What the columns of questions and answers are called, in the languages editors write their headers in. */
import type { Columns } from './language.ts'
import { otherColumns } from './languages/other-languages.ts'
import { languages } from './languages.ts'

const all: readonly Columns[] = [...languages.map(({ columns }) => columns), otherColumns]

/** Normalised as headers are: Thai has vowels of two parts there. */
export const columnNames = (kind: keyof Columns): ReadonlySet<string> =>
  new Set(all.flatMap((columns) => columns[kind]?.normalize('NFKC').split('|') ?? []))
