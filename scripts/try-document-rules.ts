// Switches off each rule of packages/documents in turn, converts the lookalikes and (if TANDEM_BENCH_DATA is set) real files, and
// lists the rules that no file needs. A rule is a function below a comment "Rule (off: <its result when it is off>): <why>".
//   node scripts/try-document-rules.ts [part of a path or of a rule's name ...]
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { type Comment, type Node, parse } from 'acorn'
import type { Measured } from '../packages/documents/test/measure/measure-file.ts'

const ROOT = join(import.meta.dirname, '..')
/** Inside the repository, so that the copy finds its dependencies. */
const COPY = join(ROOT, 'bench/.cache', `rules-${process.pid}`)
const SOURCES = 'packages/documents/src'
const RULE = /^\W*Rule \(off: (.+?)\): /s

/** The formats that the sources of a folder read; files of other formats need not be converted again. */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  'read/pdf': ['PDF'],
  'read/docx': ['DOCX'],
  'read/html': ['HTML', 'MD', 'DOCX'],
  'read/text': ['TXT', 'MD'],
  'read/data': ['JSON', 'YAML', 'CSV', 'XLSX'],
  lists: ['JSON', 'YAML', 'CSV', 'XLSX'],
}

interface Rule {
  readonly name: string
  readonly path: string
  /** The part of the source to replace by `put`, so that the function returns the result of the rule when it is off. */
  readonly from: number
  readonly to: number
  readonly put: string
}

interface Named {
  readonly name: string
  readonly start: number
  readonly body: Node
}

const wanted = process.argv.slice(2)
const rules = globSync(`${SOURCES}/**/*.ts`, { cwd: ROOT })
  .flatMap(rulesIn)
  .filter(({ name, path }) => wanted.length === 0 || wanted.some((part) => `${path} ${name}`.includes(part)))

try {
  mkdirSync(COPY, { recursive: true })
  for (const path of ['packages/documents', 'bench/document-sets.ts', 'bench/programs/measure-documents.ts'])
    cpSync(join(ROOT, path), join(COPY, path), { recursive: true })
  const before = new Map<string, Map<string, Measured>>()
  const unneeded: string[] = []
  for (const { name, path, from, to, put } of rules) {
    const folder = relative(SOURCES, dirname(path))
    const usual = before.get(folder) ?? measure(folder)
    before.set(folder, usual)
    const source = readFileSync(join(ROOT, path), 'utf8')
    writeFileSync(join(COPY, path), source.slice(0, from) + put + source.slice(to))
    const without = measureOrFail(folder)
    writeFileSync(join(COPY, path), source)
    const names = [...usual.keys()]
    const worse = names.filter((file) => faultsOf(without.get(file)) > faultsOf(usual.get(file)))
    const better = names.filter((file) => faultsOf(without.get(file)) < faultsOf(usual.get(file)))
    if (worse.length === 0) unneeded.push(`${path}: ${name}`)
    console.log(`${worse.length > 0 ? 'needed  ' : 'UNNEEDED'}  ${path}: ${name}`)
    if (worse.length > 0) console.log(`          by ${listed(worse)}`)
    if (better.length > 0) console.log(`          better without it: ${listed(better)}`)
  }
  console.log(
    `\n${rules.length} rules, ${unneeded.length} that nothing needs${unneeded.map((each) => `\n  ${each}`).join('')}`,
  )
} finally {
  rmSync(COPY, { recursive: true, force: true })
}

function rulesIn(path: string): Rule[] {
  const source = readFileSync(join(ROOT, path), 'utf8')
  const comments: Comment[] = []
  const tree = parse(stripTypeScriptTypes(source), {
    ecmaVersion: 'latest',
    sourceType: 'module',
    onComment: comments,
  })
  const functions = functionsIn(tree)
  return comments.flatMap(({ value, end }) => {
    const off = RULE.exec(value)?.[1]
    if (off === undefined) return []
    const next = functions.filter(({ start }) => start > end).sort((a, b) => a.start - b.start)[0]
    if (!next) throw new Error(`${path}: no function follows the rule “${value.trim()}”.`)
    return [{ name: next.name, path, from: next.body.start, to: next.body.end, put: `{ return (${off}) }` }]
  })
}

function functionsIn(tree: Node): Named[] {
  const found: Named[] = []
  const visit = (value: unknown, outer: { name: string; start: number }): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, outer)
    if (typeof value !== 'object' || value === null || !('type' in value)) return
    const node = value as Node & { id?: { name?: string }; body?: Node }
    const isNamed = node.type === 'FunctionDeclaration' || node.type === 'VariableDeclarator'
    const own = isNamed ? { name: node.id?.name ?? '', start: node.start } : outer
    if (/Function/.test(node.type) && node.body) found.push({ ...own, body: node.body })
    for (const each of Object.values(node)) visit(each, own)
  }
  visit(tree, { name: '', start: 0 })
  return found
}

function measure(folder: string): Map<string, Measured> {
  const found = new Map<string, Measured>()
  for (const set of ['lookalikes', ...(process.env.TANDEM_BENCH_DATA ? ['real files'] : [])]) {
    const program = join(COPY, 'bench/programs/measure-documents.ts')
    const input = JSON.stringify({ set, formats: FORMATS[folder] })
    const printed = execFileSync(process.execPath, [program, input], {
      maxBuffer: 1e9,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    for (const file of JSON.parse(printed.toString()).measured as Measured[])
      found.set(`${set === 'lookalikes' ? '' : 'real '}${file.name}`, file)
  }
  return found
}

/** Without a rule the conversion may throw an error; then every file counts as worse. */
function measureOrFail(folder: string): Map<string, Measured> {
  try {
    return measure(folder)
  } catch {
    return new Map()
  }
}

/** The number of faults in the result of a file; infinite if the file could not be converted. */
function faultsOf(file: Measured | undefined): number {
  if (!file) return Number.POSITIVE_INFINITY
  const { missing, wrong, expected, failures, table, midSentence } = file
  return (
    missing.length +
    (expected > 0 ? wrong.length : 0) +
    failures.length +
    midSentence.length +
    (table?.broken.length ?? 0)
  )
}

function listed(names: readonly string[]): string {
  return names.slice(0, 6).join(', ') + (names.length > 6 ? ` and ${names.length - 6} more` : '')
}
