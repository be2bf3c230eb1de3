/** The real command `tandem` as a process of its own: started, waited for, killed, and what it said. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Environment } from '../../src/platform/config.ts'
import { type Client, clientOf, eventually } from './service.ts'

const ROOT = join(import.meta.dirname, '../../../..')
export const COMMAND = join(ROOT, 'packages/cli/bin/tandem.js')

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface TandemProcess extends AsyncDisposable {
  readonly child: ChildProcess
  readonly stdout: () => string
  readonly stderr: () => string
  readonly ended: Promise<Ended>
  /** Resolves with the first match in what was printed to stdout; rejects when the process ends before. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  /** Sends the signal and waits for the end. */
  kill(signal?: NodeJS.Signals): Promise<Ended>
}

export interface RunningService extends TandemProcess, Client {
  readonly url: string
}

/** Long: a busy machine is no failure. */
const HANGS_AFTER_MS = 240_000

const living = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of living) child.kill('SIGKILL')
})

export const spawnTandem = (
  args: readonly string[],
  env: Environment,
  node: string = process.execPath,
): TandemProcess => spawnProgram(node, [COMMAND, ...args], env)

/** In a group of its own, `process.kill(-pid)` tells all the processes it has come to, as a terminal does. */
export function spawnProgram(
  program: string,
  args: readonly string[],
  env: Environment,
  hasOwnGroup = false,
): TandemProcess {
  const { PATH, HOME, TMPDIR } = process.env
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { PATH, HOME, TMPDIR, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: hasOwnGroup,
  })
  living.add(child)
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
      child.emit('printed')
    })
  }
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code, signal) => {
      living.delete(child)
      resolve({ code, signal })
      child.emit('printed')
    })
  })
  const hasEnded = () => !living.has(child)
  const kill = (signal: NodeJS.Signals = 'SIGKILL') => {
    child.kill(signal)
    return orHung(`ended by ${signal}`, ended)
  }
  async function orHung<T>(wanted: string, awaited: Promise<T>): Promise<T> {
    const stopped = new AbortController()
    const late = pause(HANGS_AFTER_MS, undefined, { signal: stopped.signal }).then(() => {
      const threads = threadsOf(child)
      child.kill('SIGKILL')
      throw new Error(
        `not ${wanted} after ${HANGS_AFTER_MS} ms:\n${threads}\n${output.stdout}${output.stderr}`,
      )
    })
    try {
      return await Promise.race([awaited, late])
    } finally {
      stopped.abort()
    }
  }
  async function printed(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(output.stdout)
      if (found) return found
      if (hasEnded()) throw new Error(`ended without printing ${pattern}:\n${output.stdout}${output.stderr}`)
      await once(child, 'printed')
    }
  }
  return {
    child,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    ended,
    printed: (pattern) => orHung(`printed ${pattern}`, printed(pattern)),
    kill,
    async [Symbol.asyncDispose]() {
      await kill()
    },
  }
}

/** What the threads of a process wait for, as Linux tells it. */
function threadsOf({ pid }: ChildProcess): string {
  const folder = `/proc/${pid}/task`
  const read = (id: string, name: string) => readFileSync(join(folder, id, name), 'utf8').trim()
  try {
    return readdirSync(folder)
      .map((id) => [id, ...['comm', 'wchan', 'syscall'].map((name) => read(id, name))].join(' '))
      .join('\n')
  } catch (error) {
    return String(error)
  }
}

/** Runs a command to its end. */
export async function runTandem(args: readonly string[], env: Environment, node?: string) {
  const tandem = spawnTandem(args, env, node)
  const { code } = await tandem.ended
  return { code, stdout: tandem.stdout(), stderr: tandem.stderr() }
}

/** `tandem serve`, once it answers that it is healthy. */
export async function serveTandem(env: Environment): Promise<RunningService> {
  const tandem = spawnTandem(['serve'], env)
  const url = (await tandem.printed(/"url":"(http:[^"]+)"[^\n]*"listening"/))[1] ?? ''
  const client = clientOf(url)
  const health = () => client.api('GET', '/v1/webhook/service/health')
  // A database that takes a moment too long, as on a busy machine, is told of as one that is away.
  await eventually('it is healthy', health, ({ status }) => status === 200)
  return { ...tandem, ...client, url }
}
