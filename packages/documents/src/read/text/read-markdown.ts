/**
 * Markdown is converted to HTML by marked and read as HTML. Extensions of site generators are converted first: a section that folds under
 * its title becomes <details>; of all other markup only the text is kept. Code is left unchanged.
 */
import { labelOf } from '@tandem/languages/question-labels'
import { Marked } from 'marked'
import { createDocumentBuilder, type DocumentBuilder, type ReadDocument } from '../../document/document.ts'
import { addHtml } from '../html/read-html.ts'

/** Tags whose contents are not displayed; they are removed because an unclosed one would swallow the rest of the document. */
const SWALLOWING =
  /<\/?(?:script|style|textarea|title|xmp|iframe|noembed|noframes|noscript|plaintext|template|select|option|datalist|svg|math|object|canvas|audio|video|map|head)\b[^<>]*>?/gi
const UNSHOWN = /<(script|style)\b[^<>]*>[\s\S]*?<\/\1\s*>/gi

const markdown = new Marked({
  gfm: true,
  renderer: {
    html: ({ text }) => text.replace(UNSHOWN, '').replace(SWALLOWING, ''),
    del({ raw, tokens }) {
      const inner = this.parser.parseInline(tokens)
      // A single tilde marks a subscript: H~2~O.
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

/** Leaves out the front matter, except for the title where the text has no h1 of its own. */
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

const MOST_NESTED = 10
const FENCE = /^ {0,3}(?<fence>`{3,}|~{3,}).*(?:\n(?![ \t]*\k<fence>).*)*\n?.*/u
/** MkDocs: `??? question "…"`, `!!! note` and `=== "Linux"`, followed by lines indented by four spaces. */
const NOTE =
  /^(?<indent> *)(?<mark>\?\?\?\+?|!!!|===\+?)(?:[ \t]+(?<type>[\p{L}\p{N}_ -]{1,60}?))?(?:[ \t]+"(?<title>[^"\n]{0,500})")?[ \t]*(?<body>\n(?:[ \t]*\n)*\k<indent> {4}.*(?:\n(?:\k<indent> {4}.*|[ \t]*$))*)/u
const LINE = /^(?<line>.*)(?=\n(?<next>.*)|)/u
const PARTS = new RegExp([FENCE, NOTE, LINE].map(({ source }) => source).join('|'), 'gmu')

function withoutSiteMarks(source: string, depth = 0): string {
  return source.replace(PARTS, (part: string, ...given: unknown[]) => {
    const found = given.at(-1) as Record<string, string | undefined>
    if (found.fence !== undefined) return part
    if (found.body === undefined || depth === MOST_NESTED)
      return withLineEnd(withoutTags(withoutContainer(part)), found.next ?? '')
    const body = withoutSiteMarks(found.body.replaceAll(`\n${found.indent}    `, '\n'), depth + 1)
    const title = found.title?.trim() ?? ''
    const folds = title && (found.mark!.startsWith('?') || /question|faq|help/i.test(found.type ?? ''))
    return folds ? `${opening(title)}${body}${CLOSING}` : `\n${title}\n${body}\n`
  })
}

const opening = (title: string) => `\n<details><summary>${title}</summary>\n\n`
const CLOSING = '\n\n</details>\n'

/**
 * Adds a hard line break before a label, because Markdown would join "Q: …" and "A: …" into one line of text, and after a bold name on a
 * line of its own. Removes the explicit id from a heading.
 */
function withLineEnd(line: string, next: string): string {
  if (/^#{1,6}\s/.test(line)) return line.replace(/\s*\{#[\w-]+\}\s*$/, '')
  const isName = /^\s*\*\*[^*]+\*\*:?\s*$/.test(line) && /^\s*\p{Lu}/u.test(next)
  return line.trim() !== '' && (isName || labelOf(next)) ? `${line.trimEnd()}  ` : line
}

// Rule (off: line): Docusaurus and VuePress put ":::tip Title" and ":::" around a note; lines of statements of Jekyll, GitBook and MDX are not text.
function withoutContainer(line: string): string {
  if (/^\s*(?:\{[%:][^{}]{0,1000}\}\s*)+$/.test(line)) return ''
  if (/^(?:import\s(?:.{1,300}\sfrom\s+)?['"]|export\s+(?:const|default|function)\b)/.test(line)) return ''
  return line.replace(/^ {0,3}:{3,}[ \t]*(?:[\w-]+[ \t]*(?:\[(.*)\]|(.*)))?$/, '\n$1$2\n')
}

const TAG =
  /(?:\{\{[<%]\s*|<(?=\/?[A-Z]))(\/?)\s*([\w.-]{1,60})((?:\s[^<>]{0,1000}?)?)\s*(\/?)(?:[>%]\}\}|>)/g
const FOLDING = /accordion|faq|question|detail|expand|collaps|toggle|disclosure/i

// Rule (off: line): Hugo (`{{< faq "…" >}} … {{< /faq >}}`) and MDX (`<Accordion title="…">`, `<FAQ question="…" answer="…" />`); other tags are not text.
function withoutTags(line: string): string {
  if (/^ {4,}|`/.test(line)) return line
  return line.replace(TAG, (_, closes: string, name: string, given: string, endsAtOnce: string) => {
    const title =
      valueIn(given, /^(?:title|question|q|summary|header|heading|label)$/i) ??
      /^\s*"([^"]*\s[^"]*)"\s*$/.exec(given)?.[1]
    if (!FOLDING.test(name) || !(closes || title)) return title ? `\n${title}\n` : ' '
    const answer = endsAtOnce ? valueIn(given, /^(?:answer|a|content|text|body)$/i) : ''
    return (title ? opening(title) : '') + answer + (closes || endsAtOnce ? CLOSING : '')
  })
}

function valueIn(given: string, wanted: RegExp): string | undefined {
  const found = given.matchAll(/([\w-]{1,40})\s*=\s*\{?(?:"([^"]*)"|'([^']*)'|`([^`]*)`)/g)
  const named = found.map(([, key = '', ...values]) => ({ key, value: values.join('') }))
  return named.find(({ key, value }) => wanted.test(key) && value.trim())?.value
}
