/** The character pieces of a question: how often each occurs, and the norm of the question as a vector of pieces. */

/** Pieces of a stop word count half. */
export const STOP_PIECE = 0.5
/** By the lowest two bits of a piece: the weights of two, three and four characters. Longer pieces are more specific. */
const WEIGHTS = [0.6, 1, 1.4]

export const pieceWeight = (piece: number) => WEIGHTS[piece & 3] as number

interface Word {
  readonly pieces: readonly number[]
  readonly isStop: boolean
}

export function countPieces(words: Iterable<Word>): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const { pieces, isStop } of words) {
    const share = isStop ? STOP_PIECE : 1
    for (const piece of pieces) counts.set(piece, (counts.get(piece) ?? 0) + share)
  }
  return counts
}

/** The Euclidean norm of the weighted counts, by which cosines are divided. */
export function normOf(counts: ReadonlyMap<number, number>): number {
  let squares = 0
  for (const [piece, count] of counts) squares += (count * pieceWeight(piece)) ** 2
  return Math.sqrt(squares)
}
