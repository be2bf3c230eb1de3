// The rules about single imports: the ladder, the packages, endings, and the one door out.

import { isBuiltin } from 'node:module'
import { isRelative, isShipped, LADDER, MAY_IMPORT, placeOf, resolveImport, sliceOf } from './places.ts'
import { type Import, isMark, isWord, type SourceFile } from './read-file.ts'

export type Finding = { path: string; line: number; text: string }

type Rule = (file: SourceFile, each: Import) => string | undefined

export const IMPORT_RULES: Rule[] = [ladder, packages, shippedOnly, contractIsPure, ending, door]

function ladder(file: SourceFile, { specifier }: Import): string | undefined {
  const from = sliceOf(file.path)
  const to = sliceOf(resolveImport(file.path, specifier) ?? '')
  if (!from || !to || LADDER.indexOf(to) <= LADDER.indexOf(from)) return undefined
  return `${from} imports ${to} (${specifier}); a slice imports only itself and those to its left: ${LADDER.join(' → ')}`
}

function packages(file: SourceFile, { specifier }: Import): string | undefined {
  const from = placeOf(file.path)
  const to = placeOf(resolveImport(file.path, specifier) ?? '')
  if (!from || from.part === 'test' || !to || from.package === to.package) return undefined
  const allowed = MAY_IMPORT[from.package]
  if (!allowed) return `package ${from.package} is new; add to scripts/imports/places.ts what it may import`
  if (!allowed.includes(to.package)) {
    return `${from.package} imports ${to.package} (${specifier}); it may import ${allowed.join(', ') || 'no package of ours'}`
  }
  if (isRelative(specifier)) return `import of ${specifier}; name another package as @tandem/${to.package}/…`
  return undefined
}

function shippedOnly(file: SourceFile, { specifier }: Import): string | undefined {
  const target = resolveImport(file.path, specifier)
  if (!isShipped(file.path) || !target || isShipped(target) || target.endsWith('.json')) return undefined
  return `shipped code imports ${target}; it may import only sources of packages`
}

function contractIsPure(file: SourceFile, { specifier }: Import): string | undefined {
  const place = placeOf(file.path)
  if (place?.package !== 'contract' || place.part === 'test' || !isBuiltin(specifier)) return undefined
  return `contract imports ${specifier}; wire shapes do no I/O and run in browsers: import nothing of Node`
}

function ending(_: SourceFile, { specifier }: Import): string | undefined {
  if (!isRelative(specifier)) return undefined
  const found = /[^/]\.([a-z0-9]+)(?:\?.*)?$/.exec(specifier)?.[1]
  if (found && !['js', 'mjs', 'cjs', 'jsx', 'mts', 'cts'].includes(found)) return undefined
  return `import of ${specifier}; imports end in .ts (or .tsx, or the ending of an asset)`
}

const CLIENTS = [
  'undici',
  'axios',
  'got',
  'ky',
  'node-fetch',
  'cross-fetch',
  'ofetch',
  'superagent',
  'request',
  'ws',
]
const SOCKETS = ['http', 'https', 'http2', 'net', 'tls', 'dns', 'dns/promises', 'dgram']
const DOORS = ['packages/service/src/platform/egress/', 'packages/sdk/src/', 'packages/console/src/api']
const HTTP_SERVER = 'packages/service/src/platform/http/'
const NEEDED = 'every outgoing request goes through packages/service/src/platform/egress'

function hasDoor(path: string): boolean {
  return !isShipped(path) || DOORS.some((door) => path.startsWith(door))
}

// A type cannot send anything: only value imports count.
function door(file: SourceFile, { specifier, typeOnly }: Import): string | undefined {
  if (typeOnly || hasDoor(file.path)) return undefined
  const name = specifier.replace(/^node:/, '')
  const isClient = CLIENTS.some((client) => name === client || name.startsWith(`${client}/`))
  if (!isClient && !(isBuiltin(specifier) && SOCKETS.includes(name))) return undefined
  if (name === 'http' && file.path.startsWith(HTTP_SERVER)) return undefined
  return `import of ${specifier}; ${NEEDED}`
}

/** The clients that need no import: fetch, WebSocket, EventSource. */
export function globalClients(file: SourceFile): Finding[] {
  if (hasDoor(file.path)) return []
  const { tokens } = file
  return tokens.flatMap((token, at) => {
    const before = tokens[at - 1]
    const isMember = isMark(before, '.')
    const isGlobal = !isMember || isWord(tokens[at - 2], 'globalThis', 'window', 'self')
    const isFetch = isWord(token, 'fetch') && isGlobal && (isMember || isMark(tokens[at + 1], '('))
    const isSocket = isWord(token, 'WebSocket', 'EventSource') && isWord(before, 'new')
    if ((!isFetch && !isSocket) || isWord(before, 'function')) return []
    return [{ path: file.path, line: token.line, text: `call of the global ${token.text}; ${NEEDED}` }]
  })
}
