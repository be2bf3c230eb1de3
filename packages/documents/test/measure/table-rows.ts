// Rows of the tables that a PDF is known to hold, and how many of them stand in one line of what was read.
import { lettersOf, type Pair } from './compare.ts'

export interface Rows {
  readonly rows: number
  readonly broken: readonly string[]
}

const REGION = /<region\b[^>]*>([\s\S]*?)<\/region>/g
const CELL = /<cell\b([^>]*)>[\s\S]*?<content>([\s\S]*?)<\/content>/g
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** A row is whole when its cells follow each other in one line of an answer. Rows of one cell prove nothing and are not counted. */
export function rowsKept(tablesXml: string, pairs: readonly Pair[]): Rows {
  const lines = pairs.flatMap(({ question, answer }) => [question, ...answer.split('\n')]).map(rowLetters)
  const rows = rowsOf(tablesXml)
  const broken = rows.filter((cells) => !lines.some((line) => follow(cells.map(rowLetters), line)))
  return { rows: rows.length, broken: broken.map((cells) => cells.join(' | ')) }
}

/** The tables were taken down from the text of the files, which has some ligatures as their last letter only. */
const rowLetters = (text: string) => lettersOf(text).replace(/f+(?=[fil])|t(?=h)/g, '')

function rowsOf(xml: string): string[][] {
  return [...xml.matchAll(REGION)].flatMap(([, region = '']) => {
    const rows = new Map<number, { column: number; text: string }[]>()
    for (const [, cell = '', content = ''] of region.matchAll(CELL)) {
      const [row, column] = [numberOf(cell, 'start-row'), numberOf(cell, 'start-col')]
      const text = content.replace(/&(\w+);/g, (entity, name) => ENTITIES[name] ?? entity)
      const own = rows.get(row) ?? []
      if (lettersOf(text)) rows.set(row, [...own, { column, text }])
    }
    return [...rows.values()]
      .filter((cells) => cells.length > 1)
      .map((cells) => cells.sort((a, b) => a.column - b.column).map(({ text }) => text.trim()))
  })
}

const numberOf = (cell: string, name: string) => Number(new RegExp(`\\b${name}=['"](\\d+)`).exec(cell)?.[1])

function follow(cells: readonly string[], line: string): boolean {
  let from = 0
  return cells.every((cell) => {
    const at = line.indexOf(cell, from)
    from = at + cell.length
    return at >= 0
  })
}
