/** Cuts a document that has been read at each place of the splitter: a block that holds it becomes two. */
import type { Block, ReadDocument } from '../document/document.ts'
import { trimSpan } from '../document/split-text.ts'

export function cutDocument(document: ReadDocument, splitter: string): ReadDocument {
  const { text } = document
  const mark = splitterIn(text, splitter)
  if (mark === undefined) {
    const warning = `The splitter “${splitter}” does not occur in the document, which was cut by chunk_token instead.`
    return { ...document, warnings: [...document.warnings, warning] }
  }
  const blocks: Block[] = []
  let at = text.indexOf(mark)
  let piece = 0
  for (const block of document.blocks) {
    let from = block.start
    while (at >= 0 && at < block.end) {
      addPart(blocks, block, text, from, Math.max(from, at), piece)
      piece++
      from = Math.max(from, Math.min(block.end, at + mark.length))
      at = text.indexOf(mark, at + mark.length)
    }
    addPart(blocks, block, text, from, block.end, piece)
  }
  return { ...document, blocks }
}

function addPart(blocks: Block[], block: Block, text: string, from: number, to: number, piece: number): void {
  const { start, end } = trimSpan(text, { start: from, end: to })
  if (start >= end) return
  const { cells: _cells, columns: _columns, boldChars: _bold, ...rest } = block
  const isWhole = start === block.start && end === block.end
  const kind = block.kind === 'row' && !isWhole ? 'paragraph' : block.kind
  blocks.push({ ...(isWhole ? block : rest), kind, text: text.slice(start, end), start, end, piece })
}

/** The splitter as it stands in a text; \n and \t may have been typed as two characters each. */
export function splitterIn(text: string, splitter: string): string | undefined {
  const unescaped = splitter.replaceAll('\\n', '\n').replaceAll('\\t', '\t')
  return [splitter, unescaped].find((mark) => mark !== '' && text.includes(mark))
}
