// Builds dist/ from src/, for other projects: type stripping does not reach into their node_modules.
// Without TypeScript, as where only production dependencies are installed, nothing needs dist/ and nothing is built.
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const tsc = findTsc()
if (tsc && existsSync(join(here, 'src'))) {
  rmSync(join(here, 'dist'), { recursive: true, force: true })
  const { status } = spawnSync(process.execPath, [tsc, '-p', join(here, 'tsconfig.build.json')], {
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
}

function findTsc() {
  try {
    // The TypeScript of the repository; this package has an older one beside it, for its tests.
    const root = createRequire(new URL('../../package.json', import.meta.url))
    const found = root.resolve('typescript/package.json')
    return join(dirname(found), 'bin', 'tsc')
  } catch {
    return undefined
  }
}
