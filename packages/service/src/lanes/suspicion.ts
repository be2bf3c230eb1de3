/**
 * Suspicion: which item of our own code ended the process. Each such item has a row in `lane_runs` while it runs; a row
 * without a worker is a suspect, which runs alone. What happens to a row:
 *
 * | row            | event                                           | becomes              |
 * |----------------|-------------------------------------------------|----------------------|
 * | none           | it starts                                       | running              |
 * | running        | its outcome is written, the drain puts it back  | none                 |
 * | running        | its process ended uncleanly                     | suspect              |
 * | running        | its lease was lost                              | none                 |
 * | running        | the watchdog named it                           | suspect, one strike  |
 * | suspect        | it starts, with no other own-code item beside it| running alone        |
 * | running alone  | its outcome is written                          | none                 |
 * | running alone  | the drain puts it back, its lease was lost      | suspect              |
 * | running alone  | its process ended uncleanly, the watchdog named it | suspect, one strike more |
 *
 * With three strikes a suspect is given up in place of being run.
 */
export interface Run {
  /** Who runs it; null for a suspect that waits. */
  readonly worker: string | null
  readonly alone: number
  /** The watchdog saw the event loop stand still in it. */
  readonly named: number
  readonly strikes: number
}

/** How a worker came to be gone: its process has ended, or nobody can tell whether it has. */
export type Gone = 'ended' | 'lost'

/** What becomes of a run when its worker is gone; undefined: it is no longer suspected of anything. */
export function step({ alone, named, strikes }: Run, gone: Gone): Run | undefined {
  const counts = named === 1 || (gone === 'ended' && alone === 1)
  if (gone === 'lost' && alone === 0 && !counts) return undefined
  return { worker: null, alone: 0, named: 0, strikes: strikes + (counts ? 1 : 0) }
}

export const MOST_STRIKES = 3

export const givenUpReason = 'The service ended three times while this ran, so it is not run again.'
