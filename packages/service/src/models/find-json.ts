/** Finds the JSON value in the text of a model: the whole text, in a fenced block, or between other words. */

/** The limit of opening brackets that are tried, so that a text of brackets takes little time. */
const MAX_STARTS = 50

export function findJson(text: string): { value: unknown } | null {
  const whole = parseJson(text.trim())
  if (whole) return whole
  for (const [, inside = ''] of text.matchAll(/```(?:json)?[^\S\n]*\n([\s\S]*?)```/g)) {
    const fenced = parseJson(inside.trim())
    if (fenced) return fenced
  }
  let starts = 0
  for (
    let at = nextStart(text, 0);
    at !== -1 && starts < MAX_STARTS;
    at = nextStart(text, at + 1), starts++
  ) {
    const end = endOfValue(text, at)
    const found = end === -1 ? null : parseJson(text.slice(at, end))
    if (found) return found
  }
  return null
}

export function parseJson(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null
  }
}

function nextStart(text: string, from: number): number {
  const object = text.indexOf('{', from)
  const array = text.indexOf('[', from)
  if (object === -1 || array === -1) return Math.max(object, array)
  return Math.min(object, array)
}

/** Returns the index after the bracket that closes the one at `from`; -1 if there is none. Brackets in strings do not count. */
export function endOfValue(text: string, from: number): number {
  let depth = 0
  let isString = false
  for (let at = from; at < text.length; at++) {
    const char = text[at]
    if (isString) {
      if (char === '\\') at++
      else if (char === '"') isString = false
    } else if (char === '"') isString = true
    else if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') {
      depth--
      if (depth === 0) return at + 1
    }
  }
  return -1
}
