// Proves the layout: the ladder of slices, the packages, no cycles, one door out, SQL in stores, small named files.
//   node scripts/check-imports.ts

import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { cycleFindings } from './imports/cycles.ts'
import { fileFindings, isGenerated } from './imports/file-rules.ts'
import { readFile } from './imports/read-file.ts'
import { type Finding, IMPORT_RULES } from './imports/rules.ts'

const SOURCES = ['packages/*/{src,test,bin}/**/*.{ts,tsx}', '{scripts,bench,examples}/**/*.{ts,tsx}']

/** Every finding in a tree, given as path (from the root, with slashes) → source text. */
export function findingsOf(tree: ReadonlyMap<string, string>): Finding[] {
  const files = [...tree].map(([path, source]) => readFile(path, source))
  const findings = files.flatMap((file) => [
    ...fileFindings(file),
    ...file.imports.flatMap((each) =>
      IMPORT_RULES.flatMap((rule) => {
        const text = rule(file, each)
        return text ? [{ path: file.path, line: each.line, text }] : []
      }),
    ),
  ])
  return [...findings, ...cycleFindings(files)].sort(
    (a, b) => a.path.localeCompare(b.path) || a.line - b.line,
  )
}

function readTree(root: string): Map<string, string> {
  const paths = globSync(SOURCES, { cwd: root, exclude: (path) => path.includes('node_modules') })
  return new Map(paths.map((path) => [path.split(sep).join('/'), readFileSync(join(root, path), 'utf8')]))
}

function lengthsLine(tree: ReadonlyMap<string, string>): string {
  const lengths = [...tree]
    .filter(([path]) => !isGenerated(path))
    .map(([path, source]) => ({ path, lines: source.split('\n').length - 1 }))
    .sort((a, b) => a.lines - b.lines)
  const median = lengths[Math.floor(lengths.length / 2)]
  const largest = lengths.at(-1)
  return `imports: median file ${median?.lines ?? 0} lines, largest ${largest?.lines ?? 0} (${largest?.path ?? 'none'})`
}

function counted(findings: number): string {
  return findings === 0 ? 'no findings' : findings === 1 ? '1 finding' : `${findings} findings`
}

if (import.meta.main) {
  const tree = readTree(join(import.meta.dirname, '..'))
  const findings = findingsOf(tree)
  for (const { path, line, text } of findings) console.log(`${path}:${line} ${text}`)
  console.log(lengthsLine(tree))
  console.log(`imports: ${tree.size} files, ${counted(findings.length)}`)
  process.exitCode = findings.length > 0 ? 1 : 0
}
