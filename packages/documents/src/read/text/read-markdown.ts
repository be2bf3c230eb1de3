/** Markdown becomes HTML by marked, and is read as that. */
import { Marked } from 'marked'
import { createDocumentBuilder, type DocumentBuilder, type ReadDocument } from '../../document/document.ts'
import { createLeftOut, STRUCK_OUT } from '../../document/left-out.ts'
import { addHtml } from '../html/read-html.ts'
import { withoutSiteMarks } from './markdown-notes.ts'

/** Tags whose contents are not shown: one that is written without care and never closed would swallow the rest of the document. */
const SWALLOWING =
  /<\/?(?:script|style|textarea|title|xmp|iframe|noembed|noframes|noscript|plaintext|template|select|option|datalist|svg|math|object|canvas|audio|video|map|head)\b[^<>]*>?/gi
const UNSHOWN = /<(script|style)\b[^<>]*>[\s\S]*?<\/\1\s*>/gi

const markdown = new Marked({
  gfm: true,
  renderer: {
    html: ({ text }) => text.replace(UNSHOWN, '').replace(SWALLOWING, ''),
    del({ raw, tokens }) {
      const inner = this.parser.parseInline(tokens)
      // H~2~O
      return raw.startsWith('~~') ? `<del>${inner}</del>` : `<sub>${inner}</sub>`
    },
  },
})

export function readMarkdown(source: string, pieces: readonly string[] = [source]): ReadDocument {
  const builder = createDocumentBuilder('MD')
  const struck = createLeftOut()
  for (const [i, piece] of pieces.entries()) {
    if (i > 0) builder.nextPiece()
    const body = i === 0 ? withoutFrontMatter(builder, piece) : piece
    addHtml(builder, markdown.parse(withoutSiteMarks(body), { async: false }), false, struck)
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
