/** Markdown becomes HTML by marked, and is read as that. */
import { Marked } from 'marked'
import { createDocumentBuilder, type DocumentBuilder, type ReadDocument } from '../../document/document.ts'
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

export function readMarkdown(pieces: readonly string[]): ReadDocument {
  const builder = createDocumentBuilder('MD')
  for (const [i, piece] of pieces.entries()) {
    if (i > 0) builder.nextPiece()
    const body = i === 0 ? withoutFrontMatter(builder, piece) : piece
    addHtml(builder, markdown.parse(withoutSiteMarks(body), { async: false }), false)
  }
  return builder.finish()
}

const FRONT_MATTER = 'Left out as what is kept about the document (front matter)'

/** What it keeps about the document is left out, but for its title. */
function withoutFrontMatter(builder: DocumentBuilder, source: string): string {
  const found = /^(---|\+\+\+)\n([\s\S]*?)\n\1\s*(?:\n|$)/.exec(source)
  if (!found || !/^[\w-]+\s*[:=]/m.test(found[2]!)) return source
  const rest = source.slice(found[0].length)
  for (const field of found[2]!.split(/\n(?=[^\s-])/)) {
    const title = /^title\s*[:=]\s*["']?(.+?)["']?\s*$/.exec(field)?.[1]
    if (title !== undefined && !/^# \S/m.test(rest)) builder.add('heading', title, { level: 1 })
    else builder.leaveOut(FRONT_MATTER, field)
  }
  return rest
}
