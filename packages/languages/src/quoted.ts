/** Takes out of a text what it only quotes: words of somebody else, the name of a button, lines of an earlier mail. */

const QUOTED =
  /["“”„]([^"“”„]+)["“”„]|«([^«»]+)»|»([^«»]+)«|「([^「」]+)」|『([^『』]+)』|(?<![a-z0-9\u00df-\u06ff])'([^']+)'(?![a-z0-9\u00df-\u06ff])/g
const AROUND = /^[\s.!?…¡¿。！？]+|(?<![\s.!?…。！？])[\s.!?…。！？]+$/g

/**
 * Text in quotation marks is taken out when `speaks` says that it means something by itself; a mere "word" that is marked
 * counts as any other. Who puts all of it in quotation marks means it.
 */
export function withoutQuotes(text: string, speaks: (quoted: string) => boolean): string {
  const all = text.replace(AROUND, '')
  return text.replace(QUOTED, (marked, ...groups: unknown[]) => {
    const words = groups.slice(0, 6).find((group) => typeof group === 'string') as string
    return marked !== all && speaks(words) ? ' … ' : words
  })
}

/** Without the lines that begin with ">", unless there are no others. */
export function withoutQuotedLines(text: string): string {
  const lines = text.split('\n')
  const own = lines.filter((line) => !/^\s*[>＞]/.test(line))
  return own.some((line) => line.trim() !== '') ? own.join('\n') : text
}
