/**
 * What site builders add to Markdown: MkDocs notes, Docusaurus containers, Hugo shortcodes, MDX components. What folds away under a
 * question becomes <details>; of everything else the marks go and the text stays. Code is left as it is.
 */
import { labelOf } from '../../document/question-marks.ts'

const MOST_NESTED = 10
const TITLE = /^(?:title|question|q|summary|header|heading|label)$/i
const FOLDING = /accordion|faq|question|detail|expand|collaps|toggle|disclosure/i

export function withoutSiteMarks(source: string, depth = 0): string {
  const out: string[] = []
  const lines = source.split('\n')
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!
    const fence = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence) {
      const first = i
      for (i++; i < lines.length && !lines[i]!.trim().startsWith(fence); ) i++
      for (let at = first; at <= i && at < lines.length; at++) out.push(lines[at]!)
      continue
    }
    const note = depth < MOST_NESTED ? indentedNote(lines, i) : undefined
    if (note) {
      out.push(...folded(note.title, withoutSiteMarks(note.body, depth + 1), note.folds))
      i = note.last
    } else
      out.push(withLineEnd(withoutComponents(withoutShortcodes(withoutContainer(line))), lines[i + 1] ?? ''))
  }
  return out.join('\n')
}

/**
 * A soft line end is a blank, except before a label: "Q: …" and "A: …" on lines of one paragraph are two things. A bold name on a line
 * of its own is one too. The id that a heading was given is none of its words.
 */
function withLineEnd(line: string, next: string): string {
  if (/^#{1,6}\s/.test(line)) return line.replace(/\s*\{#[\w-]+\}\s*$/, '')
  const isName = /^\s*\*\*[^*]+\*\*:?\s*$/.test(line) && /^\s*\p{Lu}/u.test(next)
  return line.trim() !== '' && (isName || labelOf(next)) ? `${line.trimEnd()}  ` : line
}

const folded = (title: string, body: string, folds: boolean) =>
  folds ? [foldMark('', title), body, foldMark('/')] : ['', title, '', body, '']

const NOTE =
  /^( *)(\?\?\?\+?|!!!|===\+?)(?:[ \t]+([\p{L}\p{N}_ -]{1,60}?))?(?:[ \t]+"([^"\n]{0,500})")?[ \t]*$/u

// Rule (off: undefined): MkDocs: `??? question "…"`, `!!! note`, `=== "Linux"` over lines that are indented by four.
function indentedNote(lines: readonly string[], at: number) {
  const [, indent = '', mark = '', type = '', title = ''] = NOTE.exec(lines[at]!) ?? []
  if (!mark) return undefined
  const inside = `${indent}    `
  let last = at
  for (let i = at + 1; i < lines.length && (lines[i]!.startsWith(inside) || !lines[i]!.trim()); i++)
    if (lines[i]!.trim()) last = i
  if (last === at) return undefined
  const body = lines.slice(at + 1, last + 1).map((line) => line.slice(inside.length))
  const folds = title.trim() !== '' && (mark.startsWith('?') || /question|faq|help/i.test(type))
  return { title: title.trim(), body: body.join('\n'), folds, last }
}

// Rule (off: line): Docusaurus and VuePress: ":::tip Title" and ":::" around a note.
function withoutContainer(line: string): string {
  const found = /^ {0,3}:{3,}[ \t]*(?:([\w-]+)[ \t]*(.*))?$/.exec(line)
  if (!found) return line
  return found[2] ? `\n${found[2].replace(/^\[(.*)\]$/, '$1')}\n` : ''
}

const SHORTCODE = /\{\{[<%]\s*(\/?)\s*([\w-]+)([^{}]{0,1000}?)\/?\s*[>%]\}\}/g

// Rule (off: line): Hugo: `{{< faq "…" >}} … {{< /faq >}}` folds; of any other shortcode nothing is text, nor of lines of Jekyll and GitBook such as `{% hint %}` and `{: .note }`.
function withoutShortcodes(line: string): string {
  if (/^\s*(?:\{[%:][^{}]{0,1000}\}\s*)+$/.test(line)) return ''
  if (!line.includes('{{')) return line
  return line.replace(SHORTCODE, (_, closes: string, name: string, given: string) => {
    const title = titleIn(given) ?? /^\s*["`]([^"`]*\s[^"`]*)["`]\s*$/.exec(given)?.[1]
    return FOLDING.test(name) && (closes || title) ? foldMark(closes, title) : ''
  })
}

const COMPONENT = /<(\/?)([A-Z][\w.]{0,60})((?:\s[^<>]{0,1000})?)>/g

// Rule (off: line): MDX: `<Accordion title="…">` folds, and so does `<FAQ question="…" answer="…" />`; other components are not text.
function withoutComponents(line: string): string {
  if (/^(?:import\s.{1,300}\sfrom\s+['"]|import\s+['"]|export\s+(?:const|default|function)\b)/.test(line))
    return ''
  if (!line.includes('<') || /^ {4,}|`/.test(line)) return line
  return line.replace(COMPONENT, (_, closes: string, name: string, given: string) => {
    const title = titleIn(given)
    if (!FOLDING.test(name) || !(closes || title)) return `\n${title ? `${title}\n` : ''}`
    if (!given.trimEnd().endsWith('/')) return foldMark(closes, title)
    const answer = attributeIn(given, /^(?:answer|a|content|text|body)$/i)
    return answer ? `${foldMark('', title)}${answer}${foldMark('/')}` : ''
  })
}

const foldMark = (closes: string, title = '') =>
  closes ? '\n\n</details>\n' : `\n<details><summary>${title}</summary>\n\n`

const titleIn = (given: string) => attributeIn(given, TITLE)

function attributeIn(given: string, wanted: RegExp): string | undefined {
  const found = given.matchAll(/([\w-]{1,40})\s*=\s*\{?(?:"([^"]*)"|'([^']*)'|`([^`]*)`)/g)
  const named = found.map(([, key = '', ...values]) => ({ key, value: values.join('') }))
  return named.find(({ key, value }) => wanted.test(key) && value.trim())?.value
}
