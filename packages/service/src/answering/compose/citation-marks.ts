/**
 * Reads the marks a model writes into its answer while the answer streams: `$[2]$` for source 2, `$[none]$` when the sources hold
 * no answer, `$[talk]$` when none is needed, `$[person]$` for a person to take over. Marks of sources stay where the reader wants
 * them, the others are cut out. A mark may come in pieces, so what might be the beginning of one is held back; so are blanks,
 * which go with a mark or with the end.
 */
const MARK = /\$\[\s{0,4}([a-z]{1,8}|\d{1,4}(?:\s{0,4},\s{0,4}\d{1,4}){0,19})\s{0,4}\]\$/gi
const BEGINNING = /^\$(?:\[\s{0,4}(?:[a-z]{0,8}\s{0,4}|[\d,\s]{0,250})\]?)?$/i
const LONGEST = 260

export interface MarkReader {
  /** What of the text can be shown now. */
  push(text: string): string
  /** What was held back and is text after all. */
  end(): string
  /** Sources marked so far, in the order of their first mark. */
  readonly cited: readonly number[]
  readonly saysNone: boolean
  readonly isTalk: boolean
  readonly wantsPerson: boolean
}

export function createMarkReader({ keep, sources }: { keep: boolean; sources: number }): MarkReader {
  const cited: number[] = []
  const words = { none: false, talk: false, person: false }
  let hasShown = false
  /** Not shown yet: blanks, and then perhaps the beginning of a mark. */
  let blanks = ''
  let held = ''

  /** What is shown of a whole mark. */
  function read(mark: string, inside: string): string {
    const name = inside.toLowerCase()
    if (name === 'none' || name === 'talk' || name === 'person') {
      words[name] = true
      return ''
    }
    if (!/^\d/.test(inside)) return mark
    let shown = ''
    for (const number of inside.split(',').map(Number)) {
      // A source that was never given cannot be cited.
      if (number < 1 || number > sources) continue
      if (!cited.includes(number)) cited.push(number)
      if (keep) shown += `$[${number}]$`
    }
    return shown
  }

  function sift(text: string, isEnd: boolean): string {
    const all = held + text
    let shown = ''
    const show = (more: string) => {
      const end = lengthWithoutBlanks(more)
      if (end > 0) {
        const visible =
          hasShown || shown !== '' ? blanks + more.slice(0, end) : more.slice(0, end).trimStart()
        shown += visible
        blanks = ''
      }
      blanks += more.slice(end)
    }
    let at = 0
    for (const match of all.matchAll(MARK)) {
      show(all.slice(at, match.index))
      const mark = read(match[0], match[1] as string)
      if (mark === '') blanks = blanks.replace(/[ \t]+$/, '')
      else show(mark)
      at = match.index + match[0].length
    }
    const tail = all.slice(at)
    const dollar = isEnd ? -1 : tail.lastIndexOf('$')
    const isBeginning = dollar >= 0 && tail.length - dollar <= LONGEST && BEGINNING.test(tail.slice(dollar))
    show(isBeginning ? tail.slice(0, dollar) : tail)
    held = isBeginning ? tail.slice(dollar) : ''
    hasShown ||= shown !== ''
    return shown
  }

  return {
    push: (text) => sift(text, false),
    end: () => sift('', true),
    cited,
    get saysNone() {
      return words.none
    },
    get isTalk() {
      return words.talk
    },
    get wantsPerson() {
      return words.person
    },
  }
}

function lengthWithoutBlanks(text: string): number {
  let end = text.length
  while (end > 0 && /\s/.test(text[end - 1] as string)) end--
  return end
}
