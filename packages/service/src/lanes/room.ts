/**
 * The room in which items of our own code run: any number of ordinary ones side by side, or one suspect alone. While a
 * suspect waits, no further ordinary item enters. Suspects and the others take turns: after each suspect, all that waited
 * meanwhile enter. Pure bookkeeping: nothing here runs or stores anything.
 */
export interface Room {
  /** Resolves when an ordinary item may run; false when the room was closed. */
  enter(): Promise<boolean>
  /** Resolves when a suspect may run alone; false when the room was closed. */
  enterAlone(): Promise<boolean>
  leave(): void
  leaveAlone(): void
  /** Others wait for the room: a run that can be resumed later should end soon. */
  isAwaited(): boolean
  /** Turns away those that wait and those that come. */
  close(): void
}

export function createRoom(): Room {
  let running = 0
  let isAlone = false
  /** Whose turn it was last. */
  let last: 'suspect' | 'others' = 'others'
  let isClosed = false
  const suspects: ((mayRun: boolean) => void)[] = []
  const others: ((mayRun: boolean) => void)[] = []

  function next(): void {
    if (isAlone) return
    if (suspects.length > 0 && (last === 'others' || others.length === 0)) {
      if (running > 0) return
      isAlone = true
      last = 'suspect'
      suspects.shift()?.(true)
      return
    }
    last = 'others'
    running += others.length
    for (const admit of others.splice(0)) admit(true)
  }

  return {
    async enter() {
      if (isClosed) return false
      if (isAlone || suspects.length > 0) return new Promise((resolve) => others.push(resolve))
      running++
      return true
    },
    enterAlone() {
      if (isClosed) return Promise.resolve(false)
      return new Promise((resolve) => {
        suspects.push(resolve)
        next()
      })
    },
    leave() {
      running--
      next()
    },
    leaveAlone() {
      isAlone = false
      next()
    },
    isAwaited: () => suspects.length > 0 || (isAlone && others.length > 0),
    close() {
      isClosed = true
      for (const turnAway of [...suspects.splice(0), ...others.splice(0)]) turnAway(false)
    },
  }
}
