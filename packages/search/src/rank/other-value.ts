/**
 * Finds out whether a question names another number or code than the stored one: "25 December" and "24 December", "size XL" and
 * "size M", "plan A" and "plan B". One character hardly changes the similarity, but it changes the answer.
 */

const TOKENS = /\p{Nd}+(?:[.,:]\p{Nd}+)*|[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/gu
const DIGIT = /^\p{Nd}/u
const CODE = /^(?:[A-HJ-Z]|[B-DF-HJ-NP-TVXb-df-hj-np-tvx]|X{0,3}[SLsl]|xx?x?[sl])$/
const THOUSANDS = /^\p{Nd}{1,3}(?:[.,]\p{Nd}{3})+$/u
/** Longer numbers are order or telephone numbers, which a stored question does not contain. */
const MOST_DIGITS = 6
const MOST_CHARS = 4000

/** True when each names a value that the other does not, and the answer does not contain the asked one either. */
export function namesOtherValue(asked: string, question: string, answer: string): boolean {
  const [wanted, stored] = [valuesOf(asked), valuesOf(question)]
  if (wanted.length === 0 || stored.length === 0) return false
  const isIn = (value: string, values: readonly string[]) => values.some((each) => isSame(each, value))
  if (stored.every((value) => isIn(value, wanted))) return false
  const told = valuesOf(answer)
  return wanted.some((value) => !isIn(value, stored) && !isIn(value, told) && hasKind(stored, value))
}

/** A number can only replace a number, a code only a code. */
const hasKind = (values: readonly string[], value: string) =>
  values.some((each) => DIGIT.test(each) === DIGIT.test(value))

/** "24.12" names the 24th too, and "2.0" is 2. */
const isSame = (a: string, b: string) =>
  a === b || [a, b].some((each, i) => each.startsWith(`${i === 0 ? b : a}.`))

function valuesOf(text: string): string[] {
  const tokens = text.slice(0, MOST_CHARS).normalize('NFKC').match(TOKENS) ?? []
  return tokens.flatMap((token) => {
    if (!DIGIT.test(token)) return CODE.test(token) ? [token.toLowerCase()] : []
    const number = THOUSANDS.test(token) ? token.replace(/[.,]/g, '') : token.replace(/[,:]/g, '.')
    return number.replaceAll('.', '').length > MOST_DIGITS ? [] : [number.replace(/^0+(?=\p{Nd})/u, '')]
  })
}
