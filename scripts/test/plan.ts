// Plans which test files share a process, because loading the service takes longer than running most files.

import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The maximum number of files in one process, so that the processes end at about the same time. */
const MOST_TOGETHER = 10
/** The same for files that start browsers or services, each of which takes as long as several others. */
const MOST_LONG_TOGETHER = 4

const IS_LONG = /harness\/(?:process|browser)\.ts|child_process/
/** A file runs alone if it changes its own process, has hooks outside any suite, or measures time or memory. */
const RUNS_ALONE =
  /worker_threads|process\.(?:exit|kill|memoryUsage|cpuUsage|chdir)|process\.env\.\w+ =|\bmock\.|\bgc\(|monitorEventLoopDelay|test-postgres|^(?:before|after)(?:Each)?\(/m

/** Long files come first and short files that run alone come last, so that the processes end at about the same time. */
export function planGroups(root: string, files: readonly string[]): string[][] {
  const kindOf = (file: string) => {
    const source = readFileSync(join(root, file), 'utf8')
    const length = IS_LONG.test(source) ? 'long' : 'short'
    return RUNS_ALONE.test(source) ? (`${length} alone` as const) : length
  }
  const kinds = Object.groupBy(files, kindOf)
  return [
    ...split(kinds['long alone'], 1),
    ...split(kinds.long, MOST_LONG_TOGETHER),
    ...split(kinds.short, MOST_TOGETHER),
    ...split(kinds['short alone'], 1),
  ]
}

/** Groups of about the same size, each with files of one folder. */
function split(files: readonly string[] = [], most: number): string[][] {
  const folders = Object.values(Object.groupBy(files, (file) => dirname(file)))
  return folders.flatMap((all = []) => {
    const size = Math.ceil(all.length / Math.ceil(all.length / most))
    return Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size))
  })
}

/** Files that get no second run: a failure may mean lost or repeated work, which a second run would hide. */
const FAILS_AT_ONCE = /\/(?:lanes|faults|handoff|upgrade)\/|propert|database/

export const mayTryAgain = (file: string): boolean => !FAILS_AT_ONCE.test(file)
