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

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

const PATH = 2
const IMAGE = 3
const FORM = 5
const LINE_TO = 0
const THIN = 2.5
const SHORTEST = 8
/** A page with more of them is a drawing, and no table is looked for in it. */
const MOST_OBJECTS = 5000
const MOST_SEGMENTS = 20_000
const DEEPEST = 5
const AS_IT_IS: Matrix = [1, 0, 0, 1, 0, 0]

export function readDrawing(pdf: Pdfium, page: number, pageArea: number): Drawing {
  const rulings: Ruling[] = []
  let [pictureArea, objects, segments] = [0, 0, 0]
  const visit = (object: number, outer: Matrix, depth: number): void => {
    if (++objects > MOST_OBJECTS || segments > MOST_SEGMENTS) return
    const type = pdf.FPDFPageObj_GetType(object)
    if (type === FORM && depth < DEEPEST) {
      const inner = combined(matrixOf(pdf, object), outer)
      const count = Math.min(MOST_OBJECTS, pdf.FPDFFormObj_CountObjects(object))
      for (let i = 0; i < count; i++) visit(pdf.FPDFFormObj_GetObject(object, i), inner, depth + 1)
    } else if (type === IMAGE) {
      const [a, b, c, d] = combined(matrixOf(pdf, object), outer)
      pictureArea += Math.abs(a * d - b * c)
    } else if (type === PATH) {
      const points = pointsOf(pdf, object, combined(matrixOf(pdf, object), outer))
      segments += points.length
      rulings.push(...rulingsOf(points))
    }
  }
  const count = pdf.FPDFPage_CountObjects(page)
  for (let i = 0; i < count && i < MOST_OBJECTS; i++) visit(pdf.FPDFPage_GetObject(page, i), AS_IT_IS, 0)
  const isDrawing = objects > MOST_OBJECTS || segments > MOST_SEGMENTS
  return {
    rulings: isDrawing ? [] : rulings,
    pictureShare: pictureArea / Math.max(1, pageArea),
  }
}

interface Point {
  readonly x: number
  readonly y: number
  readonly isDrawnTo: boolean
}

function pointsOf(pdf: Pdfium, path: number, [a, b, c, d, e, f]: Matrix): Point[] {
  const count = Math.min(MOST_SEGMENTS, pdf.FPDFPath_CountSegments(path))
  return Array.from({ length: count }, (_, i) => {
    const segment = pdf.FPDFPath_GetPathSegment(path, i)
    pdf.FPDFPathSegment_GetPoint(segment, pdf.scratch, pdf.scratch + 4)
    const [x, y] = [pdf.floatAt(0), pdf.floatAt(1)]
    const isDrawnTo = pdf.FPDFPathSegment_GetType(segment) === LINE_TO
    return { x: a * x + c * y + e, y: b * x + d * y + f, isDrawnTo }
  })
}

function rulingsOf(points: readonly Point[]): Ruling[] {
  return points.flatMap((point, i): Ruling[] => {
    const before = points[i - 1]
    if (!before || !point.isDrawnTo) return []
    const [left, right] = [Math.min(before.x, point.x), Math.max(before.x, point.x)]
    const [bottom, top] = [Math.min(before.y, point.y), Math.max(before.y, point.y)]
    if (top - bottom <= THIN && right - left >= SHORTEST)
      return [{ isLevel: true, at: (top + bottom) / 2, from: left, to: right }]
    if (right - left <= THIN && top - bottom >= SHORTEST)
      return [{ isLevel: false, at: (left + right) / 2, from: bottom, to: top }]
    return []
  })
}

function matrixOf(pdf: Pdfium, object: number): Matrix {
  if (!pdf.FPDFPageObj_GetMatrix(object, pdf.scratch)) return AS_IT_IS
  return [0, 1, 2, 3, 4, 5].map((index) => pdf.floatAt(index)) as unknown as Matrix
}

function combined([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix {
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F]
}
