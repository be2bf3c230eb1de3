// Counts the tests of one file from the events of node:test: leaves only, each under the engine it ran on.

export const ENGINES = ['sqlite', 'postgres'] as const
export type Engine = (typeof ENGINES)[number] | 'none'

/** What we read of an event of node:test; the runner's own events fit it. */
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

/** `file` is where the test is declared. */
export type Failure = { name: string; file?: string | undefined; error: unknown }

export type Count = {
  passed: number
  failed: number
  skipped: number
  /** Why, each reason once. */
  skipReasons: string[]
  /** Tests that passed or failed; a skipped one ran on nothing. */
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
 * The count of one file. A suite, or a test with subtests, counts only when it fails by its own doing (a hook, code
 * after the last subtest). node:test reports a file that failed to load, was killed or declared no test as a test
 * with the file's own path as name: that is a failure or nothing, never a passed test.
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

// node:test says `todo: true` or the reason; an empty reason is still one.
function isSet(mark: string | boolean | undefined): boolean {
  return mark !== undefined && mark !== false
}

function isTodo(data: TestEvent['data']): boolean {
  return isSet(data.todo)
}

function failureType(error: unknown): unknown {
  return error instanceof Object && 'failureType' in error ? error.failureType : undefined
}
