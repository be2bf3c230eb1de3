/** Tells two texts apart word by word: what both have, what only the first has, what only the second has. */

export interface DiffPart {
  readonly is: 'same' | 'gone' | 'new'
  readonly text: string
}

/** Beyond this the texts stand side by side as wholes: a table of all words against all words would be too large. */
const MOST_WORDS = 600

/** A word with the space behind it; in scripts without spaces, a character. */
const wordsOf = (text: string) =>
  text.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+\s*|\s+/gu,
  ) ?? []

export function wordDiff(before: string, after: string): DiffPart[] {
  if (before === after) return [{ is: 'same', text: before }]
  const [a, b] = [wordsOf(before), wordsOf(after)]
  if (a.length > MOST_WORDS || b.length > MOST_WORDS)
    return merged([
      { is: 'gone', text: before },
      { is: 'new', text: after },
    ])
  const common = commonLengths(a, b)
  const parts: DiffPart[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      parts.push({ is: 'same', text: a[i] as string })
      i += 1
      j += 1
    } else if (j >= b.length || (i < a.length && at(common, i + 1, j) >= at(common, i, j + 1))) {
      parts.push({ is: 'gone', text: a[i] as string })
      i += 1
    } else {
      parts.push({ is: 'new', text: b[j] as string })
      j += 1
    }
  }
  return merged(parts)
}

const at = (table: readonly Uint16Array[], i: number, j: number) => table[i]?.[j] ?? 0

/** How many words the ends of both texts have in common, from each place on. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint16Array[] {
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = table[i] as Uint16Array
      row[j] =
        a[i] === b[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1))
    }
  return table
}

/** Neighbours of one kind become one part; of a change, what is gone stands before what is new. */
function merged(parts: readonly DiffPart[]): DiffPart[] {
  const found: DiffPart[] = []
  let [gone, added] = ['', '']
  const flush = () => {
    if (gone) found.push({ is: 'gone', text: gone })
    if (added) found.push({ is: 'new', text: added })
    gone = ''
    added = ''
  }
  for (const { is, text } of parts) {
    if (is === 'gone') gone += text
    else if (is === 'new') added += text
    else {
      flush()
      const last = found.at(-1)
      if (last?.is === 'same') found[found.length - 1] = { is, text: last.text + text }
      else found.push({ is, text })
    }
  }
  flush()
  return found
}
