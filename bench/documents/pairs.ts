/** Files to pairs, by format: against the pairs a careful reader makes of them, with what happened to their tables and text. */
import type { Measured } from '../../packages/documents/test/measure/measure-file.ts'
import { type DocumentSet, documentSets } from '../document-sets.ts'
import type { Bench, Figure, Finding } from '../measure.ts'
import { startProgram } from '../processes.ts'

const FLOORS = {
  lookalikes: { precision: 1, recall: 1 },
  'real files': { precision: 0.95, recall: 0.92 },
} as const
const LEAST_ROWS = 0.93

interface OfFormat {
  readonly format: string
  readonly measured: readonly Measured[]
  readonly peakBytes: number
}

export const bench: Bench = {
  name: 'lookalikes that give exactly the expected pairs',
  target: 'all of them',
  async run() {
    const sets = documentSets()
    const details: Record<string, string> = {}
    const also: Figure[] = []
    let exact = { of: 0, value: 0 }
    for (const set of sets) {
      const formats = await measureSet(set)
      for (const each of formats) details[`${set.name}, ${each.format}`] = lineOf(each)
      const measured = formats.flatMap((each) => each.measured)
      also.push(...figuresOf(set.name, measured))
      if (set.name === 'lookalikes') exact = { of: measured.length, value: measured.filter(isExact).length }
    }
    if (sets.length === 1)
      details['real files'] = 'not measured: TANDEM_BENCH_DATA names no folder with documents/'
    return {
      value: exact.value,
      unit: `of ${exact.of}`,
      met: exact.value === exact.of,
      details,
      also,
    } satisfies Finding
  },
}

async function measureSet({ name, files }: DocumentSet): Promise<OfFormat[]> {
  const found: OfFormat[] = []
  for (const format of new Set(files.map((file) => file.format))) {
    const of = await startProgram<Omit<OfFormat, 'format'>>('measure-documents.ts', {
      set: name,
      formats: [format],
    }).finish()
    found.push({ format, ...of })
  }
  return found
}

const isExact = ({ missing, wrong, expected, failures }: Measured) =>
  missing.length === 0 && (wrong.length === 0 || expected === 0) && failures.length === 0

const judged = (measured: readonly Measured[]) => measured.filter(({ expected }) => expected > 0)
const precisionOf = ({ right, pairs }: Measured) => (pairs === 0 ? 0 : right / pairs)
const recallOf = ({ right, expected }: Measured) => right / expected
const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / (values.length || 1)
const total = (measured: readonly Measured[], of: (file: Measured) => number) =>
  measured.reduce((sum, each) => sum + of(each), 0)
const rounded = (value: number) => Number(value.toFixed(3))
const share = (part: number, whole: number) => rounded(part / (whole || 1))

/** Precision and recall are means over files that have pairs, each file counting alike. */
function figuresOf(set: DocumentSet['name'], all: readonly Measured[]): Figure[] {
  const files = judged(all)
  const { precision, recall } = FLOORS[set]
  const zero = files.filter(({ right }) => right === 0)
  const failing = all.filter(({ failures }) => failures.length > 0)
  const pdfs = all.filter(({ format }) => format === 'PDF')
  const midSentence = total(pdfs, (file) => file.midSentence.length)
  return [
    least(
      `${set}, precision of pairs over ${files.length} files`,
      rounded(mean(files.map(precisionOf))),
      precision,
    ),
    least(`${set}, recall of pairs`, rounded(mean(files.map(recallOf))), recall),
    none(`${set}, files of which no pair is right`, zero.length, zero),
    none(`${set}, files that lack or hold other than expected`, failing.length, failing),
    none(
      `${set}, pairs of PDFs that begin in mid-sentence`,
      midSentence,
      pdfs.filter((file) => file.midSentence.length > 0),
    ),
    ...rowFigure(set, pdfs),
  ]
}

function rowFigure(set: string, pdfs: readonly Measured[]): Figure[] {
  const rows = total(pdfs, ({ table }) => table?.rows ?? 0)
  const whole = rows - total(pdfs, ({ table }) => table?.broken.length ?? 0)
  return rows === 0
    ? []
    : [least(`${set}, rows of tables in one line (${whole} of ${rows})`, share(whole, rows), LEAST_ROWS)]
}

function least(name: string, value: number, wanted: number): Figure {
  return { name, target: `at least ${wanted}`, value, unit: '', met: value >= wanted }
}

function none(name: string, value: number, files: readonly Measured[]): Figure {
  const named =
    files.length === 0
      ? ''
      : `: ${files
          .slice(0, 5)
          .map((file) => file.name)
          .join(', ')}`
  return { name, target: 'none', value, unit: named, met: value === 0 }
}

function lineOf({ measured, peakBytes }: OfFormat): string {
  const files = judged(measured)
  const rows = total(measured, ({ table }) => table?.rows ?? 0)
  const lost = share(
    total(measured, ({ text }) => text.lost),
    total(measured, ({ text }) => text.words),
  )
  const multiplied = share(
    total(measured, ({ text }) => text.multiplied),
    total(measured, ({ text }) => text.answerWords),
  )
  return [
    `${measured.length} files`,
    files.length > 0 &&
      `precision ${mean(files.map(precisionOf)).toFixed(3)}, recall ${mean(files.map(recallOf)).toFixed(3)} over ${files.length}`,
    rows > 0 && `rows ${rows - total(measured, ({ table }) => table?.broken.length ?? 0)} of ${rows}`,
    `text lost ${lost}, multiplied ${multiplied}`,
    `${total(measured, ({ midSentence }) => midSentence.length)} begin in mid-sentence`,
    `${Math.round(total(measured, ({ ms }) => ms))} ms, ${Math.round(peakBytes / 1024 / 1024)} MiB`,
  ]
    .filter(Boolean)
    .join('; ')
}
