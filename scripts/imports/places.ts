// Where a file stands: its package, its slice on the ladder, and which file an import leads to.

import { posix } from 'node:path'
import { exportedPath } from './exported-path.ts'

export const LADDER = [
  'platform',
  'lanes',
  'models',
  'agents',
  'knowledge',
  'delivery',
  'conversations',
  'handoff',
  'answering',
  'probe',
  'admin',
  'app',
]

/** For each package, the packages of ours that its sources may import. */
export const MAY_IMPORT: Record<string, string[]> = {
  contract: [],
  languages: ['contract'],
  documents: ['contract', 'languages'],
  search: ['languages'],
  service: ['contract', 'languages', 'documents', 'search'],
  sdk: ['contract'],
  desk: ['contract', 'sdk'],
  console: ['contract', 'sdk'],
  cli: ['contract', 'service', 'sdk', 'desk'],
}

export type Place = { package: string; part: 'src' | 'test' | 'bin'; inside: string }

export const SERVICE_SOURCE = 'packages/service/src/'

export function placeOf(path: string): Place | undefined {
  const parts = /^packages\/([^/]+)\/(src|test|bin)\/(.+)$/.exec(path)
  return parts ? { package: parts[1]!, part: parts[2] as Place['part'], inside: parts[3]! } : undefined
}

/** Shipped code: the sources and commands of a package, not its tests, not scripts, bench or examples. */
export function isShipped(path: string): boolean {
  const place = placeOf(path)
  return place !== undefined && place.part !== 'test'
}

/** The slice of a service source; files beside the slices are `app`. */
export function sliceOf(path: string): string | undefined {
  if (!path.startsWith(SERVICE_SOURCE)) return undefined
  const parts = path.slice(SERVICE_SOURCE.length).split('/')
  return parts.length === 1 ? 'app' : parts[0]
}

export function isRelative(specifier: string): boolean {
  return specifier === '.' || specifier === '..' || specifier.startsWith('./') || specifier.startsWith('../')
}

/** The path an import leads to, when that is a file of ours. */
export function resolveImport(from: string, specifier: string): string | undefined {
  const bare = specifier.replace(/\?.*$/, '')
  if (isRelative(bare)) return posix.join(posix.dirname(from), bare)
  return exportedPath(bare)
}
