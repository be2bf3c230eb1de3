// The rules about a file as such: its name, its length, its first line, and where SQL may stand.

import { basename } from 'node:path/posix'
import type { Token } from './lex.ts'
import { LADDER, SERVICE_SOURCE, sliceOf } from './places.ts'
import { isMark, isWord, type SourceFile } from './read-file.ts'
import { type Finding, globalClients } from './rules.ts'

const LONGEST_LINES = 400
const GRAB_BAG = /(?:^|[-.])(?:utils?|helpers?)$/

export function fileFindings(file: SourceFile): Finding[] {
  return [
    ...name(file),
    ...place(file),
    ...length(file),
    ...opening(file),
    ...sqlOutsideStore(file),
    ...globalClients(file),
  ]
}

function name({ path }: SourceFile): Finding[] {
  const parts = path.replace(/\.tsx?$/, '').split('/')
  const grabBag = parts.find((part) => GRAB_BAG.test(part))
  if (grabBag) return [at(path, 1, `named ${grabBag}; name it for the one job it has`)]
  if (!/^(?:types|index)\.tsx?$/.test(basename(path))) return []
  return [
    at(path, 1, `named ${basename(path)}; types live with the code that owns them, and there are no barrels`),
  ]
}

function place({ path }: SourceFile): Finding[] {
  const slice = sliceOf(path)
  if (!slice || LADDER.includes(slice)) return []
  return [
    at(path, 1, `folder ${slice} is not on the ladder; put it into one of ${LADDER.slice(0, -1).join(', ')}`),
  ]
}

function length({ path, lineCount }: SourceFile): Finding[] {
  if (lineCount <= LONGEST_LINES || isGenerated(path)) return []
  return [at(path, lineCount, `${lineCount} lines; at most ${LONGEST_LINES}: split it by job`)]
}

export function isGenerated(path: string): boolean {
  return /\.generated\.tsx?$/.test(path)
}

function opening({ path, beginsWithComment }: SourceFile): Finding[] {
  return beginsWithComment ? [] : [at(path, 1, 'begins with code; begin with a comment that says its job')]
}

const BUILDERS = ['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto']
const TAG_CALLS = ['raw', 'join', 'ref', 'table', 'id', 'lit', 'val']

function sqlOutsideStore({ path, tokens }: SourceFile): Finding[] {
  const slice = sliceOf(path)
  if (!path.startsWith(SERVICE_SOURCE) || slice === 'platform' || slice === 'lanes') return []
  if (/(?:^|-)store\.ts$/.test(basename(path))) return []
  return tokens.flatMap((token, i) => {
    const isBuilder =
      isWord(token, ...BUILDERS) && isMark(tokens[i - 1], '.') && isMark(tokens[i + 1], '(', '<')
    if (!isBuilder && !isSqlTag(tokens, i)) return []
    return [at(path, token.line, `SQL (${token.text}); it stands in the slice's store.ts or a *-store.ts`)]
  })
}

/** sql`…`, sql<Row>`…`, sql.raw(…) and its kin. */
function isSqlTag(tokens: Token[], i: number): boolean {
  if (!isWord(tokens[i], 'sql') || isMark(tokens[i - 1], '.')) return false
  if (isMark(tokens[i + 1], '.')) return isWord(tokens[i + 2], ...TAG_CALLS) && isMark(tokens[i + 3], '(')
  let depth = 0
  for (let next = i + 1; next < tokens.length; next++) {
    const token = tokens[next]
    if (depth === 0 && token?.kind === 'template') return true
    if (isMark(token, '<')) depth++
    else if (isMark(token, '>')) depth--
    else if (depth === 0 || isMark(token, ';')) return false
  }
  return false
}

function at(path: string, line: number, text: string): Finding {
  return { path, line, text }
}
