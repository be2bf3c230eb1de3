/** Puts the text runs of a page into lines in reading order, column by column. */

export interface Run {
  readonly text: string
  readonly x: number
  /** From the bottom of the page upwards. */
  readonly y: number
  readonly width: number
  readonly size: number
  readonly font: string
}

export interface PdfLine {
  readonly text: string
  readonly x: number
  readonly right: number
  readonly y: number
  readonly size: number
  readonly font: string
  /** Which column, and which stretch of columns between lines that go across; lines of one column follow each other. */
  readonly column: string
}

export interface PdfPage {
  readonly number: number
  readonly lines: readonly PdfLine[]
}

interface Segment {
  runs: Run[]
  x: number
  right: number
  y: number
  size: number
}

/** Blank between runs, in sizes of the type: a word apart, further than words are apart, a cell apart. */
const WORD_GAP = 0.15
const WIDE_GAP = 0.65
const CELL_GAP = 1.4

export function runsToLines(runs: readonly Run[], pageWidth: number): PdfLine[] {
  // The blank between two columns may be hardly wider than one between words, so that it is looked for first.
  const gutters = findGutters(toSegments(runs, WIDE_GAP, []), pageWidth)
  const segments = toSegments(runs, CELL_GAP, gutters)
  if (gutters.length === 0) return byRow(segments, '0')
  const lines: PdfLine[] = []
  let stretch = 0
  let inColumns: Segment[] = []
  const closeStretch = () => {
    const edges = [...gutters, Number.POSITIVE_INFINITY]
    for (const [column, edge] of edges.entries()) {
      const from = column === 0 ? Number.NEGATIVE_INFINITY : edges[column - 1]!
      const own = inColumns.filter(({ x, right }) => (x + right) / 2 > from && (x + right) / 2 <= edge)
      lines.push(...byRow(own, `${stretch}.${column}`))
    }
    inColumns = []
    stretch++
  }
  for (const segment of segments) {
    if (!gutters.some((gutter) => segment.x < gutter - 2 && segment.right > gutter + 2))
      inColumns.push(segment)
    else {
      closeStretch()
      lines.push(toLine([segment], `${stretch}.across`))
    }
  }
  closeStretch()
  return lines
}

/** Runs on one baseline without such a blank or a gutter between them, from the top of the page down. */
function toSegments(runs: readonly Run[], gap: number, gutters: readonly number[]): Segment[] {
  const sorted = [...runs].sort((a, b) => b.y - a.y || a.x - b.x)
  const rows: Run[][] = []
  for (const run of sorted) {
    const row = rows.at(-1)
    if (row && Math.abs(row[0]!.y - run.y) <= Math.max(row[0]!.size, run.size) * 0.35) row.push(run)
    else rows.push([run])
  }
  return rows.flatMap((row) => {
    const segments: Segment[] = []
    for (const run of row.sort((a, b) => a.x - b.x)) {
      const last = segments.at(-1)
      const isNear = last && run.x - last.right < gap * Math.max(last.size, run.size)
      if (isNear && !gutters.some((gutter) => last.right <= gutter + 1 && run.x >= gutter - 1)) {
        // The same text drawn twice a hair apart is how some programs make bold.
        const isShadow = last.runs.some(
          (each) => each.text === run.text && Math.abs(each.x - run.x) < run.size * 0.2,
        )
        if (!isShadow) last.runs.push(run)
        last.right = Math.max(last.right, run.x + run.width)
        last.size = Math.max(last.size, run.size)
      } else segments.push({ runs: [run], x: run.x, right: run.x + run.width, y: run.y, size: run.size })
    }
    return segments
  })
}

/**
 * Where columns of writing part: a vertical strip that few segments cross, with enough long lines on both sides. The cells of a
 * table are short and do not fill their side; those are read by row.
 */
function findGutters(segments: readonly Segment[], pageWidth: number): number[] {
  if (segments.length < 8) return []
  // On a page with much else on it a strip inside a column may look free as well, hence first one that is all but empty.
  for (const crossedShare of [0.04, 0.2]) {
    const gutters = freeStrips(segments, pageWidth, Math.max(1, segments.length * crossedShare))
    if (gutters.length > 0) return gutters
  }
  return []
}

function freeStrips(segments: readonly Segment[], pageWidth: number, mostCrossing: number): number[] {
  const left = Math.min(...segments.map(({ x }) => x))
  const right = Math.max(...segments.map((each) => each.right))
  const step = Math.max(1, pageWidth / 300)
  const found: number[] = []
  let strip: { from: number; to: number } | undefined
  for (let x = left + (right - left) * 0.2; x <= left + (right - left) * 0.8 + step; x += step) {
    const crossing = segments.filter((each) => each.x < x && each.right > x).length
    const isFree = crossing <= mostCrossing && x <= left + (right - left) * 0.8
    if (isFree) strip = { from: strip?.from ?? x, to: x }
    else if (strip) {
      found.push((strip.from + strip.to) / 2)
      strip = undefined
    }
  }
  const gutters = found.slice(0, 3)
  const edges = [left, ...gutters, right]
  const isFilled = edges.slice(1).every((edge, i) => isWriting(segments, edges[i]!, edge))
  return isFilled ? gutters : []
}

function isWriting(segments: readonly Segment[], from: number, to: number): boolean {
  const own = segments.filter(({ x, right }) => x >= from - 3 && right <= to + 3)
  const widths = own.map(({ x, right }) => right - x)
  const long = widths.filter((width) => width > (to - from) * 0.5)
  const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0)
  return long.length >= 3 && own.length >= 4 && sum(long) > sum(widths) * 0.6
}

/** Segments of one baseline make one line; a bar stands where a table has its columns. */
function byRow(segments: readonly Segment[], column: string): PdfLine[] {
  const rows: Segment[][] = []
  for (const segment of segments) {
    const row = rows.at(-1)
    if (row && Math.abs(row[0]!.y - segment.y) <= Math.max(row[0]!.size, segment.size) * 0.35)
      row.push(segment)
    else rows.push([segment])
  }
  return rows.map((row) => toLine(row, column))
}

function toLine(row: readonly Segment[], column: string): PdfLine {
  const segments = [...row].sort((a, b) => a.x - b.x)
  const runs = segments.flatMap((segment) => segment.runs)
  const mark = /^(?:[-•·▪◦‣–○●■*]|\(?\d{1,3}[.)]|[a-z][.)])$/i
  const text = segments.reduce((line, segment) => {
    const own = segmentText(segment)
    return line === '' ? own : line + (mark.test(line) ? ' ' : ' | ') + own
  }, '')
  return {
    text,
    x: segments[0]!.x,
    right: Math.max(...segments.map(({ right }) => right)),
    y: segments[0]!.y,
    size: mostUsed(runs, ({ size }) => Math.round(size * 2) / 2),
    font: mostUsed(runs, ({ font }) => font),
    column,
  }
}

function segmentText({ runs }: Segment): string {
  let text = ''
  let right = Number.NEGATIVE_INFINITY
  for (const run of runs) {
    const isApart = text !== '' && run.x - right > WORD_GAP * run.size
    if (isApart && !/\s$/.test(text) && !/^\s/.test(run.text)) text += ' '
    text += run.text
    right = run.x + run.width
  }
  return text.replace(/\s+/g, ' ').trim()
}

/** The value that most characters have. */
export function mostUsed<T, V>(items: readonly (T & { text: string })[], value: (item: T) => V): V {
  const counts = new Map<V, number>()
  for (const item of items) counts.set(value(item), (counts.get(value(item)) ?? 0) + item.text.length)
  return [...counts].sort((a, b) => b[1] - a[1])[0]![0]
}
