/** Admin endpoints of people: signing in, accounts, sessions and the audit log. */
import * as accounts from './admin-accounts.ts'
import * as feed from './admin-events.ts'
import { adminErrors, type Endpoint, namedErrors } from './endpoint.ts'
import { serviceEndpoints } from './endpoints.ts'

const people = { tag: 'Admin: accounts', auth: 'admin' } as const
const own = { tag: 'Admin: accounts', auth: 'session' } as const
const gone = { status: 204, says: 'Done' }

export const accountEndpoints: readonly Endpoint[] = [
  {
    ...own,
    auth: 'none',
    method: 'post',
    path: '/admin/v1/session',
    id: 'signIn',
    summary: 'Sign in; the response sets the session cookie',
    body: accounts.signInRequest,
    examples: { password: { email: 'ada@shop.example', password: 'correct horse battery' } },
    response: { status: 200, says: 'The account; the cookie is set', body: accounts.accountAnswer },
    errors: [
      'parameterError',
      'authenticationFailed',
      'originNotAllowed',
      'rateLimited',
      'internalError',
      'unavailable',
    ],
  },
  {
    ...own,
    method: 'get',
    path: '/admin/v1/session',
    id: 'getSession',
    summary: 'Get the account of the session',
    response: { status: 200, says: 'The account', body: accounts.accountAnswer },
    errors: namedErrors,
  },
  {
    ...own,
    method: 'delete',
    path: '/admin/v1/session',
    id: 'signOut',
    summary: 'Sign out',
    response: gone,
    errors: namedErrors,
  },
  {
    ...own,
    method: 'put',
    path: '/admin/v1/session/password',
    id: 'changePassword',
    summary: 'Change your password; ends all your other sessions',
    body: accounts.passwordChangeRequest,
    examples: { change: { current_password: 'correct horse battery', password: 'another staple 42' } },
    response: gone,
    errors: [...namedErrors, 'rateLimited'],
  },
  {
    ...own,
    method: 'get',
    path: '/admin/v1/sessions',
    id: 'listSessions',
    summary: 'List your active sessions; admins can list those of any account',
    query: accounts.sessionListQuery,
    response: { status: 200, says: 'The sessions', body: accounts.sessionList },
    errors: namedErrors,
  },
  {
    ...own,
    method: 'delete',
    path: '/admin/v1/sessions/{session_id}',
    id: 'endSession',
    summary: 'End one of your sessions; admins can end any session',
    response: gone,
    errors: namedErrors,
  },
  {
    ...people,
    method: 'post',
    path: '/admin/v1/accounts',
    id: 'createAccount',
    summary: 'Create an account and its sign-in link',
    body: accounts.accountCreateRequest,
    examples: {
      editor: { email: 'ada@shop.example', name: 'Ada', role: 'editor', agents: 'all' },
    },
    response: {
      status: 201,
      says: 'The account, and its sign-in link, shown only now',
      body: accounts.accountCreated,
    },
    errors: [...adminErrors, 'conflict'],
  },
  {
    ...people,
    method: 'get',
    path: '/admin/v1/accounts',
    id: 'listAccounts',
    summary: 'List accounts',
    query: accounts.accountListQuery,
    response: { status: 200, says: 'Accounts', body: accounts.accountList },
    errors: adminErrors,
  },
  {
    ...people,
    method: 'get',
    path: '/admin/v1/accounts/{account_id}',
    id: 'getAccount',
    summary: 'Get an account',
    response: { status: 200, says: 'The account', body: accounts.accountAnswer },
    errors: namedErrors,
  },
  {
    ...people,
    method: 'patch',
    path: '/admin/v1/accounts/{account_id}',
    id: 'changeAccount',
    summary: 'Change or disable an account',
    body: accounts.accountUpdateRequest,
    examples: { disable: { disabled: true } },
    response: { status: 200, says: 'The account', body: accounts.accountAnswer },
    errors: namedErrors,
  },
  {
    ...people,
    method: 'post',
    path: '/admin/v1/accounts/{account_id}/link',
    id: 'createSignInLink',
    summary: 'Create a link that signs in once, within ten minutes',
    response: { status: 201, says: 'The link, shown only now', body: accounts.signInLink },
    errors: [...namedErrors, 'conflict'],
  },
  {
    ...people,
    method: 'get',
    path: '/admin/v1/audit',
    id: 'listAudit',
    summary: 'List the entries of the audit log',
    query: accounts.auditQuery,
    response: { status: 200, says: 'Entries', body: accounts.auditList },
    errors: adminErrors,
  },
  {
    ...people,
    method: 'get',
    path: '/admin/v1/events',
    id: 'followEvents',
    summary: 'Stream events about changes, as server-sent events',
    description:
      'The first event is `ready`, or `reset` after an interruption (a request with Last-Event-ID). After `reset`, reload everything that you show. `reset` is also sent when there were too many changes to send. Events may be lost or repeated. They say that something has changed, but do not contain its new content.',
    query: feed.feedQuery,
    response: {
      status: 200,
      says: 'A stream of events; the name of an event is its kind',
      events: feed.feedEvent,
    },
    errors: [...adminErrors, 'rateLimited'],
  },
]

/** The endpoints for API keys, repeated for people and the admin token, with the agent in the path. */
export const asAgentEndpoints: readonly Endpoint[] = serviceEndpoints
  .filter(({ auth }) => auth === 'apiKey')
  .map((endpoint) => ({
    ...endpoint,
    tag: 'Admin: as an agent',
    auth: 'admin',
    path: `/admin/v1/agents/{agent_id}/api${endpoint.path}`,
    id: `asAgent${endpoint.id.slice(0, 1).toUpperCase()}${endpoint.id.slice(1)}`,
    errors: [...new Set([...endpoint.errors, ...adminErrors, 'notFound' as const])],
  }))
