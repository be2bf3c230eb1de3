/**
 * Reads the marks that a model writes into its answer, while the answer streams: `$[2]$` cites source 2, `$[none]$` says that the
 * sources hold no answer, `$[talk]$` that no source is needed, `$[person]$` asks for a person. Marks of sources stay in the text
 * if the caller wants them; all others are removed. Models write careless marks: `$[1][2]$`, `$[1]$[2]$`, `$[1-3]$`, `$$[1]$$` and
 * `$[1]` without its end are read as intended. A mark may arrive in pieces, so text that may be the beginning of a mark is held
 * back. Blanks are held back too, because they are dropped before a removed mark and at the end.
 */
const NUMBERS = String.raw`\[\s{0,4}(?:sources?\s)?\d[\d\s,;–-]{0,200}\]`
const WORD = String.raw`\[\s{0,4}(?:none|talk|person)\s{0,4}\]`
const INSIDE = `(?:${WORD}|${NUMBERS}(?:(?:\\$|[,;\\s]{0,3})${NUMBERS}){0,9})`
const MARK = new RegExp(String.raw`\$\$${INSIDE}\$\$(?!\[)|\$${INSIDE}(?:\$(?!${WORD}))?`, 'gi')
const BEGINNING = /\${1,2}(?:\[\s{0,4}[a-z]{0,8}[\d\s,;–-]{0,250})?$/i
/** Text behind a mark that may still belong to it: behind a mark without its closing `$`, and behind one with it. */
const MORE = /^[,;\s]{0,3}(?:\[[a-z\d\s,;–-]{0,250})?$/i
const MORE_AFTER_END = /^(?:\$|\[[a-z\d\s,;–-]{0,250})?$/i
/** The longest beginning of a mark, in characters. */
const LONGEST = 270
const LONGEST_RANGE = 20

export function createMarkReader({ keep, sources }: { keep: boolean; sources: number }) {
  const cited: number[] = []
  const words = { none: false, talk: false, person: false }
  let hasShown = false
  /** Text that is not shown yet: blanks, then perhaps the beginning of a mark. */
  let blanks = ''
  let held = ''
  /** The last character before `held`. */
  let before = ''

  /** Returns the text that is shown in place of a whole mark. */
  function read(mark: string): string {
    const name = /(?<![a-z])[a-z]+(?=\s{0,4}\])/i.exec(mark)?.[0].toLowerCase()
    if (name === 'none' || name === 'talk' || name === 'person') {
      words[name] = true
      return ''
    }
    // Only sources that were given can be cited.
    const given = numbersIn(mark).filter((number) => number >= 1 && number <= sources)
    if (given.length === 0 && !mark.endsWith('$')) return mark
    for (const number of given) if (!cited.includes(number)) cited.push(number)
    return keep ? given.map((number) => `$[${number}]$`).join('') : ''
  }

  function sift(text: string, isEnd: boolean): string {
    const all = held + text
    let shown = ''
    const show = (more: string) => {
      const end = more.trimEnd().length
      if (end > 0) {
        const visible =
          hasShown || shown !== '' ? blanks + more.slice(0, end) : more.slice(0, end).trimStart()
        shown += visible
        blanks = ''
      }
      blanks += more.slice(end)
    }
    let at = 0
    let heldFrom = -1
    for (const { 0: found, index } of all.matchAll(MARK)) {
      const end = index + found.length
      if (!isEnd && mayGoOn(all, end)) {
        // A dollar right before the mark may belong to it.
        heldFrom = index > at && all[index - 1] === '$' ? index - 1 : index
        break
      }
      show(all.slice(at, index))
      // Right behind a word and without a closing dollar it is code, such as `list$[1]`.
      const isCode = !found.endsWith('$') && /\w/.test(all[index - 1] ?? before)
      const mark = isCode ? found : read(found)
      if (mark === '') blanks = blanks.replace(/(?<![ \t])[ \t]+$/, '')
      else show(mark)
      at = end
    }
    if (heldFrom === -1 && !isEnd) {
      const near = Math.max(at, all.length - LONGEST)
      const found = all.slice(near).search(BEGINNING)
      heldFrom = found === -1 ? -1 : near + found
    }
    show(heldFrom === -1 ? all.slice(at) : all.slice(at, heldFrom))
    held = heldFrom === -1 ? '' : all.slice(heldFrom)
    before = all.slice(0, all.length - held.length).at(-1) ?? before
    hasShown ||= shown !== ''
    return shown
  }

  return {
    /** Returns all of the text that can be shown now. */
    push: (text: string) => sift(text, false),
    /** Returns the held text, which is no mark. */
    end: () => sift('', true),
    /** Sources cited so far, in the order of their first mark. */
    cited: cited as readonly number[],
    /** Marks other than those of sources. */
    words: words as Readonly<typeof words>,
  }
}

/** Whether later text may still change the mark that ends at `end`. */
function mayGoOn(text: string, end: number): boolean {
  if (text.length - end > LONGEST) return false
  return (text[end - 1] === '$' ? MORE_AFTER_END : MORE).test(text.slice(end))
}

function numbersIn(mark: string): number[] {
  return [...mark.matchAll(/(\d+)(?:\s*[–-]\s*(\d+))?/g)].flatMap(([, from, to]) => {
    const first = Number(from)
    const length = Math.min(LONGEST_RANGE, Number(to ?? from) - first + 1)
    return Array.from({ length: Math.max(1, length) }, (_, i) => first + i)
  })
}
