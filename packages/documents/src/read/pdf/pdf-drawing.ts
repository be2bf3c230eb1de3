/** The lines and pictures that are drawn on a page: lines make tables, and a page that is all picture is a scan. */
import type { Pdfium } from './pdfium.ts'

/** A straight line across or up the page; thin boxes are drawn for lines as often. */
export interface Ruling {
  readonly isLevel: boolean
  /** Height of a level one, distance from the left of an upright one. */
  readonly at: number
  readonly from: number
  readonly to: number
}

export interface Drawing {
  readonly rulings: readonly Ruling[]
  /** Share of the page that pictures cover; more than all of it where they overlap. */
  readonly pictureShare: number
}

const PATH = 2
const IMAGE = 3
const FORM = 5
const THIN = 2.5
const SHORTEST = 8
/** A line has two, a box five; what has more is a shape. */
const MOST_SEGMENTS = 6
/** A page with more of them is a drawing, and no table is looked for in it. */
const MOST_OBJECTS = 5000
const DEEPEST = 5

export function readDrawing(pdf: Pdfium, page: number, pageArea: number): Drawing {
  const rulings: Ruling[] = []
  let pictureArea = 0
  const count = pdf.FPDFPage_CountObjects(page)
  for (let i = 0; i < count && i < MOST_OBJECTS; i++) {
    const object = pdf.FPDFPage_GetObject(page, i)
    const [left, bottom, right, top] = boundsOf(pdf, object)
    if (pdf.FPDFPageObj_GetType(object) === PATH) {
      if (pdf.FPDFPath_CountSegments(object) <= MOST_SEGMENTS)
        rulings.push(...edgesOf(left, bottom, right, top))
    } else if (isPicture(pdf, object, 0)) pictureArea += (right - left) * (top - bottom)
  }
  return {
    rulings: count > MOST_OBJECTS ? [] : rulings,
    pictureShare: pictureArea / Math.max(1, pageArea),
  }
}

type Bounds = [left: number, bottom: number, right: number, top: number]

function boundsOf(pdf: Pdfium, object: number): Bounds {
  const at = pdf.scratch
  if (!pdf.FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12)) return [0, 0, 0, 0]
  return [0, 1, 2, 3].map((index) => pdf.floatAt(index)) as Bounds
}

/** A picture, or a form with one in it, as scanners write them. */
function isPicture(pdf: Pdfium, object: number, depth: number): boolean {
  const type = pdf.FPDFPageObj_GetType(object)
  if (type !== FORM || depth > DEEPEST) return type === IMAGE
  const count = Math.min(MOST_OBJECTS, pdf.FPDFFormObj_CountObjects(object))
  for (let i = 0; i < count; i++)
    if (isPicture(pdf, pdf.FPDFFormObj_GetObject(object, i), depth + 1)) return true
  return false
}

/** Lines as they stand on a page that is turned by quarters for reading. */
export function turned(
  rulings: readonly Ruling[],
  quarters: number,
  width: number,
  height: number,
): Ruling[] {
  return rulings.map(({ isLevel, at, from, to }) => {
    const across = (place: number) => (quarters === 1 || quarters === 2 ? width - place : place)
    const up = (place: number) => (quarters > 1 ? height - place : place)
    const [atSide, along] = isLevel ? [up, across] : [across, up]
    const ends = [along(from), along(to)].sort((a, b) => a - b)
    return { isLevel: isLevel === (quarters % 2 === 0), at: atSide(at), from: ends[0]!, to: ends[1]! }
  })
}

/** A line, or the four sides of a box. */
function edgesOf(left: number, bottom: number, right: number, top: number): Ruling[] {
  const level = (at: number) => ({ isLevel: true, at, from: left, to: right })
  const upright = (at: number) => ({ isLevel: false, at, from: bottom, to: top })
  const edges = [
    ...(top - bottom <= THIN ? [level((top + bottom) / 2)] : [upright(left), upright(right)]),
    ...(right - left <= THIN ? [upright((left + right) / 2)] : [level(bottom), level(top)]),
  ]
  return edges.filter(({ from, to }) => to - from >= SHORTEST)
}
