/**
 * Gives each meaning a column of its own. Before, a negative `ready_at` of a lane in the hands of a worker stood for the item
 * up to which it was brought forward, and `probe_at` of a gate on trial for the time at which it was opened.
 */
export const laneColumns = [
  `ALTER TABLE lanes ADD COLUMN forward_until BIGINT`,
  `UPDATE lanes SET forward_until = -ready_at, ready_at = 0 WHERE ready_at < 0`,
  `ALTER TABLE gates ADD COLUMN opened_at BIGINT`,
  `UPDATE gates SET opened_at = probe_at, probe_at = NULL WHERE state = 'open'`,
]
