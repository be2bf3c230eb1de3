// Reads the sources of the packages into syntax trees, and selects the modules that may process outside text.

import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join, posix, sep } from 'node:path'
import { type AnyNode, type Program, parse } from 'acorn'
import { exportedPath } from './exported-path.ts'

/**
 * Entries that read files in a separate process with a time limit. Modules that only these entries reach may be slow, because
 * the limit ends them. All other modules are checked.
 */
export const SANDBOX_ENTRIES = ['packages/service/src/knowledge/file-process.ts']

const SOURCES = 'packages/*/{src,bin}/**/*.{ts,js}'

export interface Module {
  /** The path from the root, with slashes. */
  readonly path: string
  readonly program: Program
}

/** The modules to check. Throws if an entry does not exist, so that the list above stays true. */
export function modulesInScope(root: string, entries = SANDBOX_ENTRIES): Module[] {
  const modules = new Map(
    globSync(SOURCES, { cwd: root, exclude: (path) => path.includes('node_modules') }).map((found) => {
      const path = found.split(sep).join('/')
      return [path, { path, program: programOf(path, readFileSync(join(root, path), 'utf8')) }]
    }),
  )
  for (const entry of entries) {
    if (!modules.has(entry)) throw new Error(`${entry} is listed as a sandbox entry and does not exist`)
  }
  const sandboxed = reached(modules, entries, [])
  const others = [...modules.keys()].filter((path) => !sandboxed.has(path))
  const counted = reached(modules, others, entries)
  return [...modules.values()]
    .filter(({ path }) => counted.has(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Types are replaced by spaces, so that lines and columns are those of the file. */
function programOf(path: string, source: string): Program {
  const code = path.endsWith('.ts') ? stripTypeScriptTypes(source) : source
  return parse(code, { ecmaVersion: 'latest', sourceType: 'module', locations: true, allowHashBang: true })
}

function reached(
  modules: ReadonlyMap<string, Module>,
  from: readonly string[],
  except: readonly string[],
): Set<string> {
  const seen = new Set<string>()
  const waiting = [...from]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const module = modules.get(path)
    if (!module || seen.has(path) || except.includes(path)) continue
    seen.add(path)
    walk(module.program, (node) => {
      // Imports, `new URL('./thread.ts', …)` and `load('./module.ts')` all name a module in a string.
      if (node.type !== 'Literal' || typeof node.value !== 'string') return
      const target = resolved(module.path, node.value)
      if (target !== undefined && modules.has(target)) waiting.push(target)
    })
  }
  return seen
}

function resolved(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  return exportedPath(specifier)
}

/** Visits every node, with the nodes around it, the nearest last. */
export function walk(
  node: AnyNode,
  visit: (node: AnyNode, around: readonly AnyNode[]) => void,
  around: readonly AnyNode[] = [],
): void {
  visit(node, around)
  const inside = [...around, node]
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === 'string') walk(child as AnyNode, visit, inside)
    }
  }
}
