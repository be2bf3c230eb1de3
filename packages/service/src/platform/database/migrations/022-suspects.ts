/**
 * Leaves in `lane_runs` only suspects. Before, every item of our own code had a row while it ran; what a process held when it
 * ended is known from the claims on lanes. An item that the watchdog named has its strike at once, without a column for it.
 */
export const suspects = [
  `UPDATE lane_runs SET strikes = strikes + 1, worker = NULL WHERE named = 1`,
  `DELETE FROM lane_runs WHERE worker IS NOT NULL AND alone = 0`,
  `ALTER TABLE lane_runs DROP COLUMN named`,
]
