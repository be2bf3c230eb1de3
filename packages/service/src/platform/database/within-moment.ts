/** For those who tell of the database while it may be down: what it does not answer in a moment counts as not answered. */

/** Callers of health wait 3 to 5 seconds; an answer must come before that. */
const MOMENT_MS = 2000

export async function withinMoment<T>(asked: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new Error('The database did not answer in time.'))
    // A process that stood still first hears what came meanwhile.
    timer = setTimeout(() => setImmediate(giveUp), MOMENT_MS)
  })
  try {
    return await Promise.race([asked, late])
  } finally {
    clearTimeout(timer)
  }
}
