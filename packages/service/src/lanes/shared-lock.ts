/**
 * A lock that any number hold shared (ordinary items of our own code), or one holds exclusively (a suspect). While one waits to
 * hold it exclusively, nobody else gets it shared. The two kinds take turns: after each exclusive holder come all that waited
 * to share it.
 */
export interface SharedLock {
  /** Resolves when it is held shared; false when the lock was closed. */
  share(): Promise<boolean>
  /** Resolves when it is held exclusively; false when the lock was closed. */
  exclude(): Promise<boolean>
  endShare(): void
  endExclude(): void
  /** Others wait for it: a run that can be resumed later should end soon. */
  isAwaited(): boolean
  /** Turns away those that wait and those that come. */
  close(): void
}

export function createSharedLock(): SharedLock {
  let sharing = 0
  let isExclusive = false
  /** Whose turn it was last. */
  let last: 'exclusive' | 'shared' = 'shared'
  let isClosed = false
  const exclusive: ((mayRun: boolean) => void)[] = []
  const shared: ((mayRun: boolean) => void)[] = []

  function next(): void {
    if (isExclusive) return
    if (exclusive.length > 0 && (last === 'shared' || shared.length === 0)) {
      if (sharing > 0) return
      isExclusive = true
      last = 'exclusive'
      exclusive.shift()?.(true)
      return
    }
    last = 'shared'
    sharing += shared.length
    for (const admit of shared.splice(0)) admit(true)
  }

  return {
    async share() {
      if (isClosed) return false
      if (isExclusive || exclusive.length > 0) return new Promise((resolve) => shared.push(resolve))
      sharing++
      return true
    },
    exclude() {
      if (isClosed) return Promise.resolve(false)
      return new Promise((resolve) => {
        exclusive.push(resolve)
        next()
      })
    },
    endShare() {
      sharing--
      next()
    },
    endExclude() {
      isExclusive = false
      next()
    },
    isAwaited: () => exclusive.length > 0 || (isExclusive && shared.length > 0),
    close() {
      isClosed = true
      for (const turnAway of [...exclusive.splice(0), ...shared.splice(0)]) turnAway(false)
    },
  }
}
