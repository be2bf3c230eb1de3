/** Finds the question and the answer among the column names of a table or the keys of a JSON object. */
import { columnNamed } from '../lists/column-names.ts'

export interface QaColumns {
  readonly question: number
  readonly answer: number
}

/** Only names that can mean nothing else count: a table of a document may have any columns. */
export function findQaColumns(names: readonly string[]): QaColumns | undefined {
  const roles = names.map((name) => {
    const named = columnNamed(name)
    return named?.how === 'surely' ? named.role : undefined
  })
  const question = roles.indexOf('question')
  const answer = roles.indexOf('answer')
  return question >= 0 && answer >= 0 ? { question, answer } : undefined
}
