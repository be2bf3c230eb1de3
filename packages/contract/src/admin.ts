/**
 * The admin contract: agents, their API keys, message webhook and human services.
 * Responses never contain stored secrets; an API key is returned once, when it is created.
 */
import { z } from 'zod'
import {
  httpUrl,
  id,
  optional,
  queryNumber,
  text,
  textOrNull,
  timeOf,
  timeOrNull,
  urlWords,
  wholeNumber,
  withDefault,
} from './fields.ts'
import { humanServiceOptions, humanServiceOptionsChange } from './human-service-options.ts'
import { withNeeded } from './needed.ts'

const agentStatuses = ['active', 'deleted'] as const

const name = () => text(200).describe('Name, for people')

export const listQuery = {
  limit: queryNumber(1, 200, 50).describe('Maximum number of entries to return'),
  cursor: optional(id()).describe('next_cursor of the previous response'),
}
export const nextCursor = textOrNull('`cursor` of the next page; null on the last page')

export const agent = z
  .object({
    id: z.string().describe('Id of the agent'),
    name: z.string().describe('Name of the agent'),
    status: z.enum(agentStatuses).describe('Requests with keys of a deleted agent fail with code 40378'),
    created_at: timeOf('When the agent was created'),
    updated_at: timeOf('When the agent was last changed'),
    deleted_at: timeOrNull('When the agent was deleted'),
  })
  .meta({ id: 'Agent', description: 'An agent' })

export const agentCreateRequest = z
  .object({ name: name() })
  .meta({ id: 'AgentCreateRequest', description: 'Create an agent and its first API key' })
export const agentUpdateRequest = z
  .object({ name: text(200).describe('New name') })
  .meta({ id: 'AgentUpdateRequest', description: 'Rename an agent' })
export const agentCreated = z
  .object({
    agent: agent.describe('The new agent'),
    api_key: z.string().describe('Its first API key; shown only now'),
  })
  .meta({ id: 'AgentCreated', description: 'A new agent and its first API key' })
export const agentAnswer = z
  .object({ agent: agent.describe('The agent') })
  .meta({ id: 'AgentAnswer', description: 'One agent' })
export const agentListQuery = z.object({
  status: optional(z.enum(agentStatuses)).describe('Only agents with this status'),
  ...listQuery,
})
export const agentList = z
  .object({ items: z.array(agent).describe('Agents, newest first'), next_cursor: nextCursor })
  .meta({ id: 'AgentList', description: 'Agents' })

/** Keys that are not revoked. */
export const maxApiKeysPerAgent = 1_000
export const apiKeyCreateRequest = z
  .object({ label: optional(text(200)).describe('Purpose of the key') })
  .meta({ id: 'ApiKeyCreateRequest', description: 'Create an API key' })
export const apiKeyCreated = z
  .object({
    id: z.string().describe('Id of the key'),
    api_key: z.string().describe('The key itself; shown only now'),
  })
  .meta({ id: 'ApiKeyCreated', description: 'A new API key' })
export const apiKey = z
  .object({
    id: z.string().describe('Id of the key'),
    label: textOrNull('Purpose of the key'),
    prefix: z.string().describe('Beginning of the key, to recognise it'),
    created_at: timeOf('When the key was created'),
    last_used_at: timeOrNull('When the key was last used'),
    revoked_at: timeOrNull('When the key was revoked'),
  })
  .meta({ id: 'ApiKey', description: 'An API key, without the key itself' })
export const apiKeyList = z
  .object({
    items: z.array(apiKey).describe('The valid keys of the agent, then its last revoked ones, newest first'),
  })
  .meta({ id: 'ApiKeyList', description: 'API keys of an agent' })

/** A value for an Authorization header: only characters that a header can have, no space at either end. */
const username = () => {
  const schema = z
    .string()
    .max(200, { abort: true })
    .regex(/^(?! )[ -~]+(?<! )$/)
    .meta({ minLength: 1 })
  return withNeeded(schema, '1 to 200 printable ASCII characters')
}

const credentials = {
  username: optional(username()).describe(
    'Sent as a bearer token; with a secret, as the username of HTTP Basic authentication',
  ),
  secret: optional(text(500)).describe('Password of HTTP Basic authentication; requires a username'),
}

/** A secret is the password of HTTP Basic authentication: it needs a username, and a colon would end the username early. */
const basicAuthentication = z.superRefine<{ username?: string | undefined; secret?: string | undefined }>(
  ({ username, secret }, ctx) => {
    if (secret === undefined) return
    const needed = 'a username without a colon, because a secret is given'
    if (username === undefined || username.includes(':')) {
      ctx.addIssue({ code: 'custom', path: ['username'], params: { needed } })
    }
  },
)

export const messageWebhookRequest = z
  .object({ url: httpUrl().describe('URL for messages of the agent'), ...credentials })
  .check(basicAuthentication)
  .meta({
    id: 'MessageWebhookRequest',
    description: 'Set the message webhook; it replaces the previous one completely',
  })
export const messageWebhook = z
  .object({
    url: z.string().describe('URL for messages of the agent'),
    username: textOrNull(
      'Username; only its first characters if it is a bearer token; null if there is none',
    ),
    has_secret: z.boolean().describe('Whether a secret is set'),
  })
  .meta({ id: 'MessageWebhook', description: 'The message webhook of an agent' })

const waitingTimeout = () => wholeNumber(1, 86_400)
const idleTimeout = () => wholeNumber(1, 604_800)
const waitingWords = 'Maximum number of seconds that a user waits for the first reply of a person'
const idleWords = 'Seconds without messages after which the handoff ends'
const optionsWords = 'Hours, languages, rules and texts'
const defaultWaitingTimeoutS = 60
const defaultIdleTimeoutS = 1_800

const humanServiceKinds = ['webhook', 'desk'] as const
/** The address of the built-in desk. Requests to it stay inside the service and use no network. */
export const deskUrl = 'tandem://desk'
/** Limited because a check of the webhooks sends requests to all of them at once. */
export const maxHumanServicesPerAgent = 100
const kindWords = 'webhook: your own desk. desk: the desk of this service, at /desk'

/** A webhook needs an address; the built-in desk has neither an address nor credentials. */
const addressByKind = z.superRefine<{
  kind?: string | undefined
  webhook_url?: string | undefined
  username?: string | undefined
}>(({ kind, webhook_url, username }, ctx) => {
  const refuse = (field: string, needed: string) =>
    ctx.addIssue({ code: 'custom', path: [field], params: { needed } })
  if (kind !== 'desk' && webhook_url === undefined) refuse('webhook_url', urlWords)
  if (kind === 'desk' && webhook_url !== undefined) refuse('webhook_url', 'nothing, because kind is desk')
  if (kind === 'desk' && username !== undefined) refuse('username', 'nothing, because kind is desk')
})

export const humanServiceCreateRequest = z
  .object({
    name: name(),
    kind: optional(z.enum(humanServiceKinds)).describe(`${kindWords}. Default webhook`),
    webhook_url: optional(httpUrl()).describe(
      'Base URL of the developer-hosted handoff endpoints; required unless kind is desk',
    ),
    ...credentials,
    waiting_timeout_s: withDefault(waitingTimeout(), defaultWaitingTimeoutS).describe(waitingWords),
    idle_timeout_s: withDefault(idleTimeout(), defaultIdleTimeoutS).describe(idleWords),
    options: optional(humanServiceOptionsChange).describe(optionsWords),
  })
  .check(basicAuthentication)
  .check(addressByKind)
  .meta({ id: 'HumanServiceCreateRequest', description: 'Add a human service component' })

export const humanServiceUpdateRequest = z
  .object({
    name: optional(text(200)).describe('New name'),
    webhook_url: optional(httpUrl()).describe(
      'New base URL of the developer-hosted handoff endpoints. On another host it needs the secret again, or the username if there is no secret',
    ),
    username: username().nullish().describe('New username; null removes it and the secret'),
    secret: text(500).nullish().describe('New secret; null removes it'),
    waiting_timeout_s: optional(waitingTimeout()).describe(waitingWords),
    idle_timeout_s: optional(idleTimeout()).describe(idleWords),
    options: optional(humanServiceOptionsChange).describe(optionsWords),
  })
  .meta({
    id: 'HumanServiceUpdateRequest',
    description: 'Change a human service; an omitted field stays as it is',
  })

export const humanService = z
  .object({
    id: z.string().describe('Id of the component'),
    name: z.string().describe('Name of the component'),
    kind: z.enum(humanServiceKinds).describe(kindWords),
    webhook_url: z
      .string()
      .describe(`Base URL of the developer-hosted handoff endpoints; ${deskUrl} for the built-in desk`),
    username: textOrNull('Username; null if there is none'),
    has_secret: z.boolean().describe('Whether a secret is set'),
    waiting_timeout_s: z.int().describe(waitingWords),
    idle_timeout_s: z.int().describe(idleWords),
    options: humanServiceOptions.describe(optionsWords),
    created_at: timeOf('When the component was created'),
    updated_at: timeOf('When the component was last changed'),
  })
  .meta({ id: 'HumanService', description: 'A human service component' })
export const humanServiceList = z
  .object({ items: z.array(humanService).describe('All human services of the agent, oldest first') })
  .meta({ id: 'HumanServiceList', description: 'Human services of an agent' })

export type Agent = z.infer<typeof agent>
export type ApiKey = z.infer<typeof apiKey>
export type MessageWebhook = z.infer<typeof messageWebhook>
export type HumanService = z.infer<typeof humanService>
