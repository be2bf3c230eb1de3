// Which test files share a process: loading the service takes longer than most files do.

import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Files of one process at most, so that the processes end at about the same time. */
const FILES_TOGETHER = 10

/** A file that starts processes, changes its own, has hooks outside any suite, or measures time or memory runs alone. */
const RUNS_ALONE =
  /harness\/(?:process|browser)\.ts|child_process|worker_threads|process\.(?:exit|kill|memoryUsage|cpuUsage|chdir)|process\.env\.\w+ =|\bmock\.|\bgc\(|monitorEventLoopDelay|test-postgres|^(?:before|after)(?:Each)?\(/m

/** Groups of files of one folder, then those that run alone: these are shorter, so that the processes end at about the same time. */
export function planGroups(root: string, files: readonly string[]): string[][] {
  const alone: string[][] = []
  const byFolder = new Map<string, string[]>()
  for (const file of files) {
    if (RUNS_ALONE.test(readFileSync(join(root, file), 'utf8'))) alone.push([file])
    else byFolder.set(dirname(file), [...(byFolder.get(dirname(file)) ?? []), file])
  }
  const together = [...byFolder.values()].flatMap((all) => {
    const size = Math.ceil(all.length / Math.ceil(all.length / FILES_TOGETHER))
    return Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size))
  })
  return [...together, ...alone]
}

/** Where a failure may mean lost or repeated work, a second try would hide it. */
const FAILS_AT_ONCE = /\/(?:lanes|faults|handoff|upgrade)\/|propert|database/

export const mayTryAgain = (file: string): boolean => !FAILS_AT_ONCE.test(file)
