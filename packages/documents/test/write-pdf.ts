// Writes small PDFs for tests: text at given places, in the fonts every reader knows.

export interface Placed {
  readonly x: number
  readonly y: number
  readonly text: string
  readonly size?: number
  readonly bold?: boolean
}

/** The codes 2 and 3 are the ligatures of f with i and l, as typesetting programs write them. */
const ENCODING = '/Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [2 /fi /fl] >>'

export function writePdf(pages: readonly (readonly Placed[])[]): Uint8Array {
  const kids = pages.map((_, i) => `${5 + i * 2} 0 R`).join(' ')
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica ${ENCODING} >>`,
    `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold ${ENCODING} >>`,
    ...pages.flatMap((placed, i) => [pageObject(6 + i * 2), stream(placed.map(drawn).join('\n'))]),
  ])
}

function pageObject(contents: number): string {
  return `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${contents} 0 R >>`
}

function drawn({ x, y, text, size = 10, bold }: Placed): string {
  return `BT /${bold ? 'F2' : 'F1'} ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`
}

function stream(content: string): string {
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`
}

/** Objects in order, the first of them the catalogue, with a correct table of places. */
export function assemblePdf(objects: readonly string[]): Uint8Array {
  let body = '%PDF-1.4\n'
  const places = objects.map((object, i) => {
    const at = body.length
    body += `${i + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return new Uint8Array(Buffer.from(body + table + trailer, 'latin1'))
}

/** Text broken into lines of a column, from the top down; a hyphen stands where a word is broken. */
export function column(
  lines: readonly string[],
  { x, top, leading = 13 }: { x: number; top: number; leading?: number },
): Placed[] {
  return lines.flatMap((text, i) => {
    const bold = text.startsWith('**')
    return text ? [{ x, y: top - i * leading, text: text.replace('**', ''), bold, size: bold ? 13 : 10 }] : []
  })
}
