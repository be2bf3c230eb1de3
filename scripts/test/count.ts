// Counts the tests of one file from the events of node:test: only leaves, by the engine on which they ran.

export const ENGINES = ['sqlite', 'postgres'] as const
export type Engine = (typeof ENGINES)[number] | 'none'

/** The parts of an event of node:test that are needed. */
export type TestEvent = {
  type: string
  data: {
    name?: string
    nesting?: number
    file?: string
    skip?: string | boolean
    todo?: string | boolean
    details?: { type?: string; error?: unknown }
  }
}

/** `file` is the file that declares the test. */
export type Failure = { name: string; file?: string | undefined; error: unknown }

export type Count = {
  passed: number
  failed: number
  skipped: number
  /** The reasons for skipping, without duplicates. */
  skipReasons: string[]
  /** Number of tests that passed or failed, by engine; skipped tests do not count. */
  ranOn: Record<Engine, number>
  failures: Failure[]
}

export function emptyCount(): Count {
  const ranOn = { sqlite: 0, postgres: 0, none: 0 }
  return { passed: 0, failed: 0, skipped: 0, skipReasons: [], ranOn, failures: [] }
}

export function addCounts(a: Count, b: Count): Count {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    skipReasons: [...new Set([...a.skipReasons, ...b.skipReasons])],
    ranOn: {
      sqlite: a.ranOn.sqlite + b.ranOn.sqlite,
      postgres: a.ranOn.postgres + b.ranOn.postgres,
      none: a.ranOn.none + b.ranOn.none,
    },
    failures: [...a.failures, ...b.failures],
  }
}

/**
 * The count of one file. A suite, or a test with subtests, counts only if it fails itself (in a hook, or in code after the last
 * subtest). If a file failed to load, was killed or declared no test, node:test reports a test whose name is the path of the
 * file: it counts as a failure or not at all, but never as a passed test.
 */
export function countFile(path: string, events: Iterable<TestEvent>, filtered = false): Count {
  const count = emptyCount()
  const ancestors: string[] = []
  let lastNesting = -1
  let finished = false
  for (const { type, data } of events) {
    const nesting = data.nesting ?? 0
    if (type === 'test:start') ancestors.splice(nesting, Infinity, data.name ?? '')
    if (type === 'test:summary' && data.file) finished = true
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const isLeaf = data.details?.type !== 'suite' && lastNesting <= nesting
    lastNesting = nesting
    const above = ancestors.slice(0, nesting)
    const name = [...above, data.name ?? ''].join(' › ')
    if (type === 'test:fail' && !isTodo(data)) {
      if (!isLeaf && failureType(data.details?.error) === 'subtestsFailed') continue
      if (data.name === path) finished = true
      else count.ranOn[engineOf(above)]++
      count.failed++
      count.failures.push({
        name: data.name === path ? 'the file as a whole' : name,
        file: data.name === path ? undefined : data.file,
        error: data.details?.error,
      })
    } else if (isLeaf && data.name !== path) {
      if (isTodo(data) || isSet(data.skip)) {
        count.skipped++
        const { skip } = data
        if (typeof skip === 'string' && !count.skipReasons.includes(skip)) count.skipReasons.push(skip)
      } else {
        count.passed++
        count.ranOn[engineOf(above)]++
      }
    }
  }
  if (!finished && !filtered) {
    count.failed++
    const error = 'its process ended before its tests were done, or it declares no test'
    count.failures.push({ name: 'the file as a whole', error })
  }
  return count
}

function engineOf(ancestors: string[]): Engine {
  return ENGINES.find((engine) => ancestors.includes(`[${engine}]`)) ?? 'none'
}

// node:test sets `true` or a reason; an empty reason counts too.
function isSet(mark: string | boolean | undefined): boolean {
  return mark !== undefined && mark !== false
}

function isTodo(data: TestEvent['data']): boolean {
  return isSet(data.todo)
}

function failureType(error: unknown): unknown {
  return error instanceof Object && 'failureType' in error ? error.failureType : undefined
}
