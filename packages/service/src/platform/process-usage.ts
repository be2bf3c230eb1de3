/** What is known of other processes on this machine: whether one runs, and, as Linux tells it under /proc, what it uses. */
import { readFileSync } from 'node:fs'

export interface ProcessUsage {
  /** The time of all its threads, since it started. */
  readonly processorMs: number
  readonly residentBytes: number
}

/** The unit of times in /proc is fixed at a hundredth of a second on every architecture that Node runs on. */
const TICK_MS = 10

/** Undefined where there is no /proc (Windows, macOS), or the process has ended. */
export function processUsage(pid: number): ProcessUsage | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program stands in parentheses and may hold blanks; the fields after it are counted from there.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    // A process that has ended and is not collected yet has no memory.
    if (!resident) return undefined
    return {
      processorMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
      residentBytes: Number(resident[1]) * 1024,
    }
  } catch {
    return undefined
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs, but belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
