/** The text runs of one page the way it is held for reading: turned pages are turned back, whichever way that was said. */
import type { getDocumentProxy } from 'unpdf'
import { plainLetters } from './pdf-direction.ts'
import { type Drawing, readDrawing, UNKNOWN_DRAWING } from './pdf-drawing.ts'
import type { Run } from './pdf-rows.ts'
import { publicLetters } from './private-letters.ts'

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

/** Text that runs in one direction, in the coordinates in which it runs from left to right. */
export interface Sheet {
  readonly runs: readonly Run[]
  readonly width: number
}

export interface PageText {
  /** The text of the page, and beside it what runs another way and is long enough to be text; the page first. */
  readonly sheets: readonly Sheet[]
  /** Text left out: aslant, or a few words along an edge. */
  readonly leftOut: readonly string[]
  /** What is drawn on it; its lines are of use where the text runs as the page does. */
  readonly drawing: Drawing
  readonly isUpright: boolean
}

/** Text beside the page's own direction is kept from so many characters on. */
const SHORTEST_TURNED_CHARS = 40

export async function readPage(pdf: Pdf, number: number, isDrawn: boolean): Promise<PageText> {
  const page = await pdf.getPage(number)
  const content = await page.getTextContent({ includeMarkedContent: false })
  // A page may be marked as turned: what counts is how it is shown.
  const { transform, width, height } = page.getViewport({ scale: 1 })
  const byQuarter: Run[][] = [[], [], [], []]
  const aslant: Run[] = []
  for (const item of content.items) {
    if (!('str' in item) || !/[^\s\p{Cc}]/u.test(item.str)) continue
    const [a = 1, b = 0, , , e = 0, f = 0] = item.transform as number[]
    const [va = 1, vb = 0, vc = 0, vd = -1, ve = 0, vf = 0] = transform as number[]
    const along = { x: a * va + b * vc, y: -(a * vb + b * vd) }
    const angle = Math.atan2(along.y, along.x) / (Math.PI / 2)
    const quarter = ((Math.round(angle) % 4) + 4) % 4
    const place = { x: e * va + f * vc + ve, y: height - (e * vb + f * vd + vf) }
    const run = {
      text: publicLetters(plainLetters(item.str)),
      ...turned(place, quarter, width, height),
      width: item.width,
      size: item.height || Math.hypot(a, b) || 10,
      font: item.fontName,
    }
    if (Math.abs(angle - Math.round(angle)) > 0.13) aslant.push(run)
    else byQuarter[quarter]!.push(run)
  }
  const drawing = isDrawn ? await readDrawing(page) : UNKNOWN_DRAWING
  page.cleanup()
  const chars = (runs: readonly Run[]) => runs.reduce((sum, { text }) => sum + text.length, 0)
  const quarters = [0, 1, 2, 3].sort((p, q) => chars(byQuarter[q]!) - chars(byQuarter[p]!) || p - q)
  const kept = quarters.filter((q, i) => i === 0 || chars(byQuarter[q]!) >= SHORTEST_TURNED_CHARS)
  const others = quarters.filter((q) => !kept.includes(q)).flatMap((q) => byQuarter[q]!)
  return {
    sheets: kept.map((q) => ({ runs: byQuarter[q]!, width: q % 2 === 0 ? width : height })),
    leftOut: [...others, ...aslant].map(({ text }) => text.trim()),
    drawing,
    isUpright: kept[0] === 0,
  }
}

/** A place on the page when it is turned by so many quarters, so that text running that way runs from left to right. */
function turned({ x, y }: { x: number; y: number }, quarter: number, width: number, height: number) {
  if (quarter === 1) return { x: y, y: width - x }
  if (quarter === 2) return { x: width - x, y: height - y }
  return quarter === 3 ? { x: height - y, y: x } : { x, y }
}
