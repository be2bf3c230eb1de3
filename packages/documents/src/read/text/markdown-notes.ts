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

function folded(title: string, body: string, folds: boolean): string[] {
  if (!folds) return ['', title, '', body, '']
  return ['', `<details><summary>${title}</summary>`, '', body, '', '</details>', '']
}

interface Note {
  readonly title: string
  readonly body: string
  readonly folds: boolean
  readonly last: number
}

const NOTE = /^( *)(\?\?\?\+?|!!!|===\+?)(?:[ \t]+([\w -]{1,60}?))?(?:[ \t]+"([^"\n]{0,500})")?[ \t]*$/

// Rule (off: undefined): MkDocs: `??? question "…"`, `!!! note`, `=== "Linux"` over lines that are indented by four.
function indentedNote(lines: readonly string[], at: number): Note | undefined {
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

// Rule (off: line): Hugo: `{{< faq "…" >}} … {{< /faq >}}` folds; of any other shortcode nothing is text.
function withoutShortcodes(line: string): string {
  if (!line.includes('{{')) return line
  return line.replace(SHORTCODE, (_, closes: string, name: string, given: string) => {
    if (closes) return FOLDING.test(name) ? '\n\n</details>\n' : ''
    const title = titleIn(given) ?? /^\s*["`]([^"`]*\s[^"`]*)["`]\s*$/.exec(given)?.[1]
    return FOLDING.test(name) && title ? opening(title) : ''
  })
}

const COMPONENT = /<(\/?)([A-Z][\w.]{0,60})((?:\s[^<>]{0,1000})?)>/g

// Rule (off: line): MDX: `<Accordion title="…">` folds, and so does `<FAQ question="…" answer="…" />`; other components are not text.
function withoutComponents(line: string): string {
  if (/^(?:import\s.{1,300}\sfrom\s+['"]|import\s+['"]|export\s+(?:const|default|function)\b)/.test(line))
    return ''
  if (!line.includes('<') || /^ {4,}|`/.test(line)) return line
  return line.replace(COMPONENT, (_, closes: string, name: string, given: string) => {
    if (closes) return FOLDING.test(name) ? '\n\n</details>\n' : '\n'
    const title = titleIn(given)
    if (!FOLDING.test(name) || !title) return title ? `\n${title}\n` : '\n'
    if (!given.trimEnd().endsWith('/')) return opening(title)
    const answer = attributesOf(given).find(([key]) => /^(?:answer|a|content|text|body)$/i.test(key))?.[1]
    return answer ? `${opening(title)}${answer}\n\n</details>\n` : ''
  })
}

const opening = (title: string) => `\n<details><summary>${title}</summary>\n\n`

function titleIn(given: string): string | undefined {
  return attributesOf(given).find(([key, value]) => TITLE.test(key) && value.trim())?.[1]
}

function attributesOf(given: string): [key: string, value: string][] {
  const found = given.matchAll(/([\w-]{1,40})\s*=\s*\{?(?:"([^"]*)"|'([^']*)'|`([^`]*)`)/g)
  return [...found].map(([, key = '', double, single, back]) => [key, double ?? single ?? back ?? ''])
}
