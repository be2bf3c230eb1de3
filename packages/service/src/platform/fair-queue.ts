/**
 * A queue that is fair between owners: each has its turn, whatever the others have waiting, and none may fill more than half
 * of the queue. Jobs of one owner keep their order.
 */
interface Line<T> {
  readonly jobs: { readonly job: T; readonly bytes: number }[]
  bytes: number
}

export function createFairQueue<T>(limits: { readonly jobs: number; readonly bytes: number }) {
  /** In the order of their turns: who has been served goes to the end. */
  const lines = new Map<string, Line<T>>()
  let jobs = 0
  let bytes = 0

  return {
    /** False when the queue is full. */
    add(owner: string, job: T, size: number): boolean {
      const line = lines.get(owner) ?? { jobs: [], bytes: 0 }
      const isFull = jobs >= limits.jobs || (jobs > 0 && bytes + size > limits.bytes)
      const isOwnFull =
        line.jobs.length >= limits.jobs / 2 || (line.jobs.length > 0 && line.bytes + size > limits.bytes / 2)
      if (isFull || isOwnFull) return false
      line.jobs.push({ job, bytes: size })
      line.bytes += size
      jobs++
      bytes += size
      lines.set(owner, line)
      return true
    },
    /** The next job of the next owner in turn who may have one; `mayRun` is told its bytes. */
    take(mayRun: (owner: string, bytes: number) => boolean): { owner: string; job: T } | undefined {
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
    /** False when it does not wait, or no longer. */
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
