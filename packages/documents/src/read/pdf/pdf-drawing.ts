/** The lines and pictures that are drawn on a page: lines make tables, and a page that is all picture is a scan. */
import type { Box, Pdfium } from './pdfium.ts'

/** A straight line across or up the page; thin boxes are drawn for lines as often. */
export interface Ruling {
  readonly isLevel: boolean
  /** Height of a level one, distance from the left of an upright one. */
  readonly at: number
  readonly from: number
  readonly to: number
}

export interface PageSize {
  readonly width: number
  readonly height: number
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

/** The boxes around each line and each box that is drawn, and the share of the page that pictures cover: more than all where they overlap. */
export function readDrawing(pdf: Pdfium, page: number, { width, height }: PageSize) {
  const boxes: Box[] = []
  let pictureArea = 0
  const count = pdf.FPDFPage_CountObjects(page)
  for (let i = 0; i < count && i < MOST_OBJECTS; i++) {
    const object = pdf.FPDFPage_GetObject(page, i)
    const box = boundsOf(pdf, object)
    if (pdf.FPDFPageObj_GetType(object) === PATH) {
      if (pdf.FPDFPath_CountSegments(object) <= MOST_SEGMENTS) boxes.push(box)
    } else if (isPicture(pdf, object, 0)) pictureArea += (box.right - box.left) * (box.top - box.bottom)
  }
  return {
    boxes: count > MOST_OBJECTS ? [] : boxes,
    pictureShare: pictureArea / Math.max(1, width * height),
  }
}

function boundsOf(pdf: Pdfium, object: number): Box {
  const at = pdf.scratch
  const isKnown = pdf.FPDFPageObj_GetBounds(object, at, at + 12, at + 8, at + 4)
  return isKnown ? pdf.boxAtScratch() : { left: 0, bottom: 0, right: 0, top: 0 }
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

/** A box as it stands on a page that is turned by quarters for reading. */
export function turnedBox(box: Box, quarters: number, { width, height }: PageSize): Box {
  const { left, bottom, right, top } = box
  if (quarters === 1) return { left: bottom, bottom: width - right, right: top, top: width - left }
  if (quarters === 2)
    return { left: width - right, bottom: height - top, right: width - left, top: height - bottom }
  if (quarters === 3) return { left: height - top, bottom: left, right: height - bottom, top: right }
  return box
}

/** Each a line, or the four sides of a box. */
export function rulingsOf(boxes: readonly Box[]): Ruling[] {
  return boxes.flatMap(({ left, bottom, right, top }) => {
    const level = (at: number) => ({ isLevel: true, at, from: left, to: right })
    const upright = (at: number) => ({ isLevel: false, at, from: bottom, to: top })
    const edges = [
      ...(top - bottom <= THIN ? [level((top + bottom) / 2)] : [upright(left), upright(right)]),
      ...(right - left <= THIN ? [upright((left + right) / 2)] : [level(bottom), level(top)]),
    ]
    return edges.filter(({ from, to }) => to - from >= SHORTEST)
  })
}
