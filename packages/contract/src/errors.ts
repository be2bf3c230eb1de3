/**
 * The error catalogue: every failure that Tandem returns has its code, message and HTTP status from here. `docs/errors.md`
 * is generated from it. Codes that the specification names have exactly its messages.
 */
export interface ErrorEntry {
  readonly code: number
  readonly message: string
  readonly status: number
  /** When it is returned, for the documentation. */
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
    when: 'A field is missing, has the wrong type, is too long or empty, or contradicts another field; or the body is not JSON. The message names the field, what was found and what is needed.',
  },
  pageOutOfRange: {
    code: 40005,
    message: 'Page parameter exceeds the actual count',
    status: 400,
    when: 'A list of messages was requested with a page number beyond the last page. Other lists return an empty page instead.',
  },
  authenticationFailed: {
    code: 40127,
    message: 'Developer authentication failed',
    status: 401,
    when: 'The Authorization header is missing or malformed, or its key is unknown or revoked; the session has ended; or the email address, password or code of a sign-in is wrong.',
  },
  targetNotFound: {
    code: 40348,
    message: 'Target does not exist',
    status: 400,
    when: 'A document, knowledge base or other target of the request does not exist or belongs to another agent.',
  },
  featureOff: {
    code: 200222,
    message: 'The agent settings lack this feature',
    status: 400,
    when: 'Next questions were requested, but the settings of the agent turn them off.',
  },
  conversationNotFound: {
    code: 40356,
    message: 'Conversation does not exist',
    status: 400,
    when: 'No conversation of the agent has this id.',
  },
  handoffClosed: {
    code: 40357,
    message: 'Human service conversation is closed',
    status: 403,
    when: 'A reply or a close request arrived after the handoff had ended. A repeat of a request that was accepted gets the same response as before.',
  },
  conversationMismatch: {
    code: 40358,
    message: 'Conversation id does not match the agent or user',
    status: 400,
    when: 'Admin API only: the conversation belongs to another agent. With an API key, an id of another agent is treated as unknown (40356 or 40348).',
  },
  originNotAllowed: {
    code: 40300,
    message: 'Origin not allowed',
    status: 403,
    when: 'The chat is used on a page whose origin the agent does not allow; or a request with a session cookie would change something but does not come from a page of this service.',
  },
  forbidden: {
    code: 40301,
    message: 'Not allowed',
    status: 403,
    when: 'The role of the account does not permit the request, or the account has no access to the agent. An account with access to some agents also gets this code for things that do not exist.',
  },
  agentDeleted: {
    code: 40378,
    message: 'Agent deleted',
    status: 403,
    when: 'The API key is valid, but its agent has been deleted.',
  },
  notFound: {
    code: 40400,
    message: 'Not found',
    status: 404,
    when: 'The path does not exist, or something named in the path does not exist.',
  },
  methodNotAllowed: {
    code: 40500,
    message: 'Method not allowed',
    status: 405,
    when: 'The path does not support this method. The Allow header lists the methods that it supports.',
  },
  requestTimeout: {
    code: 40800,
    message: 'Request timed out',
    status: 408,
    when: 'The request did not arrive completely within the time limit.',
  },
  conflict: {
    code: 40900,
    message: 'Conflict',
    status: 409,
    when: 'The current state of the target does not allow the request.',
  },
  changedMeanwhile: {
    code: 40901,
    message: 'Changed meanwhile',
    status: 409,
    when: 'Somebody else has changed the target since the revision that you read. The body has its current content.',
  },
  notYourClaim: {
    code: 40902,
    message: 'Not your claim',
    status: 409,
    when: 'Desk only: somebody else has the user, or your claim has ended. `owner` in the body is the person who has the user, or null.',
  },
  deskLimit: {
    code: 40903,
    message: 'Too many users at once',
    status: 409,
    when: 'Desk only: you already have the maximum number of users of this agent (setting desk.max_per_person).',
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
    when: 'The caller has sent too many requests. The Retry-After header says when to try again.',
  },
  internalError: {
    code: 50000,
    message: 'Internal system error',
    status: 500,
    when: 'The service failed. The x-request-id header of the response identifies the request in the log.',
  },
  unavailable: {
    code: 50300,
    message: 'Service unavailable',
    status: 503,
    when: 'The service is shutting down, is overloaded, or cannot reach its database. Send the request again a little later.',
  },
} as const satisfies Record<string, ErrorEntry>

export type ErrorName = keyof typeof errorCatalogue

/**
 * The body of every failure. After the text of the catalogue, `message` says what was found and what to do, except for 40127,
 * 40378 and 50000, whose messages the specification fixes. `hint` is an addition of Tandem: the same detail alone.
 */
export interface ErrorBody {
  code: number
  message: string
  hint?: string
}
