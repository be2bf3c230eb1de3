/** Turns text into token numbers of an uncased BERT vocabulary: splits it into words, and words into the longest known pieces. */

const MAX_WORD_CHARS = 100
/** ASCII marks count as punctuation even if Unicode classifies them as symbols. */
const PUNCTUATION = /[!-/:-@[-`{-~\p{P}]/u
const CJK =
  /[\u4e00-\u9fff\u3400-\u4dbf\uf900-\ufaff\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b820}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/gu

/** `vocabulary` has one token per line; the index of the line is its number. */
export function createWordPieces(vocabulary: string) {
  const numbers = new Map(
    vocabulary
      .trimEnd()
      .split(/\r?\n/)
      .map((token, at) => [token, at]),
  )
  const numberOf = (token: string): number => {
    const number = numbers.get(token)
    if (number === undefined) throw new Error(`The vocabulary has no ${token}.`)
    return number
  }
  const [unknown, begin, end] = [numberOf('[UNK]'), numberOf('[CLS]'), numberOf('[SEP]')]

  function pieces(word: string): number[] {
    const chars = [...word]
    if (chars.length > MAX_WORD_CHARS) return [unknown]
    const found: number[] = []
    for (let from = 0; from < chars.length; ) {
      let to = chars.length
      let number: number | undefined
      for (; to > from; to--) {
        number = numbers.get((from > 0 ? '##' : '') + chars.slice(from, to).join(''))
        if (number !== undefined) break
      }
      if (number === undefined) return [unknown]
      found.push(number)
      from = to
    }
    return found
  }

  return {
    /** Returns at most `maxTokens` numbers, including the marks for beginning and end. */
    encode(text: string, maxTokens: number): number[] {
      const tokens = [begin]
      for (const word of words(text)) {
        tokens.push(...pieces(word))
        if (tokens.length >= maxTokens) break
      }
      return [...tokens.slice(0, maxTokens - 1), end]
    },
  }
}

function* words(text: string): Generator<string> {
  const clean = text
    .replace(/[\t\n\r]/g, ' ')
    .replace(/[\0\ufffd\p{Cc}\p{Cf}\p{Co}]/gu, '')
    .replace(CJK, ' $& ')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
  for (const run of clean.split(/\s+/u)) {
    let word = ''
    for (const char of run) {
      if (!PUNCTUATION.test(char)) {
        word += char
        continue
      }
      if (word !== '') yield word
      yield char
      word = ''
    }
    if (word !== '') yield word
  }
}
