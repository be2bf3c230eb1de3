/** Builds the OpenAPI 3.1 document from the endpoint tables; nothing in it is written by hand. */
import { z } from 'zod'
import type { Endpoint, EndpointResponse, WebhookEndpoint } from './endpoint.ts'
import { developerEndpoints, serviceEndpoints } from './endpoints.ts'
import { adminEndpoints } from './endpoints-admin.ts'
import { type ErrorName, errorCatalogue } from './errors.ts'
import { failureBody } from './response-bodies.ts'

type Json = Record<string, unknown>

/** Parts named once and referred to; filled while the endpoints are converted. */
interface Components {
  schemas: Record<string, Json>
  responses: Record<string, Json>
}

export interface OpenApiDocument {
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
  /** Where the service sends it; only webhooks have it. */
  'x-address'?: string
}

const description = `Tandem keeps the knowledge of a conversational agent, hands users over to people, and delivers every message to your webhooks.

- **Authentication**: \`Authorization: Bearer <API key>\`; the key names the agent. Admin endpoints take the admin token, or the cookie of a session whose role may call them.
- **Times** are milliseconds since 1970.
- **Unknown fields** are ignored. \`null\` for an optional field means the same as leaving it out.
- **Numbers** may come as strings of digits.
- **Failures** carry \`code\` and \`message\`, and often a \`hint\`. Programs should go by \`code\`.
- **Event-source clients**: with \`Accept: text/event-stream\` every JSON body, failures too, comes as one \`data:\` event; all but GET answer 200 then.`

const tags = [
  { name: 'Knowledge', description: 'The question-answer documents an agent answers from' },
  { name: 'Conversations', description: 'Talking to the agent, what was said, and to whom' },
  { name: 'Agent', description: 'The agent that an API key belongs to' },
  { name: 'Quality', description: 'What users and reviewers think of answers, and what they rest on' },
  { name: 'Chat page', description: 'What the chat page asks for, in the name of a visitor' },
  { name: 'Webhooks', description: 'Whether your webhooks, and the service itself, can be reached' },
  { name: 'Human handoff', description: 'What a person, or the help desk they sit at, sends to the service' },
  { name: 'Sent to you', description: 'Requests the service sends to addresses you configure' },
  { name: 'Admin: accounts', description: 'People, their sessions, and what they did' },
  { name: 'Admin: agents', description: 'Agents and their API keys' },
  {
    name: 'Admin: as an agent',
    description: 'What an API key may call, for people and the admin token',
  },
  { name: 'Admin: integration', description: 'Where the messages of an agent go' },
  { name: 'Admin: documents', description: 'Where the knowledge of an agent came from' },
  { name: 'Admin: trial', description: 'What an agent would answer, before anybody asks it' },
  {
    name: 'Admin: conversations',
    description: 'What was said, what it consumed, and what nobody could answer',
  },
  { name: 'Desk', description: 'What people at the built-in desk see and do' },
  { name: 'Admin: handoffs', description: 'How users were handed over to people' },
  { name: 'Admin: deliveries', description: 'What was sent to you, how it went, and sending it again' },
]

const security = {
  apiKey: [{ apiKey: [] }],
  admin: [{ adminToken: [] }, { session: [] }],
  session: [{ session: [] }],
  chat: [{ chatToken: [] }, { chatTokenInQuery: [] }],
  none: [],
}

/** Says what the parts of a path in braces are. */
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
  ordinal: 'Place of the pair in the draft, from 0',
  pair_id: 'Id of the pair',
  revision: 'Number of the revision',
  handoff_id: 'Id of the handoff',
  name: 'Name of the file',
  token: 'Which file it is and until when, sealed',
}

/** Converts one schema; what it names is moved among the components, where all endpoints share it. */
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

function responseOf({ says, body, events, example }: EndpointResponse, components: Components): Json {
  const stream = events && { 'text/event-stream': { schema: schemaOf(events, components) } }
  if (body === undefined) return { description: says, ...(stream ? { content: stream } : {}) }
  if (typeof body === 'string') {
    return { description: says, content: { 'text/plain': { schema: { type: 'string', const: body } } } }
  }
  const content = { schema: schemaOf(body, components), ...(example === undefined ? {} : { example }) }
  return { description: says, content: { 'application/json': content, ...stream } }
}

/** Failures that share an HTTP status become one response, with an example for each code, shared among the components. */
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
      // A list is sent as one value with commas, unless its description says it is repeated.
      ...(own.type === 'array' ? { style: 'form', explode: !String(says).includes('commas') } : {}),
    }
  })
}

function operationOf(endpoint: Endpoint, components: Components): Operation {
  const parameters = parametersOf(endpoint, components)
  const { body, examples } = endpoint
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
      ...failuresOf(endpoint.errors, components),
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
          description: 'Session of a person; the cookie is named tandem on loopback',
        },
        chatToken: { type: 'http', scheme: 'bearer', description: 'Token of a chat, from its beginning' },
        chatTokenInQuery: {
          type: 'apiKey',
          in: 'query',
          name: 'token',
          description: 'The same for EventSource, which can set no header',
        },
      },
    },
  }
}
