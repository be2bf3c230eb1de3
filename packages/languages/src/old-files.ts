/** How files from before Unicode are told apart: the letters beyond ASCII of each language, and the encodings of its files. */
import { otherOldFiles } from './languages/other-languages.ts'
import { languages } from './languages.ts'

const all = [...languages.flatMap(({ inOldFiles }) => inOldFiles ?? []), ...otherOldFiles]

export const oldFiles: readonly { readonly letters: string; readonly encodings: readonly string[] }[] =
  all.map((each) => {
    const [letters = '', ...encodings] = each.split(' ')
    return { letters, encodings }
  })
