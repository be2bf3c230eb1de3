// All checks except tests: format and lint, types, imports, regular expressions, generated files. Prints one line for each check,
// and its output only if it fails.

import { spawn } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

// The tools are started through their scripts, so that they run with the Node that runs this script, whatever PATH contains.
const STEPS = [
  {
    name: 'format and lint',
    args: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  },
  { name: 'types', args: ['node_modules/typescript/bin/tsc', '--noEmit'] },
  {
    name: 'types of the console',
    args: ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'packages/console'],
  },
  {
    name: 'types of the widget',
    args: ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'packages/widget'],
  },
  { name: 'imports', args: ['scripts/check-imports.ts'] },
  { name: 'expressions', args: ['scripts/check-expressions.ts'] },
  { name: 'generated files', args: ['scripts/generate.ts', '--check'] },
]

// The checks run in parallel, because most of them use one processor.
await Promise.all(STEPS.map(check))

async function check({ name, args }: (typeof STEPS)[number]): Promise<void> {
  const startedAt = performance.now()
  const { code, output } = await run(args)
  const took = `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name}  ${took}`)
  if (code === 0) return
  process.exitCode = 1
  console.log(output.trimEnd())
}

function run(args: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}
