/**
 * The one error catalogue: every failure body Tandem answers carries a code and message from here, with this HTTP status.
 * `docs/errors.md` is generated from it. Codes the contract names keep its exact words.
 */
export interface ErrorEntry {
  readonly code: number
  readonly message: string
  readonly status: number
  /** When it is answered, for the documentation. */
  readonly when: string
}

export const errorCatalogue = {
  questionTooLong: {
    code: 20040,
    message: 'The question is too long',
    status: 400,
    when: 'The text of a user message is longer than the limit.',
  },
  parameterError: {
    code: 40000,
    message: 'Parameter error',
    status: 400,
    when: 'A field is missing, mistyped, too long, empty or contradicts another; the body is not JSON. The message names the field, what was found and what is needed.',
  },
  pageOutOfRange: {
    code: 40005,
    message: 'Page parameter exceeds the actual count',
    status: 400,
    when: 'Messages of a conversation were asked for with a page beyond the last one. Other lists are empty there.',
  },
  authenticationFailed: {
    code: 40127,
    message: 'Developer authentication failed',
    status: 401,
    when: 'The Authorization header is missing, malformed, or carries a key that is unknown or revoked; the session has ended; the email address, password or code of a sign-in is wrong.',
  },
  targetNotFound: {
    code: 40348,
    message: 'Target does not exist',
    status: 400,
    when: 'A document, knowledge base or other target named in the request does not exist, or belongs to another agent.',
  },
  featureOff: {
    code: 200222,
    message: 'The agent settings lack this feature',
    status: 400,
    when: 'Next questions were asked of an agent whose settings have them turned off.',
  },
  conversationNotFound: {
    code: 40356,
    message: 'Conversation does not exist',
    status: 400,
    when: 'The conversation id is unknown, or of another agent.',
  },
  handoffClosed: {
    code: 40357,
    message: 'Human service conversation is closed',
    status: 403,
    when: 'A reply or close arrives for a human service conversation that has ended; repeats of what was taken are answered as before.',
  },
  conversationMismatch: {
    code: 40358,
    message: 'Conversation id does not match the agent or user',
    status: 400,
    when: 'Admin API only: the conversation belongs to another agent. With an API key the id of another agent is answered as an unknown one, with 40356 or 40348.',
  },
  originNotAllowed: {
    code: 40300,
    message: 'Origin not allowed',
    status: 403,
    when: 'A page that is not among the allowed origins of the agent uses the chat; or a request under the cookie of a session would change something and does not come from a page of this service.',
  },
  forbidden: {
    code: 40301,
    message: 'Not allowed',
    status: 403,
    when: 'The role of the account may not do this, or the account is not for this agent. Where an account is for some agents, whatever does not exist is answered so too.',
  },
  agentDeleted: {
    code: 40378,
    message: 'Agent deleted',
    status: 403,
    when: 'The API key is genuine, but its agent has been deleted.',
  },
  notFound: {
    code: 40400,
    message: 'Not found',
    status: 404,
    when: 'No such path, or the path names something that does not exist.',
  },
  methodNotAllowed: {
    code: 40500,
    message: 'Method not allowed',
    status: 405,
    when: 'The path exists, but not with this method; the Allow header lists those that do.',
  },
  requestTimeout: {
    code: 40800,
    message: 'Request timed out',
    status: 408,
    when: 'The request did not arrive in full within the time limit.',
  },
  conflict: {
    code: 40900,
    message: 'Conflict',
    status: 409,
    when: 'The request cannot be carried out in the present state of its target.',
  },
  changedMeanwhile: {
    code: 40901,
    message: 'Changed meanwhile',
    status: 409,
    when: 'Somebody else has changed it since the revision you saw. The body has what it is now.',
  },
  notYourClaim: {
    code: 40902,
    message: 'Not your claim',
    status: 409,
    when: 'At the desk: somebody else has the user, or your claim is over. The body has `owner`: who has the user, null for nobody.',
  },
  deskLimit: {
    code: 40903,
    message: 'Too many users at once',
    status: 409,
    when: 'At the desk: you have as many users of the agent as its setting desk.max_per_person allows.',
  },
  bodyTooLarge: {
    code: 41300,
    message: 'Request body too large',
    status: 413,
    when: 'The body is larger than the limit of this path.',
  },
  headersTooLarge: {
    code: 43100,
    message: 'Request headers too large',
    status: 431,
    when: 'The request line and headers together are larger than the limit.',
  },
  rateLimited: {
    code: 42900,
    message: 'Too many requests',
    status: 429,
    when: 'The caller sends more than it may; the Retry-After header says when to go on.',
  },
  internalError: {
    code: 50000,
    message: 'Internal system error',
    status: 500,
    when: 'Something failed on our side. The x-request-id header finds it in the log.',
  },
  unavailable: {
    code: 50300,
    message: 'Service unavailable',
    status: 503,
    when: 'The service is shutting down, or its database does not answer; another one, or the same one in a moment, will.',
  },
} as const satisfies Record<string, ErrorEntry>

export type ErrorName = keyof typeof errorCatalogue

/**
 * The body of every failure. The message says what was found and what to do, behind the words of the catalogue; the contract
 * fixes those of 40127, 40378 and 50000 alone. `hint` is ours: the same detail by itself.
 */
export interface ErrorBody {
  code: number
  message: string
  hint?: string
}
