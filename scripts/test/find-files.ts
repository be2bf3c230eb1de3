// Finds the test files of a run: all of them, or those at the given paths.

import { existsSync, globSync, statSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'

const EVERYWHERE = ['packages/*/test/**/*.test.ts', 'examples/**/*.test.ts']

/** Sorted paths relative to the root. Throws if a given path has no test file. */
export function findTestFiles(root: string, paths: string[]): string[] {
  const found =
    paths.length === 0 ? globSync(EVERYWHERE, { cwd: root }) : paths.flatMap((path) => below(root, path))
  const files = found.filter((path) => !path.split(sep).includes('node_modules'))
  return [...new Set(files)].sort()
}

function below(root: string, path: string): string[] {
  const absolute = resolve(path)
  if (!existsSync(absolute)) throw new Error(`found nothing at ${path}; give a test file or a folder of them`)
  if (statSync(absolute).isFile()) return [relative(root, absolute)]
  const files = globSync('**/*.test.ts', { cwd: absolute }).map((file) =>
    relative(root, resolve(absolute, file)),
  )
  if (files.length === 0)
    throw new Error(`found no *.test.ts below ${path}; give a test file or a folder of them`)
  return files
}
