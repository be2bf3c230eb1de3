/** The commands in the README and in docs/ work as written: each marked block is run against a running Tandem. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '../../..')
const TOUR = 'docs/quickstart.md'
const DOCUMENTED_ADDRESS = '127.0.0.1:7070'

/** The ```sh blocks that a line `<!-- test -->` stands before. */
function markedBlocks(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  return [...text.matchAll(/^<!-- test -->\n```sh\n(.*?)^```$/gms)].map((match) => match[1] as string)
}

/** A folder that looks like a clone, so that relative paths and npm scripts do what they do for a reader. */
function cloneLike(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-docs-'))
  for (const name of ['package.json', 'node_modules', 'packages']) {
    symlinkSync(join(ROOT, name), join(folder, name))
  }
  return folder
}

function environment(): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env
  return { PATH: `${join(ROOT, 'node_modules/.bin')}:${PATH}`, HOME }
}

function startDev(folder: string): Promise<{ child: ChildProcess; url: string }> {
  const args = [join(ROOT, 'packages/cli/bin/tandem.js'), 'dev', '--json']
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...environment(), PORT: '0', TANDEM_LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    let printed = ''
    child.stdout.on('data', (chunk) => {
      printed += chunk
      const line = printed.split('\n').find((each) => each.startsWith('{"url"'))
      if (line) resolve({ child, url: JSON.parse(line).url })
    })
    child.once('exit', (code) => reject(new Error(`tandem dev ended with ${code}: ${printed}`)))
  })
}

const isMissing =
  process.platform === 'win32'
    ? 'the documented commands are for a POSIX shell'
    : spawnSync('curl', ['--version']).status !== 0 && 'curl is not on this machine'

const files = ['README.md', ...globSync('docs/*.md', { cwd: ROOT }).sort()].filter(
  (file) => markedBlocks(file).length > 0,
)

test('the quickstart has commands that are run', () => assert.ok(files.includes(TOUR)))

for (const file of files) {
  test(`the commands in ${file} work as written`, { skip: isMissing, timeout: 600_000 }, async () => {
    const folder = cloneLike()
    const { child, url } = await startDev(folder)
    try {
      const blocks = file === TOUR ? markedBlocks(TOUR) : [...markedBlocks(TOUR), ...markedBlocks(file)]
      const script = [
        'set -eu',
        // For a reader a refusal is something to read; here it must fail.
        'curl() { command curl --fail --show-error "$@"; }',
        ...blocks.map((block) => block.replaceAll(DOCUMENTED_ADDRESS, new URL(url).host)),
      ]
      const { status, output } = await runShell(script.join('\n'), folder)
      assert.equal(status, 0, `the script of ${file} failed:\n${output}`)
    } finally {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    }
  })
}

function runShell(script: string, cwd: string): Promise<{ status: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const shell = spawn('sh', ['-c', script], { cwd, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [shell.stdout, shell.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk
      })
    }
    shell.once('error', reject)
    shell.once('close', (status) => resolve({ status, output }))
  })
}
