// Writes PDFs in any script: glyphs half as wide as high, drawn from left to right at given places, as typesetting programs do.
import { assemblePdf } from './write-pdf.ts'

export interface Drawn {
  readonly x: number
  readonly y: number
  /** In the order in which the glyphs are drawn, from left to right. */
  readonly text: string
  readonly size?: number
  readonly bold?: boolean
  /** Degrees, against the clock. */
  readonly turn?: number
  /** The letters that the file says are meant by it. */
  readonly meant?: string
}

export interface GlyphPage {
  readonly drawn: readonly Drawn[]
  /** Drawn as they are, before the text: lines, boxes, pictures. */
  readonly graphics?: readonly string[]
  /** How the page is marked to be turned, with the clock. */
  readonly rotate?: number
}

export const GLYPH_WIDTH = 0.5
/** A glyph of which the file does not say what it is. */
export const NO_LETTER = '\u{10fffd}'
/** A glyph for Th, twice as wide as others, of which the file says that it is an h. */
export const TH_AS_H = '\u{10fffc}'

export function writeGlyphPdf(pages: readonly GlyphPage[]): Uint8Array {
  const signs = [...new Set(pages.flatMap(({ drawn }) => drawn.flatMap(({ text }) => [...text])))]
  const codes = new Map(signs.map((sign, i) => [sign, i + 1]))
  const names = signs.map((sign) =>
    sign === ' '
      ? '/space'
      : sign === NO_LETTER
        ? '/nobody.knows'
        : `/uni${(sign === TH_AS_H ? 'h' : sign).codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`,
  )
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /FirstChar 1 /LastChar ${signs.length} /Widths [${signs.map((sign) => GLYPH_WIDTH * (sign === TH_AS_H ? 2000 : 1000)).join(' ')}] /Encoding << /Type /Encoding /Differences [1 ${names.join(' ')}] >> >>`
  const kids = pages.map((_, i) => `${5 + i * 2} 0 R`).join(' ')
  const hex = (text: string) =>
    [...text].map((sign) => codes.get(sign)!.toString(16).padStart(2, '0')).join('')
  const draw = ({ x, y, text, size = 10, bold, turn = 0, meant }: Drawn) => {
    const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)]
    const matrix = [cos, sin, -sin, cos, x, y].map((each) => each.toFixed(4)).join(' ')
    const drawn = `BT /${bold ? 'F2' : 'F1'} ${size} Tf ${matrix} Tm <${hex(text)}> Tj ET`
    return meant ? `/Span << /ActualText (${meant}) >> BDC ${drawn} EMC` : drawn
  }
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    font('Body'),
    font('Body-Bold'),
    ...pages.flatMap(({ drawn, graphics = [], rotate = 0 }, i) => {
      const content = [...graphics, ...drawn.map(draw)].join('\n')
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Rotate ${rotate} /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${6 + i * 2} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ])
}

export interface Setting {
  readonly x: number
  readonly top: number
  readonly width: number
  readonly size?: number
  readonly leading?: number
}

/** Text broken into lines that are no wider than this. */
export function wrapped(text: string, { x, top, width, size = 10, leading = 13 }: Setting): Drawn[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim()
    if (longer.length * size * GLYPH_WIDTH > width) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines.map((line, i) => ({ x, y: top - i * leading, text: line, size }))
}

/** Text broken into lines, each stretched to fill the width: every word is drawn by itself. */
export function justified(text: string, { x, top, width, size = 10, leading = 13 }: Setting): Drawn[] {
  const em = size * GLYPH_WIDTH
  const lines: string[][] = [[]]
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!
    if (line.length > 0 && [...line, word].join(' ').length * em > width) lines.push([word])
    else line.push(word)
  }
  return lines.flatMap((words, i) => {
    const taken = words.join('').length * em
    const gap = i === lines.length - 1 || words.length === 1 ? em : (width - taken) / (words.length - 1)
    let at = x
    return words.map((word) => {
      const drawn = { x: at, y: top - i * leading, text: word, size }
      at += word.length * em + gap
      return drawn
    })
  })
}
