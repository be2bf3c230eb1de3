// Makes packages of many files into one file each: to load the 255 files of kysely takes a fifth of a second, in every process
// and in every thread that searches. `load-bundles.js` has them loaded.

import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Only such as are ES modules: of others it is not known what they export before they run. */
const PACKAGES = ['kysely', 'zod', 'jose']

/** Answers what to start Node with, so that they are loaded. */
export async function bundlePackages(root: string): Promise<string> {
  // The tests of the SDK bring it.
  const { build }: typeof import('esbuild') = createRequire(join(root, 'packages/sdk/package.json'))(
    'esbuild',
  )
  const cache = join(root, 'node_modules/.cache')
  const folder = join(cache, 'tandem-bundles')
  mkdirSync(folder, { recursive: true })
  const unfinished = mkdtempSync(join(cache, 'unfinished-'))
  for (const name of PACKAGES) {
    const outfile = join(unfinished, `${name}.mjs`)
    await build({
      stdin: { contents: `export * from '${name}'`, resolveDir: join(root, 'packages/service') },
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
    })
    // At once: another run may be loading the one that is there.
    renameSync(outfile, join(folder, `${name}.mjs`))
  }
  rmSync(unfinished, { recursive: true })
  return `--import=${join(root, 'scripts/test/load-bundles.js')}`
}
