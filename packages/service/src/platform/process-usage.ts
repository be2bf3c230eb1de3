/** Other processes on this machine: whether one runs and, from Linux's /proc, how much time and memory it uses. */
import { readFileSync } from 'node:fs'

export interface ProcessUsage {
  /** The time of all its threads, since it started. */
  readonly processorMs: number
  readonly residentBytes: number
}

/** Times in /proc are in hundredths of a second on every architecture that Node runs on. */
const TICK_MS = 10

/** Undefined if there is no /proc (Windows, macOS), or the process has ended. */
export function processUsage(pid: number): ProcessUsage | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name is in parentheses and may contain blanks, so the fields are counted from its end.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    // A process that has ended but is not collected yet has no memory.
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
