/** Help files of Vim and Neovim: what a reader sees of them, without the marks by which the editor finds its way. */

/** ">" or ">lua" at a line's end opens code; "<" or text at the margin closes it. */
const CODE = /(?:^|[ \t])>[a-z]*\n((?:(?:[ \t].*)?\n)+)<?/m
/** The name of the file, and that of the manual, which all files of it have. */
const HEADER = /^\*[\w.-]+\*.*\n(?:\s*N?VIM REFERENCE MANUAL.*)?/
const MODELINE = /^[ \t]*vim:.*$|^[ \t]*Type \|gO\| to see the table of contents\.$/gm
const TAG = /(?:^|[ \t]+)\*[^\s*|]+\*(?=[ \t]|$)/gm
const LINK = /\|([^\s|]+)\|/g

/** Text and code by turns. A text that is no such file is one text: their first line begins with their name as a tag. */
export function textAndCode(source: string, isHelp: boolean): string[] {
  if (!isHelp) return [source]
  return source
    .replace(HEADER, '')
    .split(CODE)
    .map((part, i) =>
      i % 2 === 1 ? withoutIndent(part) : part.replace(MODELINE, '').replace(TAG, '').replace(LINK, '$1'),
    )
}

export const isVimHelp = (source: string) => /^\*[\w.-]{1,60}\.txt\*\s/.test(source)

function withoutIndent(code: string): string {
  const indent = /[ \t]+/.exec(code)?.[0] ?? ''
  return code.replaceAll(`\n${indent}`, '\n')
}
