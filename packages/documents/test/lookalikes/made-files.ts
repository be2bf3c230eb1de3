// The lookalikes that are no text, made on the spot: `<name>.expected.json` says what each shows.
import { docxs } from './docxs.ts'
import { pdfLayouts } from './pdf-layouts.ts'
import { pdfTables } from './pdf-tables.ts'
import { pdfs } from './pdfs.ts'
import { tables } from './tables.ts'

export const madeFiles: Readonly<Record<string, () => Uint8Array>> = {
  ...docxs,
  ...pdfs,
  ...pdfLayouts,
  ...pdfTables,
  ...tables,
}
