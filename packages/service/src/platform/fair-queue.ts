/**
 * A queue that is fair between owners: they take turns, however many jobs each has waiting. Jobs of one owner keep their order.
 * If the queue has limits, no owner may fill more than half of it.
 */
interface Line<T> {
  readonly jobs: { readonly job: T; readonly bytes: number }[]
  bytes: number
}

interface Limits {
  readonly jobs?: number
  readonly bytes?: number
}

export function createFairQueue<T>(limits: Limits = {}) {
  const { jobs: mostJobs = Number.POSITIVE_INFINITY, bytes: mostBytes = Number.POSITIVE_INFINITY } = limits
  /** In the order of their turns: an owner that was served goes to the end. */
  const lines = new Map<string, Line<T>>()
  let jobs = 0
  let bytes = 0

  return {
    /** False when the queue is full. */
    add(owner: string, job: T, size = 0): boolean {
      const line = lines.get(owner) ?? { jobs: [], bytes: 0 }
      const isFull = jobs >= mostJobs || (jobs > 0 && bytes + size > mostBytes)
      const isOwnFull =
        line.jobs.length >= mostJobs / 2 || (line.jobs.length > 0 && line.bytes + size > mostBytes / 2)
      if (isFull || isOwnFull) return false
      line.jobs.push({ job, bytes: size })
      line.bytes += size
      jobs++
      bytes += size
      lines.set(owner, line)
      return true
    },
    /** Returns the first job of the next owner whose job `mayRun` allows. */
    take(
      mayRun: (owner: string, bytes: number) => boolean = () => true,
    ): { owner: string; job: T } | undefined {
      for (const [owner, line] of lines) {
        const [first] = line.jobs
        if (!first || !mayRun(owner, first.bytes)) continue
        line.jobs.shift()
        lines.delete(owner)
        line.bytes -= first.bytes
        if (line.jobs.length > 0) lines.set(owner, line)
        jobs--
        bytes -= first.bytes
        return { owner, job: first.job }
      }
      return undefined
    },
    /** False when the job is not in the queue. */
    remove(owner: string, job: T): boolean {
      const line = lines.get(owner)
      const removed = line?.jobs.find((each) => each.job === job)
      if (!line || !removed) return false
      line.jobs.splice(line.jobs.indexOf(removed), 1)
      line.bytes -= removed.bytes
      if (line.jobs.length === 0) lines.delete(owner)
      jobs--
      bytes -= removed.bytes
      return true
    },
    takeAll(): T[] {
      const all = [...lines.values()].flatMap((line) => line.jobs.map(({ job }) => job))
      lines.clear()
      jobs = 0
      bytes = 0
      return all
    },
  }
}
