// The PDFs among the lookalikes.
import { column, writePdf } from '../write-pdf.ts'

export const pdfs: Readonly<Record<string, () => Uint8Array>> = {
  'wrapped-numbered-questions.pdf': () =>
    writePdf([
      column(
        [
          '1. Are we allowed to use the shape of the array of microphones, which is given in the plan of the',
          'evaluation?',
          'Yes, the shape may be used by all teams for training their systems.',
          '',
          '2. The archive is larger than ten gigabytes and does not fit into a free account. How do we fetch the',
          'archive?',
          'Please write to the office. We send another address within three days.',
          '',
          '3. Is there a fee?',
          'No.',
        ],
        { x: 60, top: 760 },
      ),
    ]),
}
