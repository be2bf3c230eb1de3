/** A table of contents in lines: "2.1 Phones ........ 3". What it names stands below, so that it is no part of the text itself. */

const ENTRY = /^(.*?\S)\s*(?:\.{4,}|(?:\s\.){3,}|…{2,}|·{4,}|_{4,}|-{6,})[\s.|]*(\d{1,4})$/u
const ENTRY_CHARS = 200
const FEWEST = 2

interface Entry {
  readonly title: string
  readonly page: number
}

/** The lines that make up such a table: entries whose pages go up and most of whose titles come again below. */
export function contentsLines(lines: readonly string[]): Set<number> {
  const found = new Set<number>()
  const entries = lines.map(entryOf)
  if (entries.filter(Boolean).length < FEWEST) return found
  const lastPlace = new Map<string, number>()
  for (const [i, line] of lines.entries()) lastPlace.set(plain(line), i)
  for (let i = 0; i < lines.length; i++) {
    const last = entries[i] ? lastEntry(lines, entries, i) : i
    const own = entries.slice(i, last + 1).flatMap((entry) => entry ?? [])
    const named = own.filter(({ title }) => (lastPlace.get(title) ?? -1) > last)
    if (own.length >= FEWEST && named.length * 2 >= own.length)
      for (let at = i; at <= last; at++) found.add(at)
    i = last
  }
  return found
}

/** Where the entries that begin here end; a blank line may stand between them. */
function lastEntry(lines: readonly string[], entries: readonly (Entry | undefined)[], at: number): number {
  let last = at
  for (let i = at + 1; i < lines.length; i++) {
    const entry = entries[i]
    if (entry && entry.page >= entries[last]!.page) last = i
    else if (lines[i]!.trim() !== '' || last < i - 1) break
  }
  return last
}

function entryOf(line: string): Entry | undefined {
  const found = line.length <= ENTRY_CHARS ? ENTRY.exec(line.trim()) : undefined
  return found ? { title: plain(found[1]!), page: Number(found[2]) } : undefined
}

/** Without the number, which the table may leave out. */
function plain(text: string): string {
  return text
    .slice(0, ENTRY_CHARS)
    .replace(/[\s|]+/g, ' ')
    .trim()
    .replace(/^[#\s]*(?:\d{1,2}\.?)*\s*/, '')
    .toLowerCase()
}
