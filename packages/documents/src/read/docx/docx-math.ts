/** Formulas of a Word document on one line: "x=(a+b)/2", "a^2", "√(n)". */
import { valOf, type XmlToken } from './docx-xml.ts'

interface Part {
  readonly name: string
  readonly children: Part[]
  text: string
  value: string
}

const DEEPEST = 200

export function formulaText(tokens: readonly XmlToken[]): string {
  const root: Part = { name: '', children: [], text: '', value: '' }
  const open: Part[] = [root]
  for (const token of tokens) {
    const { kind, name, raw } = token
    const parent = open.at(-1)!
    if (kind === 'text' && (parent.name === 'm:t' || parent.name === 'w:t')) parent.text += raw
    else if (kind === 'open' || kind === 'empty') {
      const value = valOf(token) ?? ''
      const part: Part = { name, children: [], text: '', value }
      // Deeper than anybody writes: the rest is read flat.
      if (open.length < DEEPEST || name.endsWith(':t')) parent.children.push(part)
      if (kind === 'open') open.push(open.length < DEEPEST || name.endsWith(':t') ? part : parent)
    } else if (kind === 'close' && open.length > 1) open.pop()
  }
  return write(root).replace(/\s+/g, ' ').trim()
}

function write(part: Part): string {
  const of = (name: string) => {
    const found = part.children.find((each) => each.name === `m:${name}`)
    return found ? write(found) : ''
  }
  const property = (name: string) =>
    part.children
      .find((each) => each.name === `${part.name}Pr`)
      ?.children.find((each) => each.name === `m:${name}`)?.value
  switch (part.name) {
    case 'm:t':
    case 'w:t':
      return part.text
    case 'm:f':
      return `${grouped(of('num'))}/${grouped(of('den'))}`
    case 'm:sSup':
      return `${grouped(of('e'))}^${grouped(of('sup'))}`
    case 'm:sSub':
      return `${of('e')}_${grouped(of('sub'))}`
    case 'm:sSubSup':
      return `${of('e')}_${grouped(of('sub'))}^${grouped(of('sup'))}`
    case 'm:rad':
      return `${of('deg') ? `${grouped(of('deg'))}` : ''}√${grouped(of('e'))}`
    case 'm:nary': {
      const [from, to] = [of('sub'), of('sup')]
      return `${property('chr') ?? '∫'}${from && `_${grouped(from)}`}${to && `^${grouped(to)}`} ${of('e')}`
    }
    case 'm:d': {
      const inner = part.children.filter((each) => each.name === 'm:e').map(write)
      return `${property('begChr') ?? '('}${inner.join(property('sepChr') ?? '|')}${property('endChr') ?? ')'}`
    }
    case 'm:mr':
      return `${part.children.map(write).filter(Boolean).join(', ')}; `
    default:
      return /Pr$/.test(part.name) ? '' : part.children.map(write).join('')
  }
}

/** In brackets where it is more than one sign or number. */
function grouped(text: string): string {
  return /^(?:[\p{L}\p{N}.,%]*|\([^()]*\))$/u.test(text) ? text : `(${text})`
}
