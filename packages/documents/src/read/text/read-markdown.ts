/** Markdown into blocks, by the tokens of marked. HTML inside it is read as HTML; <details> may hold Markdown again. */
import { lexer, type Token, type Tokens } from 'marked'
import { createDocumentBuilder, type DocumentBuilder, type ReadDocument } from '../../document/document.ts'
import { createInline, type Inline } from '../../document/inline-text.ts'
import { createLeftOut, type LeftOut, STRUCK_OUT } from '../../document/left-out.ts'
import { labelOf } from '../../document/question-marks.ts'
import { namedRowText, rowText } from '../../document/row-text.ts'
import { joinWrapped } from '../../document/wrapped-lines.ts'
import { addHtml, htmlText } from '../html/read-html.ts'
import { withoutSiteMarks } from './markdown-notes.ts'

export function readMarkdown(source: string, pieces: readonly string[] = [source]): ReadDocument {
  const builder = createDocumentBuilder('MD')
  const struck = createLeftOut()
  for (const [i, piece] of pieces.entries()) {
    if (i > 0) builder.nextPiece()
    const body = i === 0 ? withoutFrontMatter(builder, piece) : piece
    addMarkdown(builder, withoutSiteMarks(body), struck)
  }
  struck.warn(builder, STRUCK_OUT)
  return builder.finish()
}

function withoutFrontMatter(builder: DocumentBuilder, source: string): string {
  const found = /^(---|\+\+\+)\n([\s\S]*?)\n\1\s*(?:\n|$)/.exec(source)
  if (!found || !/^[\w-]+\s*[:=]/m.test(found[2]!)) return source
  const rest = source.slice(found[0].length)
  const title = /^title\s*[:=]\s*["']?(.+?)["']?\s*$/m.exec(found[2]!)?.[1]
  const isUsed = title !== undefined && !/^# \S/m.test(rest)
  if (isUsed) builder.add('heading', title, { level: 1 })
  const leftOut = createLeftOut()
  for (const line of found[2]!.split('\n')) if (!isUsed || !/^title\s*[:=]/.test(line)) leftOut.add(line)
  leftOut.warn(builder, 'Left out as what is kept about the document (front matter)')
  return rest
}

interface Waiting {
  readonly token: Token
  readonly bullet?: string
}

function addMarkdown(builder: DocumentBuilder, source: string, struck: LeftOut): void {
  const groups: number[] = []
  let bullet = ''
  // Lists and quotes nest: a stack of our own, the next token on top.
  const waiting: Waiting[] = []
  const push = (tokens: readonly Waiting[]) => {
    for (let i = tokens.length - 1; i >= 0; i--) waiting.push(tokens[i]!)
  }
  push(lexer(source, { gfm: true }).map((token) => ({ token })))

  function addText(inline: readonly Token[]): void {
    const { text, boldChars } = inlineText(inline, true, struck)
    const group = groups.at(-1)
    builder.add(bullet ? 'item' : 'paragraph', bullet + text, {
      ...(boldChars > 0 && { boldChars: bullet.length + boldChars }),
      ...(group !== undefined && { group }),
    })
    bullet = ''
  }

  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const token = next.token as Tokens.Generic
    if (next.bullet) bullet = next.bullet
    if (token.type === 'heading') {
      const { text } = inlineText(token.tokens ?? [], false, struck)
      builder.add('heading', text.replace(/\s*\{#[\w-]+\}$/, ''), { level: token.depth, ...groupOf(groups) })
    } else if (token.type === 'paragraph' || token.type === 'text') addText(token.tokens ?? [token as Token])
    else if (token.type === 'code') builder.add('code', token.text, groupOf(groups))
    else if (token.type === 'blockquote') push((token.tokens ?? []).map((each) => ({ token: each })))
    else if (token.type === 'list') {
      if (isTableOfContents(token as Tokens.List)) builder.warn('A table of contents was left out.')
      else push(listItems(token as Tokens.List))
    } else if (token.type === 'list_item') push((token.tokens ?? []).map((each) => ({ token: each })))
    else if (token.type === 'table') addTable(builder, token as Tokens.Table, groupOf(groups), struck)
    else if (token.type === 'html') addHtmlToken(builder, token.raw, groups, struck)
  }
}

function groupOf(groups: readonly number[]): { group?: number } {
  const group = groups.at(-1)
  return group === undefined ? {} : { group }
}

/** Nothing but links to places in the same document. */
function isTableOfContents({ raw, items }: Tokens.List): boolean {
  return items.length > 1 && /^(?:\s*(?:[-*+]|\d+[.)])\s+\[[^\]\n]*\]\(#[^)\n]*\)\s*(?:\n|$))+$/.test(raw)
}

function listItems(list: Tokens.List): Waiting[] {
  const first = Number(list.start) || 1
  return list.items.map((item, i) => ({
    token: item as Token,
    bullet: list.ordered ? `${first + i}. ` : '- ',
  }))
}

function addTable(
  builder: DocumentBuilder,
  table: Tokens.Table,
  group: { group?: number },
  struck: LeftOut,
): void {
  const cellText = (cell: Tokens.TableCell) =>
    inlineText(cell.tokens, true, struck).text.replace(/<br\s*\/?>/gi, '\n')
  const columns = table.header.map(cellText)
  const named = columns.some(Boolean) ? columns : []
  // A header without rows is all that the table says.
  if (table.rows.length === 0)
    builder.add('row', namedRowText(columns), { cells: columns, columns: [], ...group })
  for (const row of table.rows) {
    const cells = row.map(cellText)
    const text = named.length > 0 ? rowText(named, cells) : namedRowText(cells)
    if (cells.some(Boolean)) builder.add('row', text, { cells, columns: named, ...group })
  }
}

function addHtmlToken(builder: DocumentBuilder, raw: string, groups: number[], struck: LeftOut): void {
  if (/^\s*<!--/.test(raw)) return
  const isWhole = /<details\b[\s\S]*<\/details>/i.test(raw)
  if (isWhole || !/<\/?details\b|<summary\b/i.test(raw)) {
    addHtml(builder, raw, false, struck)
    return
  }
  if (/<\/details>/i.test(raw)) groups.pop()
  if (/<details\b/i.test(raw)) groups.push(builder.newGroup())
  const summary = /<summary[^>]*>([\s\S]*?)<\/summary>/i.exec(raw)?.[1]
  if (summary) builder.add('summary', plain(summary), groupOf(groups))
  const rest = plain(raw.replace(/<summary[^>]*>[\s\S]*?<\/summary>/i, ''))
  if (rest) builder.add('paragraph', rest, groupOf(groups))
}

function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

interface InlineContext {
  readonly withAddresses: boolean
  readonly struck: LeftOut
}

function inlineText(
  tokens: readonly Token[],
  withAddresses: boolean,
  struck: LeftOut,
): { text: string; boldChars: number } {
  const inline = createInline()
  addInline(inline, tokens, { withAddresses, struck })
  return inline.take()
}

/** The depth of inline marks is bounded by marked itself, which recurses into them first. */
function addInline(inline: Inline, tokens: readonly Token[], context: InlineContext): void {
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as Tokens.Generic
    const struckEnd = token.type === 'html' ? endOfStruck(tokens, i) : -1
    if (struckEnd > i) {
      context.struck.add(
        plain(
          tokens
            .slice(i, struckEnd)
            .map(({ raw }) => raw)
            .join(''),
        ),
      )
      i = struckEnd
    } else if (token.type === 'strong') {
      inline.bold(1)
      addInline(inline, token.tokens ?? [], context)
      inline.bold(-1)
    } else if (token.type === 'link') {
      inline.openLink(token.href)
      addInline(inline, token.tokens ?? [], context)
      inline.closeLink(context.withAddresses)
    } else if (token.type === 'del' && token.raw.startsWith('~~')) context.struck.add(token.text)
    else if (token.type === 'del') {
      // H~2~O
      inline.openScript()
      addInline(inline, token.tokens ?? [], context)
      inline.closeScript('lowered')
    } else if (token.type === 'br') inline.lineBreak()
    else if (token.type === 'image') inline.text(token.text ?? '')
    else if (token.type === 'html') addInlineHtml(inline, token.raw)
    else if (token.tokens && token.tokens.length > 0) addInline(inline, token.tokens, context)
    else
      addLines(
        inline,
        unescapeEntities(token.type === 'escape' || token.type === 'codespan' ? token.text : token.raw),
      )
  }
}

/** Where <del> ends that begins at a token; -1 where none does. */
function endOfStruck(tokens: readonly Token[], at: number): number {
  const tag = /^<(del|s|strike)>/i.exec(tokens[at]!.raw)?.[1]
  return tag === undefined
    ? -1
    : tokens.findIndex(({ raw }, i) => i > at && raw.toLowerCase() === `</${tag.toLowerCase()}>`)
}

function addInlineHtml(inline: Inline, raw: string): void {
  const script = /^<(\/?)(sup|sub)\b/i.exec(raw)
  if (script?.[1] === '') inline.openScript()
  else if (script) inline.closeScript(/sup/i.test(script[2]!) ? 'raised' : 'lowered')
  else if (/^<br\b/i.test(raw)) inline.lineBreak()
  else if (/^<(?:b|strong)\b/i.test(raw)) inline.bold(1)
  else if (/^<\/(?:b|strong)\b/i.test(raw)) inline.bold(-1)
}

/**
 * A soft line end is a blank, except before a label: "Q: …" and "A: …" on lines of one paragraph are two things. A bold name on a line
 * of its own is one too.
 */
function addLines(inline: Inline, text: string): void {
  const lines = text.split('\n')
  for (const [i, line] of lines.entries()) {
    if (i > 0 && (labelOf(line) || (inline.isBold() && /^\s*\p{Lu}/u.test(line)))) inline.lineBreak()
    else if (i > 0) inline.text(joinWrapped(lines[i - 1]!, line))
    inline.text(line)
  }
}

/** marked leaves entities as they are written. */
function unescapeEntities(text: string): string {
  return text.replace(/&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});/gi, (entity) =>
    entity === '&nbsp;' ? ' ' : htmlText(entity) || entity,
  )
}
