/** The labels before questions and answers, in all languages, as one pattern. */
import type { Labels } from './language.ts'
import { otherLabels } from './languages/other-languages.ts'
import { languages } from './languages.ts'

const all: readonly Labels[] = [...languages.map(({ labels }) => labels), otherLabels]

export const labelWords = (kind: keyof Labels): string =>
  all.flatMap((labels) => labels[kind] ?? []).join('|')
