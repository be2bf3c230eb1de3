/** Counts open things, such as streams, per key and in total. */
export function createOpenCounts() {
  const counts = new Map<string, number>()
  const of = (key: string) => counts.get(key) ?? 0
  let all = 0
  return {
    of,
    all: () => all,
    /** Counts one more until the returned function is called. */
    enter(key: string): () => void {
      counts.set(key, of(key) + 1)
      all++
      return () => {
        if (of(key) > 1) counts.set(key, of(key) - 1)
        else counts.delete(key)
        all--
      }
    },
  }
}
