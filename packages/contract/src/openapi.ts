/** Builds the OpenAPI 3.1 document from the endpoint tables. */
import { z } from 'zod'
import type { Endpoint, EndpointResponse, WebhookEndpoint } from './endpoint.ts'
import { developerEndpoints, serviceEndpoints } from './endpoints.ts'
import { adminEndpoints } from './endpoints-admin.ts'
import { type ErrorName, errorCatalogue } from './errors.ts'
import { failureBody } from './response-bodies.ts'

type Json = Record<string, unknown>

/** Shared parts of the document, filled while the endpoints are converted. */
interface Components {
  schemas: Record<string, Json>
  responses: Record<string, Json>
}

interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
  components: Components & { securitySchemes: Record<string, Json> }
}

export interface Operation extends Json {
  operationId: string
  summary: string
  tags: string[]
  /** The address that the service sends a webhook to. */
  'x-address'?: string
}

const description = `Tandem stores the knowledge of a conversational agent, hands users over to people, and delivers every message to your webhooks.

- **Authentication**: \`Authorization: Bearer <API key>\`; the key identifies the agent. Admin endpoints accept the admin token, or the cookie of a session whose role may call them.
- **Times** are milliseconds since 1970.
- **Unknown fields** are ignored. \`null\` for an optional field means the same as leaving it out.
- **Numbers** may be sent as strings of digits.
- **Failures** have \`code\` and \`message\`, and often a \`hint\`. Programs should use \`code\`.
- **Event-source clients**: with \`Accept: text/event-stream\` every JSON body, failures included, is sent as one \`data:\` event. The status is then 200 for every method except GET.`

const tags = [
  { name: 'Knowledge', description: 'The documents that an agent answers from' },
  { name: 'Conversations', description: 'Messages to the agent, conversations and users' },
  { name: 'Agent', description: 'The agent that an API key belongs to' },
  { name: 'Quality', description: 'Ratings of answers, and the sources of answers' },
  { name: 'Chat page', description: 'Requests that the chat page sends for a visitor' },
  { name: 'Webhooks', description: 'Tests whether your webhooks, and the service itself, can be reached' },
  { name: 'Human handoff', description: 'Requests of people, or of their help desk, to the service' },
  { name: 'Sent to you', description: 'Requests that the service sends to addresses you configure' },
  { name: 'Admin: accounts', description: 'Accounts of people, their sessions, and the audit log' },
  { name: 'Admin: agents', description: 'Agents and their API keys' },
  {
    name: 'Admin: as an agent',
    description: 'Endpoints for API keys, called with an account or the admin token instead',
  },
  { name: 'Admin: integration', description: 'The message webhook and the human services of an agent' },
  { name: 'Admin: documents', description: 'The documents of an agent: pairs, drafts, history, imports' },
  { name: 'Admin: trial', description: 'Trying out what an agent would answer' },
  {
    name: 'Admin: conversations',
    description: 'Conversations, usage, and questions without an answer',
  },
  { name: 'Desk', description: 'The built-in desk, at which people talk to users' },
  { name: 'Admin: handoffs', description: 'Handoffs of users to people' },
  { name: 'Admin: deliveries', description: 'Deliveries to your webhooks, their attempts, and replays' },
]

const security = {
  apiKey: [{ apiKey: [] }],
  admin: [{ adminToken: [] }, { session: [] }],
  session: [{ session: [] }],
  chat: [{ chatToken: [] }, { chatTokenInQuery: [] }],
  none: [],
}

/** Descriptions of the path parameters. */
const pathParameters: Record<string, string> = {
  base_id: 'Id of a knowledge base',
  doc_id: 'Id of the document',
  set_id: 'Id of the question set',
  snippet_id: 'Id of the snippet',
  run_id: 'Id of the run',
  agent_id: 'Id of the agent',
  account_id: 'Id of the account',
  session_id: 'Id of the session',
  key_id: 'Id of the API key',
  secret_id: 'Id of the signing secret',
  message_id: 'Id of the message',
  conversation_id: 'Id of the conversation',
  question_id: 'Id of the unanswered question',
  service_id: 'Id of the human service',
  delivery_id: 'Id of the delivery',
  endpoint_id: 'Id of the endpoint, such as message:{agent_id}',
  ordinal: 'Position of the pair in the draft, starting at 0',
  pair_id: 'Id of the pair',
  revision: 'Number of the revision',
  handoff_id: 'Id of the handoff',
  name: 'Name of the file',
  token: 'Sealed token that names the file and the time at which the address expires',
}

/** Converts one schema. Named schemas move to the components, which all endpoints share. */
function schemaOf(schema: z.ZodType, components: Components): Json {
  const { $schema, $defs, ...own } = JSON.parse(
    JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).replaceAll(
      '"#/$defs/',
      '"#/components/schemas/',
    ),
  ) as Json
  for (const [name, component] of Object.entries(($defs ?? {}) as Record<string, Json>)) {
    const { id, ...rest } = component
    components.schemas[name] = rest
  }
  return own
}

const named = (examples: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]))

function responseOf({ says, body, events, media, example }: EndpointResponse, components: Components): Json {
  if (media) {
    const bodies = media.map((type) => [type, type.includes('*') ? {} : { schema: { type: 'string' } }])
    return { description: says, content: Object.fromEntries(bodies) }
  }
  const stream = events && { 'text/event-stream': { schema: schemaOf(events, components) } }
  if (body === undefined) return { description: says, ...(stream ? { content: stream } : {}) }
  if (typeof body === 'string') {
    return { description: says, content: { 'text/plain': { schema: { type: 'string', const: body } } } }
  }
  const content = { schema: schemaOf(body, components), ...(example === undefined ? {} : { example }) }
  return { description: says, content: { 'application/json': content, ...stream } }
}

/** Failures with the same HTTP status become one response with an example for each code. Responses are shared components. */
function failuresOf(names: readonly ErrorName[], components: Components): Record<string, Json> {
  const schema = schemaOf(failureBody, components)
  const byStatus = Object.groupBy(names, (name) => errorCatalogue[name].status)
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, group = []]) => {
      const entries = group.map((name) => errorCatalogue[name])
      const name = `Failure-${entries.map(({ code }) => code).join('-')}`
      components.responses[name] = {
        description: entries.map(({ code, message }) => `${code} ${message}`).join(' · '),
        content: {
          'application/json': {
            schema,
            examples: Object.fromEntries(
              entries.map(({ code, message, when }) => [code, { summary: when, value: { code, message } }]),
            ),
          },
        },
      }
      return [status, { $ref: `#/components/responses/${name}` }]
    }),
  )
}

function parametersOf(endpoint: Endpoint, components: Components): Json[] {
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const says = pathParameters[name]
    if (!says) throw new Error(`No description of the path parameter ${name} in ${endpoint.path}`)
    return { name, in: 'path', required: true, description: says, schema: { type: 'string' } }
  })
  const { query, headers } = endpoint
  return [
    ...inPath,
    ...(query ? namedParameters('query', query, components) : []),
    ...(headers ? namedParameters('header', headers, components) : []),
  ]
}

function namedParameters(where: 'query' | 'header', schema: z.ZodObject, components: Components): Json[] {
  const all = schemaOf(schema, components)
  const required = (all.required ?? []) as string[]
  return Object.entries(all.properties as Record<string, Json>).map(([name, property]) => {
    const { description: says, ...own } = property
    return {
      name,
      in: where,
      required: required.includes(name),
      description: says,
      schema: own,
      // A list is a repeated parameter, unless its description mentions commas: then it is one comma-separated value.
      ...(own.type === 'array' ? { style: 'form', explode: !String(says).includes('commas') } : {}),
    }
  })
}

function operationOf(endpoint: Endpoint, components: Components): Operation {
  const parameters = parametersOf(endpoint, components)
  const { body, examples } = endpoint
  const errors: readonly ErrorName[] = body ? [...endpoint.errors, 'bodyTooLarge'] : endpoint.errors
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    ...(endpoint.description ? { description: endpoint.description } : {}),
    tags: [endpoint.tag],
    security: security[endpoint.auth],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: bodyOf(body, components, examples && { examples: named(examples) }) } : {}),
    responses: {
      [endpoint.response.status]: responseOf(endpoint.response, components),
      ...(endpoint.orNothing ? { 204: { description: endpoint.orNothing } } : {}),
      ...failuresOf(errors, components),
    },
  }
}

function bodyOf(schema: z.ZodType, components: Components, extra: Json | undefined): Json {
  return {
    required: true,
    content: { 'application/json': { schema: schemaOf(schema, components), ...extra } },
  }
}

function webhookOf(endpoint: WebhookEndpoint, components: Components): Operation {
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    description: `\`POST ${endpoint.address}\`\n\n${endpoint.description}`,
    tags: ['Sent to you'],
    'x-address': endpoint.address,
    security: [],
    requestBody: bodyOf(endpoint.body, components, { example: endpoint.example }),
    responses: { [endpoint.response.status]: responseOf(endpoint.response, components) },
  }
}

const sorted = (parts: Record<string, Json>) =>
  Object.fromEntries(Object.entries(parts).sort(([a], [b]) => (a < b ? -1 : 1)))

export function buildOpenApi(): OpenApiDocument {
  const components: Components = { schemas: {}, responses: {} }
  const paths: OpenApiDocument['paths'] = {}
  for (const endpoint of [...serviceEndpoints, ...adminEndpoints]) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method]: operationOf(endpoint, components) }
  }
  const webhooks: OpenApiDocument['webhooks'] = {}
  for (const endpoint of developerEndpoints)
    webhooks[endpoint.name] = { post: webhookOf(endpoint, components) }
  return {
    openapi: '3.1.0',
    info: { title: 'Tandem API', version: 'v1', description },
    servers: [{ url: '/' }],
    tags,
    paths,
    webhooks,
    components: {
      schemas: sorted(components.schemas),
      responses: sorted(components.responses),
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'API key of an agent' },
        adminToken: { type: 'http', scheme: 'bearer', description: 'The admin token of this installation' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-tandem',
          description: 'Session of a person; on loopback the cookie is named tandem',
        },
        chatToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'Token of a chat, returned when the chat starts',
        },
        chatTokenInQuery: {
          type: 'apiKey',
          in: 'query',
          name: 'token',
          description: 'The same token, for EventSource, which cannot set headers',
        },
      },
    },
  }
}
