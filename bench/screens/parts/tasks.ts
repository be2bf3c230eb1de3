/** The tasks of a page's main thread while something goes on, from Chromium's own trace. */
import type { Browser, Page } from 'playwright-core'

export const MOST_MS = 50

export interface Tasks {
  /** By processor time of the thread: what else the machine does meanwhile does not count. */
  readonly longestMs: number
  /** By the clock. */
  readonly longestWallMs: number
  readonly overCount: number
  readonly overWallCount: number
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** In microseconds. */
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

export async function tasksDuring(browser: Browser, page: Page, act: () => Promise<void>): Promise<Tasks> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
  let trace: Buffer
  try {
    await act()
  } finally {
    trace = await browser.stopTracing()
  }
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  )
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) => name.endsWith('RunTask') && ph === 'X' && threads.has(`${pid}/${tid}`),
  )
  if (tasks.length === 0) throw new Error('The trace holds no task of a page.')
  const wallMs = tasks.map(({ dur = 0 }) => dur / 1000)
  const cpuMs = tasks.map(({ tdur, dur = 0 }) => (tdur ?? dur) / 1000)
  const longest = (values: readonly number[]) =>
    Math.round(values.reduce((most, value) => Math.max(most, value), 0))
  const over = (values: readonly number[]) => values.filter((value) => value > MOST_MS).length
  return {
    longestMs: longest(cpuMs),
    longestWallMs: longest(wallMs),
    overCount: over(cpuMs),
    overWallCount: over(wallMs),
  }
}

/** A finding about tasks, with its details. */
export const taskFinding = (tasks: Tasks, details: Readonly<Record<string, string | number>>) => ({
  value: tasks.longestMs,
  unit: 'ms',
  met: tasks.longestMs <= MOST_MS,
  details: {
    ...details,
    'tasks over 50 ms of processor time': tasks.overCount,
    'by the clock': `longest ${tasks.longestWallMs} ms, ${tasks.overWallCount} over 50 ms`,
  },
})
