/**
 * Suspicion: which item of our own code ended the process. A worker's claims on lanes say durably what it had in hand, so a
 * normal run leaves no trace. Only a suspect has a row in `lane_runs`, and it runs alone. What happens to an item:
 *
 * | item          | event                                                              | becomes                  |
 * |---------------|--------------------------------------------------------------------|--------------------------|
 * | of any lane   | the watchdog named it                                              | suspect, one strike      |
 * | head of a lane| the process that held the lane ended uncleanly, with nothing alone | suspect                  |
 * | suspect       | it starts, with no other own-code item beside it                   | running alone            |
 * | running alone | its outcome is written                                             | free of suspicion        |
 * | running alone | a drain puts it back, its lease was lost, the watchdog named another | suspect                |
 * | running alone | its process ended uncleanly, or the watchdog named it              | suspect, one strike more |
 *
 * A head that was claimed and had not started is suspected as well: it runs alone once, and that is all. Beside an item that
 * ran alone nothing else ran, so nothing else is suspected. With three strikes a suspect is given up in place of being run.
 */

/** How a worker came to be gone: its process has ended, or nobody can tell whether it has. */
export type Gone = 'ended' | 'lost'

export const MOST_STRIKES = 3

export const givenUpReason = 'The service ended three times while this ran, so it is not run again.'
