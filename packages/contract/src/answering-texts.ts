/** The names of the standard texts of an agent. Its settings may replace each text. */
export const answeringTextNames = [
  'greeting',
  'well_being',
  'identity',
  'thanks',
  'goodbye',
  'acknowledgement',
  /** Before the answer to a message that has a greeting and a question. Empty unless the agent sets it. */
  'greeting_before_answer',
  /** `offer_one` comes before one offered question, `offer` before several. */
  'offer_one',
  'offer',
  'fallback',
  /** The fallback when a person can be offered. */
  'fallback_person',
  /** After the answers to the other questions of the same message. */
  'fallback_part',
  /** The user asks for a person and nobody can be reached. */
  'no_person',
  /** The user sent a document without a question. */
  'document_read',
  'unreadable',
  /** The service failed. */
  'trouble',
] as const
