/** Footnotes of Markdown: "[^1]: Only small dogs." is read behind the paragraph that says [^1]. */
export interface MarkdownNotes {
  /** The text without the notes. */
  readonly body: string
  /** A paragraph with its marks as they are shown, and the notes it is the first to refer to. */
  placed(text: string): { text: string; notes: string[] }
  /** Notes that nothing refers to. */
  rest(): string[]
}

const NOTE = /^\[\^([^\]\s]{1,40})\]:[ \t]+(.+(?:\n(?:[ \t]+\S.*|(?!\[\^)\S.*))*)\n?/gm

export function takeNotes(source: string): MarkdownNotes {
  const notes = new Map<string, string>()
  // What looks like a note in code is code.
  const body =
    /^\[\^/m.test(source) && !/^ {0,3}(?:```|~~~)/m.test(source)
      ? source.replace(NOTE, (_, name: string, text: string) => {
          notes.set(name, text.replace(/\s+/g, ' ').trim())
          return '\n'
        })
      : source
  const given = new Set<string>()
  return {
    body,
    placed(text) {
      if (notes.size === 0) return { text, notes: [] }
      const found: string[] = []
      const shown = text.replace(/\[\^([^\]\s]{1,40})\]/g, (mark, name: string) => {
        const note = notes.get(name)
        if (note === undefined) return mark
        if (!given.has(name)) found.push(`[${name}] ${note}`)
        given.add(name)
        return `[${name}]`
      })
      return { text: shown, notes: found }
    },
    rest: () => [...notes].flatMap(([name, note]) => (given.has(name) ? [] : [`[${name}] ${note}`])),
  }
}
