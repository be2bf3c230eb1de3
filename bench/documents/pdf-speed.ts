/** A PDF of 100 pages of text to pairs, against PDFium alone reading the same characters. */
import { convertFile } from '../../packages/documents/test/measure/convert.ts'
import { pdfText } from '../../packages/documents/test/measure/text-kept.ts'
import { column, writePdf } from '../../packages/documents/test/write-pdf.ts'
import { type Bench, inTurn, ratio, spread } from '../measure.ts'

const ROUNDS = 9
const PAGES = 100
const LINES = 52
const MOST = 3

export const bench: Bench = {
  name: `${PAGES} pages of PDF to pairs, against PDFium alone`,
  target: `at most ${MOST} times`,
  async run() {
    const bytes = sample()
    const file = { name: 'sample.pdf', format: 'PDF', bytes: () => bytes }
    const { a: alone, b: ours } = await inTurn(
      ROUNDS,
      () => cpuMs(() => pdfText(bytes)),
      () => cpuMs(() => convertFile(file)),
    )
    const value = ratio(ours, alone)
    return {
      value,
      unit: 'times',
      met: value <= MOST,
      details: {
        'to pairs': spread(ours, 'ms of processor time'),
        'PDFium alone': spread(alone, 'ms of processor time'),
        file: `${PAGES} pages of ${LINES} lines`,
      },
    }
  },
}

/** The time of the processor: a busy machine counts for neither side. */
async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Headings, and paragraphs of some lines that no two pages share. */
function sample(): Uint8Array {
  const page = (number: number) =>
    Array.from({ length: LINES }, (_, i) => {
      if (i % 13 === 0) return `**Section ${number}.${i / 13 + 1}`
      if (i % 13 === 12) return ''
      return `Line ${i} of page ${number} tells of the tides in the bay and of the boats that wait for them at the pier`
    })
  return writePdf(
    Array.from({ length: PAGES }, (_, i) => column(page(i + 1), { x: 60, top: 780, leading: 14 })),
  )
}
