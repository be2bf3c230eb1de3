// Finds import cycles, those of types alone included, and names each by its shortest round.

import { resolveImport } from './places.ts'
import type { SourceFile } from './read-file.ts'
import type { Finding } from './rules.ts'

type Edge = { to: string; line: number }
type Graph = Map<string, Edge[]>

/** One finding for each knot of files that reach each other. */
export function cycleFindings(files: SourceFile[]): Finding[] {
  const graph = graphOf(files)
  const findings: Finding[] = []
  const told = new Set<string>()
  for (const path of [...graph.keys()].sort()) {
    if (told.has(path)) continue
    const round = shortestRound(graph, path)
    if (!round) continue
    for (const each of knot(graph, path)) told.add(each)
    const line = graph.get(path)?.find(({ to }) => to === round[1])?.line ?? 1
    findings.push({
      path,
      line,
      text: `import cycle ${round.join(' → ')}; imports go one way: move what both need`,
    })
  }
  return findings
}

function graphOf(files: SourceFile[]): Graph {
  const known = new Set(files.map(({ path }) => path))
  return new Map(
    files.map(({ path, imports }) => {
      const edges = imports.map(({ specifier, line }) => ({ to: resolveImport(path, specifier) ?? '', line }))
      return [path, edges.filter(({ to }) => known.has(to))]
    }),
  )
}

/** Breadth first from a file back to itself. */
function shortestRound(graph: Graph, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    for (const { to } of graph.get(path) ?? []) {
      if (to === start) return [...pathBack(cameFrom, path, start), start]
      if (cameFrom.has(to)) continue
      cameFrom.set(to, path)
      queue.push(to)
    }
  }
  return undefined
}

function pathBack(cameFrom: Map<string, string>, end: string, start: string): string[] {
  const path = [end]
  while (path[0] !== start) path.unshift(cameFrom.get(path[0]!)!)
  return path
}

/** The files that a file reaches and that reach it. */
function knot(graph: Graph, start: string): string[] {
  return [...reach(graph, start)].filter((path) => reach(graph, path).has(start))
}

function reach(graph: Graph, start: string): Set<string> {
  const seen = new Set<string>([start])
  const queue = [start]
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    for (const { to } of graph.get(path) ?? []) {
      if (!seen.has(to)) queue.push(to)
      seen.add(to)
    }
  }
  return seen
}
