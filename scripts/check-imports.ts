// Proves the layout: the ladder of slices, the packages, no cycles, SQL only in stores, outgoing requests only in egress, and the
// sizes and names of files.
//   node scripts/check-imports.ts
// The formatter puts each import at the start of a line and in single quotes, so regular expressions can read them.

import { globSync, readFileSync } from 'node:fs'
import { basename, join, posix, sep } from 'node:path'

export type Finding = { path: string; line: number; text: string }

/** Source texts by their paths from the root, with slashes. */
type Tree = ReadonlyMap<string, string>
type Import = { specifier: string; line: number; isType: boolean }

const SOURCES = [
  'packages/*/{src,test,bin}/**/*.{ts,tsx}',
  '{scripts,bench,examples}/**/*.{ts,tsx}',
  'packages/*/package.json',
]
const LONGEST_LINES = 400
const LADDER =
  'platform lanes models agents accounts knowledge delivery conversations handoff answering desk feed monitoring app'.split(
    ' ',
  )

/** For each package, the packages of ours that its sources may import. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  contract: [],
  languages: ['contract'],
  documents: ['contract', 'languages'],
  search: ['languages'],
  service: ['contract', 'languages', 'documents', 'search'],
  cli: ['contract', 'languages', 'documents', 'search', 'service', 'sdk'],
  sdk: [],
  console: ['sdk'],
  widget: [],
}
/** Packages without databases, HTTP and threads; the contract also runs in browsers. */
const PURE = ['contract', 'languages', 'documents', 'search']
const IMPURE =
  /^(?:pg|kysely|undici|node:(?:sqlite|https?2?|net|tls|dns|worker_threads|child_process|cluster))/

const SERVICE = 'packages/service/src/'
const EGRESS = `${SERVICE}platform/egress/`
const SENDERS = /^(?:undici|axios|got|ws|(?:node:)?(?:http|https|http2|net|tls|dgram|dns)(?:\/.*)?)$/
const GLOBAL_SENDER =
  /(?<!function )(?<![.\w])(?:(?:globalThis|window|self)\.)?(fetch\(|new (?:WebSocket|EventSource|XMLHttpRequest)\(|navigator\.sendBeacon\()/
const SQL =
  /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto)[(<]|\bsql(?:<[^`]*>)?`|\bsql\.(?:raw|join|ref|table|id|lit|val)\(/

const IMPORT =
  /^(?:import|export)\s+(type\s+)?[\w$*{},\s]+?\sfrom\s+'([^']+)'|^import\s+'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm

function importsOf(source: string): Import[] {
  return [...source.matchAll(IMPORT)]
    .filter((found) => !/^\s*(?:\/\/|\*)/.test(source.slice(source.lastIndexOf('\n', found.index) + 1)))
    .map((found) => ({
      specifier: found[2] ?? found[3] ?? found[4] ?? '',
      line: source.slice(0, found.index).split('\n').length,
      isType: found[1] !== undefined,
    }))
}

const isRelative = (specifier: string) => /^\.\.?(?:\/|$)/.test(specifier)
const packageOf = (path: string) => /^packages\/([^/]+)\//.exec(path)?.[1]
const isTest = (path: string) => /^packages\/[^/]+\/test\//.test(path)
const isShipped = (path: string) => path.startsWith('packages/') && !isTest(path)

/** The slice of a service source; files beside the slices are `app`. */
function sliceOf(path: string): string | undefined {
  if (!path.startsWith(SERVICE)) return undefined
  const parts = path.slice(SERVICE.length).split('/')
  return parts.length === 1 ? 'app' : parts[0]
}

/** The file of this repository that an import refers to; null if the package is ours but does not export the name. */
function targetOf(tree: Tree, from: string, specifier: string): string | undefined | null {
  if (isRelative(specifier)) return posix.join(posix.dirname(from), specifier.replace(/\?.*$/, ''))
  const [, name, rest] = /^@tandem\/([^/]+)\/(.+)$/.exec(specifier) ?? []
  if (!name) return undefined
  const exported = JSON.parse(tree.get(`packages/${name}/package.json`) ?? '{}').exports ?? {}
  const named: string | undefined = exported[`./${rest}`]
  return named === undefined ? null : posix.join('packages', name, named)
}

function importFinding(tree: Tree, path: string, { specifier, isType }: Import): string | undefined {
  const to = targetOf(tree, path, specifier)
  const [fromSlice, toSlice] = [sliceOf(path), sliceOf(to ?? '')]
  if (to === null) return `${specifier} is not among the exports of its package`
  if (fromSlice && toSlice && LADDER.indexOf(toSlice) > LADDER.indexOf(fromSlice))
    return `${fromSlice} imports ${toSlice}; a slice imports only itself and those to its left: ${LADDER.join(' → ')}`
  const [fromPackage, toPackage] = [packageOf(path), packageOf(to ?? '')]
  if (to && toPackage && toPackage !== fromPackage) {
    if (isRelative(specifier) && isShipped(to))
      return `import of ${specifier}; name it as @tandem/${toPackage}/…`
    const allowed = MAY_IMPORT[fromPackage ?? ''] ?? []
    if (isShipped(path) && !allowed.includes(toPackage))
      return `${fromPackage} imports ${toPackage}; it may import ${allowed.join(', ') || 'no package of ours'}`
  }
  if (to && isShipped(path) && !isShipped(to))
    return `shipped code imports ${to}; it may import only packages`
  if (isRelative(specifier) && (!/[^/.]\.\w+(?:\?.*)?$/.test(specifier) || /\.[cm]?jsx?$/.test(specifier)))
    return `import of ${specifier}; imports end in .ts (or .tsx, or the ending of an asset)`
  if (!isShipped(path)) return undefined
  if (fromPackage === 'sdk' && !isRelative(specifier))
    return `sdk imports ${specifier}; it has no dependencies and runs outside Node too`
  const isImpure = IMPURE.test(specifier) || (fromPackage === 'contract' && specifier.startsWith('node:'))
  if (PURE.includes(fromPackage ?? '') && isImpure)
    return `${fromPackage} imports ${specifier}; it is pure: no databases, HTTP or threads`
  const isServer = specifier === 'node:http' && path.startsWith(`${SERVICE}platform/http/`)
  if (SENDERS.test(specifier) && !isType && !isServer && !path.startsWith(EGRESS))
    return `import of ${specifier}; every outgoing request goes through ${EGRESS}`
  return undefined
}

function fileFindings(path: string, source: string): Finding[] {
  const lines = source.replace(/\n$/, '').split('\n')
  const findings: Finding[] = []
  const add = (line: number, text: string) => void findings.push({ path, line, text })
  const slice = sliceOf(path)
  const name = basename(path).replace(/\.tsx?$/, '')
  if (/^(?:types|index)$|(?:^|[-.])(?:utils?|helpers?)$/.test(name))
    add(1, `named ${name}; name it for its one job`)
  if (slice && !LADDER.includes(slice)) add(1, `folder ${slice} is not on the ladder`)
  if (lines.length > LONGEST_LINES && !/\.generated\.tsx?$/.test(path))
    add(lines.length, `${lines.length} lines; at most ${LONGEST_LINES}: split it by job`)
  if (!/^(?:#!.*\n)?(?:\/\/ biome-ignore.*\n)?\/[/*]/.test(source))
    add(1, 'begins with code; begin with a comment that says its job')
  const mayHoldSql =
    slice === undefined || slice === 'platform' || /(?:^|-)store(?:-postgres|-sqlite)?$/.test(name)
  const maySend =
    !isShipped(path) || path.startsWith(EGRESS) || ['sdk', 'widget'].includes(packageOf(path) ?? '')
  for (const [n, line] of lines.entries()) {
    if (/^\s*(?:\/\/|\/?\*)/.test(line)) continue
    if (!mayHoldSql && SQL.test(line))
      add(n + 1, 'SQL; it stands in the store.ts or a *-store.ts of the slice')
    const sender = maySend ? null : GLOBAL_SENDER.exec(line)
    if (sender) add(n + 1, `call of the global ${sender[1]}…); ${doorOf(path)}`)
  }
  return findings
}

/** How a file of this package may send requests. */
const doorOf = (path: string) =>
  packageOf(path) === 'console'
    ? 'the console talks to the service through @tandem/sdk/source'
    : `every outgoing request goes through ${EGRESS}`

/** One finding for each import that closes a cycle. */
function cycleFindings(tree: Tree, imports: ReadonlyMap<string, readonly Import[]>): Finding[] {
  const findings: Finding[] = []
  const done = new Set<string>()
  const way: string[] = []
  const visit = (path: string): void => {
    way.push(path)
    for (const { specifier, line } of imports.get(path) ?? []) {
      const to = targetOf(tree, path, specifier)
      if (!to || !imports.has(to)) continue
      const at = way.indexOf(to)
      if (at >= 0) findings.push({ path, line, text: `import cycle ${[...way.slice(at), to].join(' → ')}` })
      else if (!done.has(to)) visit(to)
    }
    done.add(path)
    way.pop()
  }
  for (const path of [...imports.keys()].sort()) if (!done.has(path)) visit(path)
  return findings
}

export function findingsOf(tree: Tree): Finding[] {
  const sources = [...tree].filter(([path]) => !path.endsWith('.json'))
  const imports = new Map(sources.map(([path, source]) => [path, importsOf(source)]))
  const ofImports = [...imports].flatMap(([path, list]) =>
    list.flatMap((each) => {
      const text = importFinding(tree, path, each)
      return text ? [{ path, line: each.line, text }] : []
    }),
  )
  const ofFiles = sources.flatMap(([path, source]) => fileFindings(path, source))
  return [...ofFiles, ...ofImports, ...cycleFindings(tree, imports)]
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  const paths = globSync(SOURCES, { cwd: root, exclude: (path) => path.includes('node_modules') })
  const tree = new Map(
    paths.map((path) => [path.split(sep).join('/'), readFileSync(join(root, path), 'utf8')]),
  )
  const findings = findingsOf(tree)
  for (const { path, line, text } of findings) console.log(`${path}:${line} ${text}`)
  const lengths = [...tree.values()].map((source) => source.split('\n').length - 1).sort((a, b) => a - b)
  const median = lengths[Math.floor(lengths.length / 2)] ?? 0
  console.log(`imports: ${tree.size} files, median ${median} lines, ${findings.length} findings`)
  process.exitCode = findings.length > 0 ? 1 : 0
}
