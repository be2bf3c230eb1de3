// Loads modules and prints the regular expressions that they build while they load, each with its place in the source.
//   node scripts/expressions/record-built.ts <file>…

import { fileURLToPath, pathToFileURL } from 'node:url'

export interface Built {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly source: string
  readonly flags: string
}

const built: Built[] = []
const Original = RegExp

function recorded(made: RegExp): RegExp {
  const site = callers()[2]
  const file = site?.getFileName() ?? ''
  built.push({
    file: file.startsWith('file:') ? fileURLToPath(file) : file,
    line: site?.getLineNumber() ?? 0,
    column: site?.getColumnNumber() ?? 0,
    source: made.source,
    flags: made.flags,
  })
  return made
}

function callers(): NodeJS.CallSite[] {
  const before = Error.prepareStackTrace
  Error.prepareStackTrace = (_, sites) => sites
  const sites = new Error().stack as unknown as NodeJS.CallSite[]
  Error.prepareStackTrace = before
  return sites.slice(1)
}

globalThis.RegExp = new Proxy(Original, {
  construct: (target, args, made) =>
    recorded(Reflect.construct(target, args, made === globalThis.RegExp ? target : made)),
  apply: (target, _, args) => recorded(Reflect.construct(target, args)),
})

for (const file of process.argv.slice(2)) await import(pathToFileURL(file).href)
process.stdout.write(JSON.stringify(built), () => process.exit(0))
