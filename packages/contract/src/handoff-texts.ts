/** The names of the notices that users get about a handoff. Agents and human services may replace their texts. */
export const handoffTextNames = [
  'connecting',
  'waiting',
  'connected',
  'failed',
  'wait_timeout',
  /** The person at the desk who had the user has left. */
  'waiting_again',
  'ended_by_person',
  'ended_by_user',
  'ended_by_timeout',
  /** The agent was deleted. */
  'ended',
  'outside_hours',
  /** Outside service hours, when no next opening time is known. */
  'closed',
  'email_thanks',
] as const
