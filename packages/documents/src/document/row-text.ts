/** Writes a table row so that it can be read without its table: "Plan: Basic; Price: 5 €". */
export function rowText(columns: readonly string[], cells: readonly string[]): string {
  const written = cells.map((cell, i) => {
    const value = cell.trim()
    const column = columns[i]?.trim()
    if (!value) return ''
    return column && column !== value ? `${withoutColon(column)}: ${value}` : value
  })
  return written.filter(Boolean).join(columns.length > 0 ? '; ' : ' | ')
}

const LONGEST_NAME_CHARS = 80

/** A row of a table without column names: the first cell names the others where there are two, or where it is marked as a name. */
export function namedRowText(cells: readonly string[], isNamed = false): string {
  const [name = '', ...values] = cells.map((cell) => cell.trim())
  const isName = name !== '' && name.length <= LONGEST_NAME_CHARS && !/[.!?。！？;；]$|\n/u.test(name)
  const value = values.filter(Boolean).join(' | ')
  return isName && value && (isNamed || cells.length === 2)
    ? `${withoutColon(name)}: ${value}`
    : rowText([], cells)
}

const withoutColon = (name: string) => name.replace(/\s*[:：]$/u, '')
