/**
 * The result of every reader: one normalised text and its blocks in reading order, each with its character range.
 * `text.slice(block.start, block.end) === block.text` holds for every block, so that every pair can be traced to its source.
 */
import { isQuestion } from '@tandem/languages/is-question'
import { isWayBack, labelOf } from '@tandem/languages/question-labels'
import { sentences } from '@tandem/languages/sentences'
import { createLeftOut } from './left-out.ts'
import { runOnParts } from './question-marks.ts'
import { isContentsLine } from './wrapped-lines.ts'

export type DocumentFormat = 'PDF' | 'DOCX' | 'HTML' | 'MD' | 'TXT' | 'JSON' | 'YAML' | 'CSV' | 'XLSX'

export type BlockKind = 'heading' | 'paragraph' | 'item' | 'row' | 'term' | 'definition' | 'summary' | 'code'

export interface BlockDetails {
  /** Level of a heading: 1 is the outermost, a document title has less, and a bold line that serves as a heading has 7. */
  readonly level?: number
  readonly page?: number
  /** Number of bold characters at the beginning. */
  readonly boldChars?: number
  /** Blocks of the same <details> or definition list share a number. */
  readonly group?: number
  /** The number of lists around that of the block, by which it is indented in the text; -1 where a new count begins. */
  readonly depth?: number
  /** Language of a part, where the page declares one that differs from the rest. */
  readonly lang?: string
  readonly cells?: readonly string[]
  /** Column names of the table of a row; empty when the table has none. */
  readonly columns?: readonly string[]
}

export interface Block extends BlockDetails {
  readonly kind: BlockKind
  readonly level: number
  readonly text: string
  readonly start: number
  readonly end: number
  /** The enclosing headings, outermost first. */
  readonly path: readonly string[]
  /** Number of the piece; it increases at each cut by the splitter. */
  readonly piece: number
}

export interface ReadDocument {
  readonly format: DocumentFormat
  readonly text: string
  readonly blocks: readonly Block[]
  readonly warnings: readonly string[]
}

export type DocumentBuilder = ReturnType<typeof createDocumentBuilder>

/** Level of a bold line that serves as a heading. */
export const BOLD_LEVEL = 7
/** A longer text is not a heading, regardless of its markup or position. */
export const LONGEST_HEADING_CHARS = 160
const BOLD_HEADING_CHARS = 100

export function createDocumentBuilder(format: DocumentFormat) {
  const blocks: Block[] = []
  const parts: string[] = []
  const warnings = new Set<string>()
  const leftOut = createLeftOut()
  /** The headings that enclose the next block. */
  const open: Block[] = []
  let length = 0
  let piece = 0
  let groups = 0

  function push(kind: BlockKind, text: string, details: BlockDetails): void {
    const level = (kind === 'heading' ? details.level : undefined) ?? BOLD_LEVEL
    while (kind === 'heading' && open.at(-1) && open.at(-1)!.level >= level) open.pop()
    const before = blocks.at(-1)
    const lines = before && isDense(before.kind) && isDense(kind) ? '\n' : '\n\n'
    const gap = before ? lines + '  '.repeat(Math.max(0, details.depth ?? 0)) : ''
    const start = length + gap.length
    parts.push(gap, text)
    length = start + text.length
    const path = open.map((each) => each.text)
    const block = { ...details, kind, level, text, start, end: length, path, piece }
    blocks.push(block)
    if (kind === 'heading') open.push(block)
  }

  return {
    /** Adds a question and its answer as a table row with these two columns. */
    addPair(question: string, answer: string) {
      const cells = [question, answer]
      this.add('row', cells.filter(Boolean).join('\n'), { cells, columns: ['question', 'answer'] })
    },
    add(marked: BlockKind, raw: string, details: BlockDetails = {}) {
      const lines = Map.groupBy(raw.split('\n'), isWayBack)
      for (const way of lines.get(true) ?? []) leftOut.add('Left out as a link to another place', way)
      const text = cleanText(lines.get(false)?.join('\n') ?? '')
      const kind = marked === 'heading' && isNotice(text) ? 'paragraph' : marked
      if (!text || (kind !== 'code' && isIcon(text))) return
      const boldChars = (details.boldChars ?? 0) - (raw.length - raw.trimStart().length)
      if (kind === 'paragraph' && isBoldHeading(text, boldChars)) {
        push('heading', text, { ...details, level: BOLD_LEVEL })
        return
      }
      let at = 0
      for (const part of kind === 'paragraph' || kind === 'item' ? splitAtLabels(text) : [text]) {
        const bold = Math.max(0, Math.min(part.length, boldChars - at))
        push(at === 0 ? kind : 'paragraph', part, { ...details, boldChars: bold })
        at += part.length + 1
      }
    },
    /** Starts the next piece, at a position of the splitter. */
    nextPiece() {
      piece++
    },
    newGroup: () => ++groups,
    warn: (warning: string) => void warnings.add(warning),
    /** Reports text that is excluded from the document, with the reason. */
    leaveOut: leftOut.add,
    finish: (): ReadDocument => ({
      format,
      text: parts.join(''),
      blocks,
      warnings: [...warnings, ...leftOut.warnings()],
    }),
  }
}

// Rule (off: false): web pages have the "+" or "▾" of an accordion and "|" between links; these symbols are decoration, not text.
const isIcon = (text: string) =>
  text.length <= 5 && /^[\s+\-−–—×✕✖▲△▼▽▾▿▸▹►▶◀◂‹›«»⌄⌃˅^|•·#¶↑↓→←]+$/u.test(text)

const isDense = (kind: BlockKind) => /^(?:item|row|term|definition)$/.test(kind)

// Rule (off: false): a page may mark several sentences as a heading for emphasis only; a line of a table of contents is not a heading either.
function isNotice(text: string): boolean {
  if (isContentsLine(text)) return true
  if (text.length <= BOLD_HEADING_CHARS || /[?？]/u.test(text) || labelOf(text)) return false
  return /[.!。！]$/u.test(text) && sentences(text).length > 1
}

function isBoldHeading(text: string, boldChars: number): boolean {
  if (boldChars < text.length || text.length > BOLD_HEADING_CHARS || text.includes('\n')) return false
  return !/[.:;,!。：；，！、]$/u.test(text) && /\p{L}/u.test(text) && !isQuestion(text) && !labelOf(text)
}

/** Splits a text so that each question or answer label begins a block. */
function splitAtLabels(text: string): string[] {
  const parts: string[] = []
  for (const line of text.split('\n')) {
    if (parts.length === 0 || labelOf(line)) parts.push(...runOnParts(line))
    else parts[parts.length - 1] += `\n${line}`
  }
  return parts
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is to be removed
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b\u2060\ufeff\ufffe\uffff]/g

/** Makes text storable and searchable: removes control characters, replaces unpaired surrogates and special spaces, trims blank ends. */
export function cleanText(raw: string): string {
  return raw
    .toWellFormed()
    .replace(CONTROLS, '')
    .replace(/[\u00a0\u2007\u202f]/g, ' ')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
