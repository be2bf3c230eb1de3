/** What is drawn on a page beside its text: straight lines, which rule its tables, and how much of it pictures cover. */
import { type getDocumentProxy, getResolvedPDFJS } from 'unpdf'

import { isNoLetter } from './private-letters.ts'

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>
interface Glyph {
  readonly unicode?: string
  readonly width: number
}
type Matrix = readonly [number, number, number, number, number, number]

/** A line along the page (`at` is how high) or upright (`at` is how far to the right), in the coordinates of the text. */
export interface Ruling {
  readonly isLevel: boolean
  readonly at: number
  readonly from: number
  readonly to: number
}

export interface Drawing {
  readonly rulings: readonly Ruling[]
  /** Share of the page that its largest picture covers. */
  readonly pictureShare: number
  /** Whether anything is drawn at all. */
  readonly isBlank: boolean
  readonly glyphs: number
  /** Those of which the file does not say what character they are. */
  readonly unknownGlyphs: number
}

export const UNKNOWN_DRAWING: Drawing = {
  rulings: [],
  pictureShare: 0,
  isBlank: false,
  glyphs: 0,
  unknownGlyphs: 0,
}

/** A drawing of more lines is no table. */
const MOST_RULINGS = 6000
const SHORTEST = 5
const STRAIGHT = 0.5
/** Path data: a number for what is done, then its points. */
const POINTS = [1, 1, 3, 2, 0] as const
const CLOSE = 4

export async function readDrawing(page: Page): Promise<Drawing> {
  const { OPS } = await getResolvedPDFJS()
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: 0 })
  const view = page.getViewport({ scale: 1 })
  const { width, height } = view
  const toPage = view.transform as unknown as Matrix
  const unpainted = new Set([OPS.endPath, OPS.clip, OPS.eoClip])
  const rulings: Ruling[] = []
  const saved: { matrix: Matrix; isEmpty: boolean }[] = []
  let now: { matrix: Matrix; isEmpty: boolean } = { matrix: toPage, isEmpty: false }
  let pictureShare = 0
  let isBlank = true
  let glyphs = 0
  let unknownGlyphs = 0

  for (const [i, what] of fnArray.entries()) {
    const args = argsArray[i]
    if (what === OPS.save) saved.push({ ...now })
    else if (what === OPS.transform) {
      now = { matrix: times(now.matrix, args), isEmpty: true }
      isBlank = false
    } else if (what === OPS.paintFormXObjectBegin) {
      saved.push({ ...now })
      if (args[0]) now = { matrix: times(now.matrix, args[0]), isEmpty: false }
    } else if (what === OPS.restore || what === OPS.paintFormXObjectEnd) {
      // Pictures are not unpacked, so that nothing is left of one but the place that was made for it.
      if (what === OPS.restore && now.isEmpty)
        pictureShare = Math.max(pictureShare, shareOf(now.matrix, width, height))
      now = saved.pop() ?? now
    } else if (what === OPS.constructPath && !unpainted.has(args[0])) {
      now.isEmpty = false
      isBlank = false
      if (rulings.length <= MOST_RULINGS)
        for (const path of args[1]) if (path) addRulings(rulings, path, now.matrix, height)
    } else if (what === OPS.showText || what === OPS.shadingFill) {
      now.isEmpty = false
      isBlank = false
      for (const glyph of what === OPS.showText ? (args[0] as readonly (Glyph | number)[]) : []) {
        if (typeof glyph === 'number' || glyph.unicode === ' ' || glyph.width === 0) continue
        glyphs++
        if (isNoLetter(glyph.unicode ?? '')) unknownGlyphs++
      }
    }
  }
  const found = rulings.length > MOST_RULINGS ? [] : rulings
  return { rulings: found, pictureShare, isBlank, glyphs, unknownGlyphs }
}

function addRulings(rulings: Ruling[], path: ArrayLike<number>, matrix: Matrix, height: number): void {
  let start: readonly [number, number] | undefined
  let last: readonly [number, number] | undefined
  for (let i = 0; i < path.length; ) {
    const what = path[i]!
    const points = POINTS[what as 0]
    if (points === undefined) return
    const end = i + 1 + points * 2
    const place = what === CLOSE ? start : placed(matrix, path[end - 2] ?? 0, path[end - 1] ?? 0, height)
    if (what === 0) start = place
    else if (last && place && (what === 1 || what === CLOSE)) addRuling(rulings, last, place)
    last = place
    i = end
  }
}

function addRuling(
  rulings: Ruling[],
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
): void {
  const isLevel = Math.abs(y1 - y2) < STRAIGHT
  if (!isLevel && Math.abs(x1 - x2) >= STRAIGHT) return
  const [from, to] = isLevel ? [Math.min(x1, x2), Math.max(x1, x2)] : [Math.min(y1, y2), Math.max(y1, y2)]
  if (to - from >= SHORTEST) rulings.push({ isLevel, at: isLevel ? (y1 + y2) / 2 : (x1 + x2) / 2, from, to })
}

function placed([a, b, c, d, e, f]: Matrix, x: number, y: number, height: number): readonly [number, number] {
  return [a * x + c * y + e, height - (b * x + d * y + f)]
}

/** How much of a page the square of one by one covers, as which a picture is placed. */
function shareOf([a, b, c, d]: Matrix, width: number, height: number): number {
  return Math.min(1, Math.abs(a * d - b * c) / (width * height))
}

function times([a, b, c, d, e, f]: Matrix, by: ArrayLike<number>): Matrix {
  const [ba = 1, bb = 0, bc = 0, bd = 1, be = 0, bf = 0] = Array.from(by)
  return [
    a * ba + c * bb,
    b * ba + d * bb,
    a * bc + c * bd,
    b * bc + d * bd,
    a * be + c * bf + e,
    b * be + d * bf + f,
  ]
}
