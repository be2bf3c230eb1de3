// Resolves a package name to a file of this repository, by the `exports` of that package.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

const exportsByPackage = new Map<string, Record<string, string>>()

/** The path from the root, or undefined if the name does not have the form @tandem/<package>/<export>. */
export function exportedPath(specifier: string): string | undefined {
  const [, name, rest] = /^@tandem\/([^/]+)\/(.+)$/.exec(specifier) ?? []
  if (!name || !rest) return undefined
  const named = exportsOf(name)[`./${rest}`]
  return named && `packages/${name}/${named.slice(2)}`
}

function exportsOf(name: string): Record<string, string> {
  const known = exportsByPackage.get(name)
  if (known) return known
  const file = join(ROOT, 'packages', name, 'package.json')
  const read = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')).exports ?? {}) : {}
  exportsByPackage.set(name, read)
  return read
}
