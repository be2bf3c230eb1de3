/** Reads a text or a spreadsheet and cuts it into passages, in the process where files are read. */
import type { Block, ReadDocument } from '@tandem/documents/document'
import { openTables } from '@tandem/documents/open-tables'
import { readDocument } from '@tandem/documents/read-document'
import { NEVER_CALCULATED } from '@tandem/documents/read-sheet'
import { pack } from '@tandem/documents/split-text'
import { rowText } from '@tandem/documents/table-rows'
import type { Table } from '@tandem/documents/tables'
import { Unreadable } from '@tandem/documents/unreadable'
import type { Span } from '@tandem/languages/sentences'
import { tokensIn } from '../../models/token-count.ts'
import type { Emit } from '../../platform/sandbox-work.ts'
import type { ConvertJob } from '../convert/convert-job.ts'

/** Passages of a text, or of the rows below this many header rows. */
export type PassageKind = 'text' | { readonly headerRows: number }

export interface PassagesJob extends Omit<ConvertJob, 'forModel'> {
  readonly of: PassageKind
}

/** The result without the passages, which are sent before it, some at a time. */
export interface PassagesRest {
  readonly format: string
}

const PASSAGES_AT_ONCE = 100

export async function passagesJob(job: PassagesJob, bytes: Uint8Array, emit: Emit): Promise<PassagesRest> {
  const { fileName, chunkTokens, splitter, limits, of } = job
  const cut = { chunkTokens, maxChars: limits.answerChars, countTokens: tokensIn }
  const read = async () => {
    if (of !== 'text') return rowPassages(bytes, { ...cut, ...of })
    const document = await readDocument(bytes, fileName, splitter, limits)
    return { format: document.format, passages: cutPassages(document, cut) }
  }
  const { format, passages } = await read()
  if (passages.length === 0) throw new Unreadable('The file was read, but there is no text in it.')
  if (passages.length > limits.pairs) {
    throw new Unreadable(
      `The file would become ${passages.length} passages; at most ${limits.pairs} are stored of one. ${of === 'text' ? 'Split it, or raise chunk_token.' : 'Split it.'}`,
    )
  }
  for (let i = 0; i < passages.length; i += PASSAGES_AT_ONCE)
    await emit(passages.slice(i, i + PASSAGES_AT_ONCE))
  return { format }
}

interface CutOptions {
  readonly chunkTokens: number
  readonly maxChars: number
  readonly countTokens: (text: string) => number
}

/** Headings longer than this share of a passage are left out of it. */
const MOST_HEADING_SHARE = 0.25
/** Where the splitter decides, a piece is cut only when it has too many characters. */
const ANY_TOKENS = Number.MAX_SAFE_INTEGER

/**
 * Cuts a document into passages: at the splitter where there is one, else at headings, and inside of a section between
 * paragraphs and sentences so that each passage has at most `chunkTokens` tokens. A passage begins with the headings it
 * stands under, so that it can be found and understood alone.
 */
export function cutPassages(document: ReadDocument, options: CutOptions): string[] {
  const pieces = groupsOf(document.blocks, (block, before) => block.piece !== before.piece)
  if (pieces.length > 1) {
    return pieces.flatMap((blocks) => pieceTexts(document.text, blocks, '', ANY_TOKENS, options))
  }
  return sectionsOf(document.blocks).flatMap((blocks) => {
    const path = blocks[0]?.path.join(' › ') ?? ''
    const pathTokens = path === '' ? 0 : options.countTokens(path)
    const isShort = pathTokens > 0 && pathTokens <= options.chunkTokens * MOST_HEADING_SHARE
    const tokens = isShort ? options.chunkTokens - pathTokens : options.chunkTokens
    return pieceTexts(document.text, blocks, isShort ? path : '', tokens, options)
  })
}

/** A heading begins a section. One without text of its own goes with the section below it. */
function sectionsOf(blocks: readonly Block[]): Block[][] {
  return groupsOf(blocks, (block, before) => block.kind === 'heading' && before.kind !== 'heading')
}

function groupsOf(blocks: readonly Block[], begins: (block: Block, before: Block) => boolean): Block[][] {
  const groups: Block[][] = []
  for (const [i, block] of blocks.entries()) {
    const before = blocks[i - 1]
    if (!before || begins(block, before)) groups.push([])
    groups.at(-1)?.push(block)
  }
  return groups
}

function pieceTexts(
  text: string,
  blocks: readonly Span[],
  path: string,
  maxTokens: number,
  { maxChars, countTokens }: CutOptions,
): string[] {
  const left = maxChars - path.length - 1
  const limits = { maxTokens, maxChars: left > maxChars / 2 ? left : maxChars, countTokens }
  const prefix = path === '' || left <= maxChars / 2 ? '' : `${path}\n`
  return pack(text, blocks, limits)
    .parts.map(({ start, end }) => text.slice(start, end))
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
    .map((part) => prefix + part)
}

type RowOptions = Omit<CutOptions, 'chunkTokens'> & { readonly headerRows: number }

/** Makes a passage of each row of a spreadsheet: the names of its columns with its cells, "Plan: Basic; Price: 5 €". */
export async function rowPassages(bytes: Uint8Array, options: RowOptions) {
  const { format, tables } = await openTables(bytes)
  const sheets = tables.map((table) => ({ name: table.name, passages: passagesOf(table, options) }))
  const filled = sheets.filter(({ passages }) => passages.length > 0)
  if (filled.length === 0) {
    throw new Unreadable(
      `The file has no row below its ${options.headerRows} header ${options.headerRows === 1 ? 'row' : 'rows'} (header_row).`,
    )
  }
  const passages = filled.flatMap((sheet) =>
    // With several sheets, each passage begins with the name of its sheet.
    filled.length > 1 ? sheet.passages.map((passage) => `${sheet.name}\n${passage}`) : sheet.passages,
  )
  return { format, passages }
}

function passagesOf({ rows }: Table, options: RowOptions): string[] {
  const header: (readonly string[])[] = []
  let columns: readonly string[] = []
  const passages: string[] = []
  for (const row of rows()) {
    const cells = row.cells.map((cell) => (cell === NEVER_CALCULATED ? '' : cell.trim()))
    if (cells.every((cell) => cell === '')) continue
    if (header.length < options.headerRows) {
      header.push(cells)
      columns = columnNames(header)
    } else passages.push(...inPieces(rowText(columns, cells), options))
  }
  return passages
}

/** Where there are several header rows, the upper ones name groups of columns: a name counts for the empty cells to its right. */
function columnNames(header: readonly (readonly string[])[]): string[] {
  const width = Math.max(...header.map((cells) => cells.length))
  const spread = header.map((cells, row) => {
    let name = ''
    return Array.from({ length: width }, (_, column) => {
      const cell = cells[column] ?? ''
      if (row === header.length - 1) return cell
      name = cell || name
      return name
    })
  })
  return Array.from({ length: width }, (_, column) => {
    const names = spread.map((cells) => cells[column] ?? '').filter((name) => name !== '')
    return [...new Set(names)].join(' ')
  })
}

/** Most rows are one passage; one with more than a passage may hold is cut between sentences. */
function inPieces(text: string, { maxChars, countTokens }: RowOptions): string[] {
  if (text.length <= maxChars) return [text]
  const limits = { maxTokens: Number.MAX_SAFE_INTEGER, maxChars, countTokens }
  return pack(text, [{ start: 0, end: text.length }], limits).parts.map(({ start, end }) =>
    text.slice(start, end),
  )
}
