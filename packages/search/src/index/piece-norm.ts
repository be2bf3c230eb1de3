/** How long a question is as a vector of its character pieces: the cosine of two questions is divided by both lengths. */
import type { Vocabulary } from './vocabulary.ts'

/** Pieces of a stop word count half. */
export const STOP_PIECE = 0.5
/** Longer pieces tell more. By the lowest two bits of a piece: of two, three and four characters. */
const WEIGHTS = [0.6, 1, 1.4]

export const pieceWeight = (piece: number) => WEIGHTS[piece & 3] as number

export function normOf(vocabulary: Vocabulary, words: Int32Array): number {
  const pieces: number[] = []
  for (const word of words) {
    const isStop = vocabulary.isStop(word) ? 1 : 0
    for (const piece of vocabulary.piecesOf(word)) pieces.push(2 * piece + isStop)
  }
  // Equal pieces stand side by side once they are sorted.
  const sorted = Int32Array.from(pieces).sort()
  let squares = 0
  for (let i = 0; i < sorted.length; ) {
    const piece = (sorted[i] as number) >> 1
    let count = 0
    for (; i < sorted.length && (sorted[i] as number) >> 1 === piece; i++)
      count += (sorted[i] as number) & 1 ? STOP_PIECE : 1
    squares += (count * pieceWeight(piece)) ** 2
  }
  return Math.sqrt(squares)
}
