/**
 * Cuts a document into passages: at the splitter where there is one, else at headings, and inside of a section between
 * paragraphs and sentences so that each passage has at most `chunkTokens` tokens. A passage begins with the headings it
 * stands under, so that it can be found and understood alone.
 */
import type { Block, ReadDocument } from '@tandem/documents/document'
import { pack, type Span } from '@tandem/documents/split-text'

interface CutOptions {
  readonly chunkTokens: number
  readonly maxChars: number
  readonly countTokens: (text: string) => number
}

/** Headings longer than this share of a passage are left out of it. */
const MOST_HEADING_SHARE = 0.25
/** Where the splitter decides, a piece is cut only when it has too many characters. */
const ANY_TOKENS = Number.MAX_SAFE_INTEGER

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
