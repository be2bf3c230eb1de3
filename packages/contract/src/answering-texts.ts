/** The names of what an agent says by itself, which its settings may replace. */
export const answeringTextNames = [
  'greeting',
  'well_being',
  'identity',
  'thanks',
  'goodbye',
  'acknowledgement',
  /** Before the answer, when the user greets and asks in one message. Says nothing unless an agent sets it. */
  'greeting_before_answer',
  /** Before one offered question, and before several. */
  'offer_one',
  'offer',
  'fallback',
  /** The same, where a person can be offered. */
  'fallback_person',
  /** Behind the answers to other questions of the same message. */
  'fallback_part',
  /** A person is asked for where none can be reached. */
  'no_person',
  /** A document came without a question. */
  'document_read',
  'unreadable',
  /** Something failed on our side. */
  'trouble',
] as const
