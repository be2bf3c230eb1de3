/** The names of what users are told about a handoff, which agents and components may word themselves. */
export const handoffTextNames = [
  'connecting',
  'waiting',
  'connected',
  'failed',
  'wait_timeout',
  /** The person who had the user at the desk is gone. */
  'waiting_again',
  'ended_by_person',
  'ended_by_user',
  'ended_by_timeout',
  /** The end that comes with the agent's deletion. */
  'ended',
  'outside_hours',
  /** Outside hours where no next opening is known. */
  'closed',
  'email_thanks',
] as const
