/** What most of a PDF is set in: the size and font of its text, and how far its lines are apart. */
import { mostUsed, type PdfLine } from './pdf-lines.ts'

export interface Body {
  readonly size: number
  readonly font: string
  readonly leading: number
}

/** Type larger than this against the text stands out. */
export const LARGER = 1.12

export function bodyOf(lines: readonly PdfLine[]): Body {
  return {
    size: mostUsed(lines, ({ size }) => size),
    font: mostUsed(lines, ({ font }) => font),
    leading: usualLeading(lines),
  }
}

/** The usual distance between two lines of one paragraph. */
function usualLeading(lines: readonly PdfLine[]): number {
  const gaps: number[] = []
  for (const [i, line] of lines.entries()) {
    const before = lines[i - 1]
    const gap = before && before.column === line.column && before.size === line.size ? before.y - line.y : 0
    if (gap > 0 && gap < line.size * 3) gaps.push(gap)
  }
  gaps.sort((a, b) => a - b)
  // The lower third: paragraphs of one line must not make the gaps between them the usual.
  return gaps[Math.floor(gaps.length / 3)] ?? (lines[0]?.size ?? 10) * 1.4
}
