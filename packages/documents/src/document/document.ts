/**
 * What every reader makes of a file: one normalised text and its blocks in reading order, each with its character range.
 * `text.slice(block.start, block.end) === block.text` holds for every block, so that a pair can always show where it came from.
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
  /** The level of a heading: 1 outermost, less for a title above that; 7 for a bold line that serves as one. */
  readonly level?: number
  readonly page?: number
  /** Characters at the beginning that are bold. */
  readonly boldChars?: number
  /** Blocks of one <details> or one definition list share a number. */
  readonly group?: number
  /** The language of a part that has another than the page, where the page says so. */
  readonly lang?: string
  readonly cells?: readonly string[]
  /** Column names of a row's table; empty when it has none. */
  readonly columns?: readonly string[]
}

export interface Block extends BlockDetails {
  readonly kind: BlockKind
  readonly level: number
  readonly text: string
  readonly start: number
  readonly end: number
  /** The headings above, outermost first. */
  readonly path: readonly string[]
  /** Counts up at each cut by the splitter. */
  readonly piece: number
}

export interface ReadDocument {
  readonly format: DocumentFormat
  readonly text: string
  readonly blocks: readonly Block[]
  readonly warnings: readonly string[]
}

export type DocumentBuilder = ReturnType<typeof createDocumentBuilder>

/** The level of a bold line that serves as a heading. */
export const BOLD_LEVEL = 7
/** What is longer is no heading, whatever it is marked as or stands like. */
export const LONGEST_HEADING_CHARS = 160
const BOLD_HEADING_CHARS = 100

export function createDocumentBuilder(format: DocumentFormat) {
  const blocks: Block[] = []
  const parts: string[] = []
  const warnings = new Set<string>()
  const leftOut = createLeftOut()
  /** The headings above. */
  const open: Block[] = []
  let length = 0
  let piece = 0
  let groups = 0

  function push(kind: BlockKind, text: string, details: BlockDetails): void {
    const level = (kind === 'heading' ? details.level : undefined) ?? BOLD_LEVEL
    while (kind === 'heading' && open.at(-1) && open.at(-1)!.level >= level) open.pop()
    const before = blocks.at(-1)
    const gap = !before ? '' : isDense(before.kind) && isDense(kind) ? '\n' : '\n\n'
    const start = length + gap.length
    parts.push(gap, text)
    length = start + text.length
    const path = open.map((each) => each.text)
    const block = { ...details, kind, level, text, start, end: length, path, piece }
    blocks.push(block)
    if (kind === 'heading') open.push(block)
  }

  return {
    /** A question with its answer, as a row of a table has them. */
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
    /** What follows belongs to the next piece: the splitter stood here. */
    nextPiece() {
      piece++
    },
    newGroup: () => ++groups,
    warn: (warning: string) => void warnings.add(warning),
    /** Text that is no part of the document, and why. */
    leaveOut: leftOut.add,
    finish: (): ReadDocument => ({
      format,
      text: parts.join(''),
      blocks,
      warnings: [...warnings, ...leftOut.warnings()],
    }),
  }
}

// Rule (off: false): the "+" or "▾" of an accordion, a "|" between links: signs to look at, not text.
const isIcon = (text: string) =>
  text.length <= 5 && /^[\s+\-−–—×✕✖▲△▼▽▾▿▸▹►▶◀◂‹›«»⌄⌃˅^|•·#¶↑↓→←]+$/u.test(text)

const isDense = (kind: BlockKind) => /^(?:item|row|term|definition)$/.test(kind)

// Rule (off: false): sentences that ask nothing are marked as a heading only to be seen, and lines of contents name what is far below.
function isNotice(text: string): boolean {
  if (isContentsLine(text)) return true
  if (text.length <= BOLD_HEADING_CHARS || /[?？]/u.test(text) || labelOf(text)) return false
  return /[.!。！]$/u.test(text) && sentences(text).length > 1
}

function isBoldHeading(text: string, boldChars: number): boolean {
  if (boldChars < text.length || text.length > BOLD_HEADING_CHARS || text.includes('\n')) return false
  return !/[.:;,!。：；，！、]$/u.test(text) && /\p{L}/u.test(text) && !isQuestion(text) && !labelOf(text)
}

/** A question or answer label always begins a block of its own. */
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

/** No control characters, half surrogate pairs, odd blanks or blank ends: what is stored must be storable and searchable. */
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
