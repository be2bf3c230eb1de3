/** The processes a bench measures or measures with: the service itself, and the small programs in `programs/`. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const ROOT = join(import.meta.dirname, '..')
const COMMAND = join(ROOT, 'packages/cli/bin/tandem.js')
/** `npm run tandem` has the same; see docs/operations.md, Memory. */
export const HEAP_LIMITS = ['--max-semi-space-size=16', '--max-old-space-size=1024']
export const LARGE_BLOCKS = { MALLOC_MMAP_THRESHOLD_: '1048576' }
export const HEALTH_PATH = '/v1/webhook/service/health'
export const ADMIN_TOKEN = 'bench-admin-token-bench'

/** Inside the repository, so that data lies on a disk and not on a memory file system. One per run, emptied after each bench. */
export const DATA_FOLDER = join(import.meta.dirname, '.cache', String(process.pid))

export function newFolder(name: string): string {
  mkdirSync(DATA_FOLDER, { recursive: true })
  return mkdtempSync(join(DATA_FOLDER, `${name}-`))
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

export interface Running {
  readonly pid: number
  readonly port: number
  readonly url: string
  /** From the start of the process to the first 200. */
  readonly startMs: number
  /** The most memory the process ever held; undefined where the system does not tell. */
  peakBytes(): number | undefined
  /** The memory it holds now. */
  nowBytes(): number | undefined
  /** The processor time it has used so far, all threads together; undefined where the system does not tell. */
  cpuMs(): number | undefined
  stop(): Promise<void>
}

/** `tandem serve`, embedded, as anyone would run it. Its log goes to a file that forgets. */
export async function serve(dataFolder: string, environment: Record<string, string> = {}): Promise<Running> {
  return untilAnswering([...HEAP_LIMITS, COMMAND, 'serve'], HEALTH_PATH, {
    TANDEM_DATA: dataFolder,
    TANDEM_ADMIN_TOKEN: ADMIN_TOKEN,
    ...LARGE_BLOCKS,
    ...environment,
  })
}

/** Starts a program of `programs/` that listens on PORT. */
export function serveProgram(name: string, path: string, environment: Record<string, string> = {}) {
  return untilAnswering([join(import.meta.dirname, 'programs', name)], path, environment)
}

async function untilAnswering(
  args: string[],
  path: string,
  environment: Record<string, string>,
): Promise<Running> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', PORT: String(port), ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // A bench that breaks does not stop what it has started.
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  const ended = new Promise<void>((resolve) =>
    child.once('exit', () => {
      process.off('exit', endWithUs)
      resolve()
    }),
  )
  while (!(await answers(url + path))) {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended with ${child.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  return {
    pid: child.pid as number,
    port,
    url,
    startMs: performance.now() - startedAt,
    peakBytes: () => memoryOf(child, 'VmHWM'),
    nowBytes: () => memoryOf(child, 'VmRSS'),
    cpuMs: () => cpuOf(child),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url)
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}

function memoryOf(child: ChildProcess, field: 'VmHWM' | 'VmRSS'): number | undefined {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024
  } catch {
    return undefined
  }
}

/** In hundredths of a second, as Linux counts it. */
function cpuOf(child: ChildProcess): number | undefined {
  try {
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return undefined
  }
}

export interface Program<T> {
  /** Tells it to stop and answers what it found. */
  finish(): Promise<T>
}

/** A program of `programs/` that gets `input` as JSON, works until it is done or its input closes, and prints JSON. */
export function startProgram<T>(name: string, input: object): Program<T> {
  const file = join(import.meta.dirname, 'programs', name)
  const child = spawn(process.execPath, [file, JSON.stringify(input)], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (chunk) => {
    printed += chunk
  })
  const ended = new Promise<T>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve(JSON.parse(printed) as T)
      else reject(new Error(`${name} ended with ${code}`))
    })
  })
  ended.catch(() => {})
  return {
    finish() {
      child.stdin.end()
      return ended
    },
  }
}

const UNCLEARED = `(SELECT count(*) FROM pair_sets WHERE state IN ('writing', 'retired'))`
const UNCOUNTED = '(SELECT count(*) FROM documents WHERE token_count IS NULL)'

/** Until the service has cleared old pairs and counted tokens, so that this work is not charged to what is measured next. */
export const untilSettled = (dataFolder: string) => untilNone(dataFolder, `${UNCLEARED} + ${UNCOUNTED}`)

/** Until it has cleared old pairs: where documents are added without pause, there is always one to count. */
export const untilCleared = (dataFolder: string) => untilNone(dataFolder, UNCLEARED)

async function untilNone(dataFolder: string, what: string): Promise<void> {
  const db = new DatabaseSync(join(dataFolder, 'tandem.db'), { readOnly: true })
  const left = db.prepare(`SELECT ${what} AS count`)
  while (left.get()?.count !== 0) await new Promise((resolve) => setTimeout(resolve, 50))
  db.close()
}
