/** Removes quotes from a text: words of somebody else, names of buttons, lines of an earlier mail. */
const QUOTED =
  /["“”„]([^"“”„]+)["“”„]|«([^«»]+)»|»([^«»]+)«|「([^「」]+)」|『([^『』]+)』|(?<![a-z0-9\u00df-\u06ff])'([^']+)'(?![a-z0-9\u00df-\u06ff])/g
const AROUND = /^[\s.!?…¡¿。！？]+|(?<![\s.!?…。！？])[\s.!?…。！？]+$/g

/**
 * Removes text in quotation marks if `speaks` says that it means something by itself; any other quoted "word" stays. A text that
 * stands in quotation marks as a whole stays too, because the user means it.
 */
export function withoutQuotes(text: string, speaks: (quoted: string) => boolean): string {
  const all = text.replace(AROUND, '')
  return text.replace(QUOTED, (marked, ...groups: unknown[]) => {
    const words = groups.slice(0, 6).find((group) => typeof group === 'string') as string
    return marked !== all && speaks(words) ? ' … ' : words
  })
}

/** Removes lines that begin with ">", unless there are no others. */
export function withoutQuotedLines(text: string): string {
  const lines = text.split('\n')
  const own = lines.filter((line) => !/^\s*[>＞]/.test(line))
  return own.some((line) => line.trim() !== '') ? own.join('\n') : text
}
