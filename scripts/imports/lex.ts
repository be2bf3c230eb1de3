// Cuts TypeScript into tokens, just well enough to tell code from strings, comments, templates and regular expressions.
// (TypeScript's own scanner is offered by version 7 only under an `unstable` path, and leaves templates and regular
// expressions to the parser.)

export type Token = { kind: 'word' | 'string' | 'template' | 'comment' | 'mark'; text: string; line: number }

const WORD = /[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*|\d[\w.]*/uy
const BLANK = /\s+/y
const LINE_COMMENT = /\/\/[^\n]*/y
const BLOCK_COMMENT = /\/\*[\s\S]*?(?:\*\/|$)/y
// Unclosed strings end with their line: an apostrophe in JSX text must not swallow the file.
const STRING = /'(?:[^'\\\n]|\\[\s\S])*'?|"(?:[^"\\\n]|\\[\s\S])*"?/y
const REGEX = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y

// After these words a slash begins a regular expression; after any other word it divides.
const BEFORE_EXPRESSION = new Set(
  'return typeof case do else in instanceof new of throw void delete yield await default'.split(' '),
)

/** All tokens in order. A template's text pieces are `template` tokens; the code inside `${}` is cut as code. */
export function lex(source: string): Token[] {
  const tokens: Token[] = []
  const openBraces: Array<'block' | 'template'> = []
  let position = source.startsWith('#!') ? source.indexOf('\n') + 1 || source.length : 0
  let line = position > 0 ? 2 : 1

  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = position
    return pattern.exec(source)?.[0]
  }
  const take = (kind: Token['kind'] | 'blank', text: string): void => {
    if (kind !== 'blank') tokens.push({ kind, text, line })
    position += text.length
    line += text.split('\n').length - 1
  }
  const takeTemplate = (): void => {
    const text = templatePiece(source, position)
    if (text.endsWith('${')) openBraces.push('template')
    take('template', text)
  }

  while (position < source.length) {
    const char = source[position] as string
    const blank = match(BLANK)
    const comment = char === '/' ? (match(LINE_COMMENT) ?? match(BLOCK_COMMENT)) : undefined
    const regex = char === '/' && !comment && beginsExpression(tokens) ? match(REGEX) : undefined
    const string = char === '"' || char === "'" ? match(STRING) : undefined
    const word = match(WORD)
    if (blank) take('blank', blank)
    else if (comment) take('comment', comment)
    else if (regex) take('string', regex)
    else if (string) take('string', string)
    else if (word) take('word', word)
    else if (char === '`') takeTemplate()
    else if (char === '}' && openBraces.pop() === 'template') takeTemplate()
    else {
      if (char === '{') openBraces.push('block')
      take('mark', char)
    }
  }
  return tokens
}

/** From an opening backtick or the brace that closes `${}`, to the closing backtick or the next `${`. */
function templatePiece(source: string, from: number): string {
  for (let at = from + 1; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === '`') return source.slice(from, at + 1)
    else if (source[at] === '$' && source[at + 1] === '{') return source.slice(from, at + 2)
  }
  return source.slice(from)
}

function beginsExpression(tokens: Token[]): boolean {
  const last = tokens.findLast(({ kind }) => kind !== 'comment')
  if (!last) return true
  if (last.kind === 'word') return BEFORE_EXPRESSION.has(last.text)
  // `<` before a slash closes a JSX element.
  return last.kind === 'mark' && !')]}<'.includes(last.text)
}
