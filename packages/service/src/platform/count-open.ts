/** Counts what is open under each key, such as the streams of each conversation. */
export function createOpenCounts() {
  const counts = new Map<string, number>()
  const of = (key: string) => counts.get(key) ?? 0
  return {
    of,
    /** Counts one more, until the returned function is called. */
    enter(key: string): () => void {
      counts.set(key, of(key) + 1)
      return () => {
        if (of(key) > 1) counts.set(key, of(key) - 1)
        else counts.delete(key)
      }
    },
  }
}
