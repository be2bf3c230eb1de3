/** What a passage is called where a pair is called by its question: how it begins, and the document it stands in. */

const EXCERPT_CHARS = 160

function passageName(text: string, docName: string): string {
  const line = text
    .slice(0, EXCERPT_CHARS * 2)
    .replace(/\s+/gu, ' ')
    .trim()
  return `${excerptOf(line)} (${docName})`
}

/** Cut between words where there are any. */
function excerptOf(line: string): string {
  if (line.length <= EXCERPT_CHARS) return line
  const cut = line.slice(0, EXCERPT_CHARS)
  const blank = cut.lastIndexOf(' ')
  return `${(blank > EXCERPT_CHARS / 2 ? cut.slice(0, blank) : cut).toWellFormed()}…`
}

export function nameOf(hit: {
  readonly question: string
  readonly answer: string
  readonly docName: string
}): string {
  return hit.question === '' ? passageName(hit.answer, hit.docName) : hit.question
}
