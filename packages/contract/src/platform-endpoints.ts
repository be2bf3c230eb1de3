/**
 * The endpoints of the platform that clients migrate from. An endpoint that Tandem serves has its differences, any other one
 * the closest alternative. docs/migrating.md shows this table, and the 404 response for an endpoint that is not served names
 * its alternative.
 */
interface ServedEndpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  /** The differences that a client of the platform may notice; may be empty. */
  readonly differs: string
}

interface MissingEndpoint {
  /** A path, or a group of paths that ends in `/*`. */
  readonly path: string
  /** The closest alternative that Tandem serves, as a sentence. */
  readonly nearest: string
}

const row = (method: ServedEndpoint['method'], path: string, differs = ''): ServedEndpoint => ({
  method,
  path,
  differs,
})

export const servedEndpoints: readonly ServedEndpoint[] = [
  row('POST', '/v1/conversation', '`user_id` may have up to 200 characters'),
  row(
    'POST',
    '/v2/conversation/message',
    'documents are read, audio is transcribed if a model for it is configured, images are listed in `unused`; an `Idempotency-Key` header makes repeats safe',
  ),
  row(
    'POST',
    '/v1/conversation/message',
    '`create_time` is in milliseconds; streams and webhooks are those of version 2',
  ),
  row(
    'GET',
    '/v1/bot/conversation/page',
    'conversations are of the kinds `API` and `WEB`; lists of other kinds are empty',
  ),
  row('GET', '/v2/messages', 'oldest first'),
  row('GET', '/v1/messages', 'oldest first'),
  row('GET', '/v1/next/question'),
  row('GET', '/v1/correlate/dataset', 'nothing for small talk'),
  row('POST', '/v1/message/feedback'),
  row('POST', '/v1/message/quality'),
  row('POST', '/v1/user/set-userid'),
  row('GET', '/v1/user/get-user-cdp'),
  row(
    'POST',
    '/v1/property/update',
    'properties need not be defined first; `null` removes one; `fail_update` gives a `reason`',
  ),
  row(
    'GET',
    '/v2/user-property/query',
    'unknown ids have an empty list; names come as `property_name` and as `propertyName`',
  ),
  row(
    'POST',
    '/v1/human/message/receive',
    'requires the API key, unless the component allows replies without one',
  ),
  row('POST', '/v1/human/close', 'as above'),
  row(
    'GET',
    '/v1/browser/extension/subscribe',
    'users who already wait come first; an addition to the human service, not a replacement',
  ),
  row('GET', '/v1/webhook/service/health'),
  row('POST', '/v1/webhook/check', 'the built-in desk is reachable while somebody is signed in there'),
  row('GET', '/v1/api-key/verify', 'returns `type` (always `agent`), `id` and `name` of the agent'),
  row(
    'GET',
    '/v1/bot/detail',
    'fields without a meaning in Tandem are empty, 0 or false; `question_limit` counts characters',
  ),
  row(
    'POST',
    '/v1/bot/knowledge/base/create',
    'graphs and access control are ignored; `desc` may be left out',
  ),
  row('GET', '/v1/bot/knowledge/base/page', '`chunk` counts pairs; there is no owner'),
  row(
    'GET',
    '/v1/bot/doc/query/page',
    'times are in milliseconds; `page_size` from 1; `format` is `QA` for pairs given directly',
  ),
  row('POST', '/v1/bot/doc/qa/add', 'responds once files are read; pairs are in use at once'),
  row('PUT', '/v1/bot/doc/qa/update', 'readers see the old content or the new, never a mixture'),
  row('POST', '/v1/bot/doc/qa/chunks/add'),
  row('DELETE', '/v1/bot/doc/batch/delete'),
  row('GET', '/v1/bot/data/detail/list', 'the states are `PROCESSING`, `AVAILABLE` and `FAILED`'),
  row(
    'POST',
    '/v1/vector/match',
    'no embedding model is needed; hits are ranked differently; `rerank_version` is ignored',
  ),
]

/** Endpoints for text documents, which are not converted into pairs. */
export const textEndpoints: readonly ServedEndpoint[] = [
  row(
    'POST',
    '/v1/bot/doc/text/add',
    'without a model a passage is offered with its source, never given as a sure answer',
  ),
  row('PUT', '/v1/bot/doc/text/update'),
  row('POST', '/v1/bot/doc/chunks/add'),
  row('POST', '/v1/bot/doc/spreadsheet/add'),
  row('PUT', '/v1/bot/doc/spreadsheet/update'),
  row('POST', '/v1/bot/data/retry/batch'),
]

/** Endpoints for API keys that the platform does not have. */
export const ownEndpoints: readonly ServedEndpoint[] = [
  row('GET', '/v2/conversation/message/stream', 'resumes a stream that was cut off'),
  row('POST', '/v1/conversation/handoff', 'hands a conversation over to a person'),
  row('POST', '/v1/conversation/handoff/close', 'ends the handoff'),
  row('POST', '/v1/human/typing', 'shows the user that a person types'),
]

/** The first entry that matches a path is used. */
export const missingEndpoints: readonly MissingEndpoint[] = [
  {
    path: '/v1/workflow/*',
    nearest: 'There are no workflows: an agent answers messages, POST /v2/conversation/message.',
  },
  {
    path: '/v1/database/*',
    nearest:
      'There are no tables: facts about a user go to POST /v1/property/update, knowledge to POST /v1/bot/doc/qa/add.',
  },
  {
    path: '/v2/database/*',
    nearest:
      'There are no tables: facts about a user go to POST /v1/property/update, knowledge to POST /v1/bot/doc/qa/add.',
  },
  {
    path: '/v1/agent/version/*',
    nearest:
      'Agents have no versions: settings are changed with PATCH /admin/v1/agents/{agent_id}/settings, documents with PUT /v1/bot/doc/qa/update.',
  },
  {
    path: '/v1/agent/skill/*',
    nearest: 'Agents have no skills: knowledge goes to POST /v1/bot/doc/qa/add.',
  },
  { path: '/v1/org/*', nearest: 'There are no organisations: agents are made with POST /admin/v1/agents.' },
  {
    path: '/v1/model/list',
    nearest: 'The operator configures the model, with TANDEM_MODEL; GET /v1/bot/detail names it.',
  },
  { path: '/v1/account/*', nearest: 'There is no account: usage is at GET /admin/v1/usage.' },
  {
    path: '/v1/audio-to-text',
    nearest: 'Send the audio as a part of a message, POST /v2/conversation/message.',
  },
  {
    path: '/v1/text-to-audio',
    nearest:
      'Turn on spoken answers in the settings of the agent, voice.enabled; messages then carry the address of the audio.',
  },
  {
    path: '/v1/message/qa/record/page',
    nearest:
      'Questions and answers are at GET /v2/messages, conversation by conversation from GET /v1/bot/conversation/page.',
  },
  {
    path: '/v1/bot/logtree/query',
    nearest:
      'How an answer came about is at GET /v1/correlate/dataset and GET /admin/v1/conversations/{conversation_id}.',
  },
  { path: '/v1/bot/data/references', nearest: 'The sources of an answer are at GET /v1/correlate/dataset.' },
  {
    path: '/v1/bot/data/file/upload',
    nearest: 'Files are added with POST /v1/bot/doc/qa/add, by URL or as base64.',
  },
  {
    path: '/v1/browser/extension/conversation/list',
    nearest:
      'Users talk to the agent on its chat page and through the API; there are no other channels to choose from. Users who wait for a person are at GET /v1/browser/extension/subscribe.',
  },
  {
    path: '/v1/conversation/option',
    nearest:
      'Users talk to the agent on its chat page and through the API; there are no other channels to choose from. Users who wait for a person are at GET /v1/browser/extension/subscribe.',
  },
]

const fits = (pattern: string, path: string) =>
  pattern.endsWith('/*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern

/** The failure text for an endpoint of the platform that Tandem does not serve; undefined for any other path. */
export function nearestTo(path: string): string | undefined {
  const bare = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  const found = missingEndpoints.find((each) => fits(each.path, bare))
  return found && `Tandem does not serve ${bare.slice(0, 100)}. ${found.nearest}`
}
