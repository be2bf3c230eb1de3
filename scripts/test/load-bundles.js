// Run before all else in the processes and threads of a test run: has our code load packages from the files that
// `bundle-packages.ts` made. Plain JavaScript, since here types would have to be stripped anew by each of them.
import { readdirSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { basename } from 'node:path'

const folder = new URL('../../node_modules/.cache/tandem-bundles/', import.meta.url)
const bundles = new Map(
  readdirSync(folder).map((file) => [
    basename(file, '.mjs'),
    { url: new URL(file, folder).href, format: 'module', shortCircuit: true },
  ]),
)

registerHooks({
  resolve(name, context, next) {
    const isOurs = !context.parentURL?.includes('/node_modules/')
    return (isOurs && bundles.get(name)) || next(name, context)
  },
})
