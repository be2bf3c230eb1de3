// Reads from one source file what the import rules ask about: what it imports, how it begins, how long it is.

import { lex, type Token } from './lex.ts'

export type Import = { specifier: string; line: number; typeOnly: boolean }

export type SourceFile = {
  path: string
  lineCount: number
  /** The code without comments. */
  tokens: Token[]
  imports: Import[]
  beginsWithComment: boolean
}

// Words to tools say nothing about the file's job.
const DIRECTIVE = /^\/[/*]+\s*(?:biome-ignore|@ts-|<reference)/

export function readFile(path: string, source: string): SourceFile {
  const all = lex(source)
  const first = all.find((token) => token.kind !== 'comment' || !DIRECTIVE.test(token.text))
  const tokens = all.filter(({ kind }) => kind !== 'comment')
  return {
    path,
    lineCount: source === '' ? 0 : source.replace(/\n$/, '').split('\n').length,
    tokens,
    imports: tokens.flatMap((_, at) => importAt(tokens, at)),
    beginsWithComment: first?.kind === 'comment',
  }
}

function importAt(tokens: Token[], at: number): Import[] {
  const token = tokens[at]
  if (token?.kind !== 'word' || (token.text !== 'import' && token.text !== 'export')) return []
  if (isMark(tokens[at - 1], '.') || isMark(tokens[at + 1], ':')) return []
  const next = tokens[at + 1]
  if (token.text === 'import' && isMark(next, '(')) {
    // import('x') as a value, or as a type after typeof or in a type position: an edge either way.
    return made(tokens[at + 2], false)
  }
  if (token.text === 'import' && next?.kind === 'string') return made(next, false)
  return fromClause(tokens, at)
}

/** `import … from 'x'` and `export … from 'x'`: names, braces, stars and commas stand between, nothing else. */
function fromClause(tokens: Token[], at: number): Import[] {
  let depth = 0
  let values = 0
  const isTypeClause =
    isWord(tokens[at + 1], 'type') && !isWord(tokens[at + 2], 'from') && !isMark(tokens[at + 2], ',')
  if (tokens[at]?.text === 'export' && !isMark(tokens[at + (isTypeClause ? 2 : 1)], '{', '*')) return []
  for (let i = at + 1; i < tokens.length; i++) {
    const token = tokens[i] as Token
    const after = tokens[i + 1]
    if (isWord(token, 'from') && depth === 0 && after?.kind === 'string') {
      const isEmpty = isMark(tokens[i - 1], '}') && isMark(tokens[i - 2], '{')
      return made(after, isTypeClause || (values === 0 && !isEmpty))
    }
    if (isMark(token, '{')) depth++
    else if (isMark(token, '}')) depth--
    else if (token.kind === 'word') {
      const startsName = isMark(tokens[i - 1], '{', ',') || i === at + 1
      if (startsName && !(depth > 0 && isWord(token, 'type') && !isMark(after, ',', '}'))) values++
    } else if (isMark(token, '*')) values++
    else if (!isMark(token, ',') && token.kind !== 'string') return []
  }
  return []
}

function made(token: Token | undefined, typeOnly: boolean): Import[] {
  if (token?.kind !== 'string' && token?.kind !== 'template') return []
  return [{ specifier: token.text.slice(1, -1), line: token.line, typeOnly }]
}

export function isMark(token: Token | undefined, ...texts: string[]): boolean {
  return token?.kind === 'mark' && texts.includes(token.text)
}

export function isWord(token: Token | undefined, ...texts: string[]): boolean {
  return token?.kind === 'word' && texts.includes(token.text)
}
