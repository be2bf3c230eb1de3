/**
 * Reads the marks a model writes into its answer while the answer streams: `$[2]$` for source 2, `$[none]$` when the sources hold
 * no answer, `$[talk]$` when none is needed, `$[person]$` for a person to take over. Marks of sources stay where the reader wants
 * them, the others are cut out. Models are careless with them: `$[1][2]$`, `$[1]$[2]$`, `$[1-3]$`, `$$[1]$$` and `$[1]` without its end are
 * taken as what they are meant to be. A mark may come in pieces, so what might be the beginning of one is held back; so are
 * blanks, which go with a mark or with the end.
 */
const NUMBERS = String.raw`\[\s{0,4}(?:sources?\s)?\d[\d\s,;–-]{0,200}\]`
const WORD = String.raw`\[\s{0,4}(?:none|talk|person)\s{0,4}\]`
const INSIDE = `(?:${WORD}|${NUMBERS}(?:(?:\\$|[,;\\s]{0,3})${NUMBERS}){0,9})`
const MARK = new RegExp(String.raw`\$\$${INSIDE}\$\$(?!\[)|\$${INSIDE}(?:\$(?!${WORD}))?`, 'gi')
const BEGINNING = /\${1,2}(?:\[\s{0,4}[a-z]{0,8}[\d\s,;–-]{0,250})?$/i
/** Behind a mark that ends the text so far: more of it may come, also where its end is there. */
const MORE = /^[,;\s]{0,3}(?:\[[a-z\d\s,;–-]{0,250})?$/i
const MORE_AFTER_END = /^(?:\$|\[[a-z\d\s,;–-]{0,250})?$/i
/** So far ahead of the end a beginning may stand. */
const LONGEST = 270
const LONGEST_RANGE = 20

export function createMarkReader({ keep, sources }: { keep: boolean; sources: number }) {
  const cited: number[] = []
  const words = { none: false, talk: false, person: false }
  let hasShown = false
  /** Not shown yet: blanks, and then perhaps the beginning of a mark. */
  let blanks = ''
  let held = ''
  /** The last character in front of what is held. */
  let before = ''

  /** Returns the text that is shown in place of a whole mark. */
  function read(mark: string): string {
    const name = /(?<![a-z])[a-z]+(?=\s{0,4}\])/i.exec(mark)?.[0].toLowerCase()
    if (name === 'none' || name === 'talk' || name === 'person') {
      words[name] = true
      return ''
    }
    // A source that was never given cannot be cited.
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
        // The first of two dollars may belong to it.
        heldFrom = index > at && all[index - 1] === '$' ? index - 1 : index
        break
      }
      show(all.slice(at, index))
      // Behind a name it is code.
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
    /** Returns the held text that is no mark after all. */
    end: () => sift('', true),
    /** Sources marked so far, in the order of their first mark. */
    cited: cited as readonly number[],
    /** Marks other than those of sources. */
    words: words as Readonly<typeof words>,
  }
}

/** Whether what comes next may change what the mark is. */
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
