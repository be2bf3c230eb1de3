/** Markdown becomes HTML by marked, and is read as that. */
import { Marked } from 'marked'
import { createDocumentBuilder, type DocumentBuilder, type ReadDocument } from '../../document/document.ts'
import { findQaColumns } from '../../lists/column-names.ts'
import { withoutMarkup } from '../data/cell-markup.ts'
import { listIn } from '../data/json-lists.ts'
import { isObject, parseYaml } from '../data/json-records.ts'
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
  for (const [i, piece] of pieces.entries()) {
    if (i > 0) builder.nextPiece()
    const body = i === 0 ? withoutFrontMatter(builder, piece) : piece
    addHtml(builder, markdown.parse(withoutSiteMarks(body), { async: false }), false)
  }
  return builder.finish()
}

const FRONT_MATTER = 'Left out as what is kept about the document (front matter)'

/** What it keeps about the document is left out, but for its title and for questions. */
function withoutFrontMatter(builder: DocumentBuilder, source: string): string {
  const found = /^(---|\+\+\+)\n([\s\S]*?)\n\1\s*(?:\n|$)/.exec(source)
  if (!found || !/^[\w-]+\s*[:=]/m.test(found[2]!)) return source
  const rest = source.slice(found[0].length)
  const questions: (readonly [string, string])[] = []
  for (const field of found[2]!.split(/\n(?=[^\s-])/)) {
    const title = /^title\s*[:=]\s*["']?(.+?)["']?\s*$/.exec(field)?.[1]
    const pairs = questionsIn(field)
    if (title !== undefined && !/^# \S/m.test(rest)) builder.add('heading', title, { level: 1 })
    else if (pairs.length > 0) questions.push(...pairs)
    else builder.leaveOut(FRONT_MATTER, field)
  }
  for (const [question, answer] of questions) builder.addPair(withoutMarkup(question), withoutMarkup(answer))
  return rest
}

// Rule (off: []): site builders keep the questions of a page in its front matter, in a field with a list of questions and answers.
function questionsIn(field: string): (readonly [string, string])[] {
  const [value] = Object.values(parseYaml(field) ?? {})
  const isList = Array.isArray(value) && isObject(value[0]) && findQaColumns(Object.keys(value[0]))
  return isList ? (listIn(value)?.records.flatMap(({ pairs }) => pairs) ?? []) : []
}
