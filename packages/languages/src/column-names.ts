/** The names of the columns of questions and answers, in all languages. */
import type { Columns } from './language.ts'
import { otherColumns } from './languages/other-languages.ts'
import { languages } from './languages.ts'

const all: readonly Columns[] = [...languages.map(({ columns }) => columns), otherColumns]

/** Normalised like headers: it changes some Thai vowels. */
export const columnNames = (kind: keyof Columns): ReadonlySet<string> =>
  new Set(all.flatMap((columns) => columns[kind]?.normalize('NFKC').split('|') ?? []))
