/** Writes a table row so that it can be read without its table: "Plan: Basic; Price: 5 €". */
export function rowText(columns: readonly string[], cells: readonly string[]): string {
  const written = cells.map((cell, i) => {
    const value = cell.trim()
    const column = columns[i]?.trim()
    if (!value) return ''
    return column && column !== value ? `${column.replace(/[:：]$/u, '')}: ${value}` : value
  })
  return written.filter(Boolean).join(columns.length > 0 ? '; ' : ' | ')
}
