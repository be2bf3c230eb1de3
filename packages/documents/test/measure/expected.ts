// What a careful reader expects of a file: `<file>.expected.json` beside it, or `<file>-str.xml` with the tables of a PDF.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { madeFiles } from '../lookalikes/made-files.ts'

export interface ExpectedPair {
  readonly question: string
  /** The first and the last characters of the answer as a reader sees it. */
  readonly answer_starts?: string
  readonly answer_ends?: string
  /** In place of both: all of it, white space as one blank. */
  readonly answer?: string
}

export interface Expected {
  /** Of a lookalike: what it shows, as the name of its test. */
  readonly shows?: string
  readonly pairs?: readonly ExpectedPair[]
  /** Texts that must be in the pairs; that must come there in this order; that must not be there. */
  readonly contains?: readonly string[]
  readonly order?: readonly string[]
  readonly absent?: readonly string[]
  /** Texts that must be in a warning. */
  readonly warns?: readonly string[]
  /** What the reason must say for which the file is refused. */
  readonly refused?: string
}

export interface ExpectedFile {
  readonly name: string
  readonly format: string
  readonly bytes: () => Uint8Array
  readonly expected: Expected
  /** The tables that are in it, as published with the ICDAR 2013 competition. */
  readonly tablesXml: string | undefined
}

const ENDING = '.expected.json'
const DOCUMENT = /\.(?:pdf|docx|html?|mdx?|txt|vtt|srt|jsonl?|ya?ml|csv|tsv|xlsx)$/i
/** What describes the folder itself. */
const ABOUT = /^(?:README|SOURCES)\.md$/
export const LOOKALIKES = join(import.meta.dirname, '../lookalikes')

/** Every document of a folder; of one without an expectation, what happens to its text is measured. */
export function expectedFiles(folder: string): ExpectedFile[] {
  const names = readdirSync(folder)
  const files = names.filter((name) => DOCUMENT.test(name) && !name.endsWith(ENDING) && !ABOUT.test(name))
  return files.sort().map((name) => ({
    name,
    format: formatOf(name),
    bytes: () => new Uint8Array(readFileSync(join(folder, name))),
    expected: names.includes(name + ENDING) ? readExpected(join(folder, name + ENDING)) : {},
    tablesXml: names.includes(tablesOf(name))
      ? readFileSync(join(folder, tablesOf(name)), 'utf8')
      : undefined,
  }))
}

/** Files made by hand, one for each kind of trouble that real files have. Those that are no text are made by code. */
export function lookalikes(): ExpectedFile[] {
  const expectations = readdirSync(LOOKALIKES).filter((name) => name.endsWith(ENDING))
  return expectations.sort().map((file) => {
    const name = basename(file, ENDING)
    const path = join(LOOKALIKES, name)
    const made = madeFiles[name]
    if (!made && !existsSync(path)) throw new Error(`${file}: neither ${name} nor a maker of it is there.`)
    return {
      name,
      format: formatOf(name),
      bytes: made ?? (() => new Uint8Array(readFileSync(path))),
      expected: readExpected(join(LOOKALIKES, file)),
      tablesXml: undefined,
    }
  })
}

const tablesOf = (name: string) => name.replace(/\.pdf$/, '-str.xml')
const readExpected = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Expected

/** By its ending; MDX is Markdown and TSV a CSV. */
function formatOf(name: string): string {
  const ending = name.split('.').pop()?.toUpperCase() ?? ''
  return (
    { MDX: 'MD', YML: 'YAML', TSV: 'CSV', HTM: 'HTML', JSONL: 'JSON', VTT: 'TXT', SRT: 'TXT' }[ending] ??
    ending
  )
}
