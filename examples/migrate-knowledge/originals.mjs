// Where the content of a document comes from: its address, the original file in a folder, or what searching it brings up.
// The platform has no endpoint that answers the content of a document.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join, relative, sep } from 'node:path'

const KINDS = ['csv', 'tsv', 'xls', 'xlsx', 'pdf', 'docx', 'doc', 'md', 'txt', 'html', 'htm', 'json']
/** What the platform joins the question and the answer of a pair with. */
const JOIN = '---***---'
const MOST_SEARCHES = 40

/** The kind of a document, in small letters; empty when nothing tells. */
export function kindOf({ name, format }) {
  const ending = extname(name).slice(1).toLowerCase()
  if (KINDS.includes(ending)) return ending
  const told = String(format ?? '').toLowerCase()
  return KINDS.includes(told) ? told : ''
}

/** A name without its ending: one side may have it and the other not. */
export function stemOf(name) {
  return KINDS.includes(extname(name).slice(1).toLowerCase()) ? basename(name, extname(name)) : name
}

/** Finds files by name: in a subfolder called like the knowledge base, else anywhere in the folder. */
export function openFolder(folder) {
  const files =
    folder === undefined
      ? []
      : readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .sort()
  return (document, baseName) => {
    const named = files.filter(
      (file) => basename(file) === document.name || stemOf(basename(file)) === stemOf(document.name),
    )
    const isInBase = (file) => relative(folder, file).split(sep)[0] === baseName
    const file = named.find(isInBase) ?? named[0]
    return file && { name: basename(file), base64: readFileSync(file).toString('base64') }
  }
}

/**
 * The chunks of a document, by searching it: first for its name, then for what was found. Undefined unless all of them came up;
 * a document with some of its chunks would look whole and not be.
 */
export async function recoverChunks(source, document) {
  const found = new Set()
  const prompts = [stemOf(document.name)]
  for (let searches = 0; searches < MOST_SEARCHES && prompts.length > 0; searches++) {
    for (const { content } of await source.match(prompts.shift(), document.id)) {
      if (found.has(content)) continue
      found.add(content)
      prompts.push(content.split(JOIN)[0].slice(0, 500))
    }
    if (found.size >= document.chunk) return [...found]
  }
  return undefined
}

/** The chunks as pairs; undefined when one of them is none. Tandem has the question in the first line of a pair. */
export function pairsOf(chunks, { format }) {
  const pairs = chunks.map((chunk) => {
    const [question, ...rest] =
      chunk.includes(JOIN) || format !== 'QA' ? chunk.split(JOIN) : chunk.split('\n')
    return { question: question.trim(), answer: rest.join('\n').trim() }
  })
  return pairs.every(({ question, answer }) => question !== '' && answer !== '') ? pairs : undefined
}
