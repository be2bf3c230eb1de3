/** The table of all admin endpoints. */
import * as admin from './admin.ts'
import * as conversions from './admin-conversions.ts'
import * as deliveries from './admin-deliveries.ts'
import * as adminDocuments from './admin-documents.ts'
import * as imports from './admin-imports.ts'
import * as signing from './admin-signing.ts'
import { agentSettings, agentSettingsChange } from './agent-settings.ts'
import { adminErrors, type Endpoint, livingErrors, namedErrors } from './endpoint.ts'
import { accountEndpoints, asAgentEndpoints } from './endpoints-admin-accounts.ts'
import { adminConversationEndpoints } from './endpoints-admin-conversations.ts'
import { deliveryEndpoints } from './endpoints-admin-delivery.ts'
import { adminHandoffEndpoints } from './endpoints-admin-handoffs.ts'
import { sinkEndpoints } from './endpoints-admin-sink.ts'
import { baseEndpoints } from './endpoints-bases.ts'
import { deskEndpoints } from './endpoints-desk.ts'
import { deskHelpEndpoints } from './endpoints-desk-help.ts'
import { pairEndpoints } from './endpoints-pairs.ts'
import { reviewEndpoints } from './endpoints-review.ts'
import { tryOutEndpoints } from './endpoints-try-out.ts'
import * as examples from './examples.ts'
import { grouped } from './grouped.ts'
import * as message from './message.ts'
import * as search from './search.ts'
import { visitorIdentity } from './web-channel.ts'

const agents = { tag: 'Admin: agents', auth: 'admin' } as const
const integration = { tag: 'Admin: integration', auth: 'admin' } as const
const documents = { tag: 'Admin: documents', auth: 'admin' } as const
const log = { tag: 'Admin: deliveries', auth: 'admin' } as const
const gone = { status: 204, says: 'Done' }
/** Failures of endpoints that need an agent which is not deleted: a deleted agent can be read, but not changed. */

/** The endpoints of signing secrets, which the message webhook and every human service have. */
function signingEndpoints(path: string, name: string): readonly Endpoint[] {
  return [
    {
      ...integration,
      method: 'post',
      path: `${path}/signing-secrets`,
      id: `create${name}SigningSecret`,
      summary: 'Add a signing secret; requests are signed with every secret that has not expired',
      body: signing.signingSecretCreateRequest,
      examples: { rotate: { expire_others_in_s: 86_400 } },
      response: { status: 201, says: 'The secret, shown only now', body: signing.signingSecretCreated },
      errors: [...livingErrors, 'conflict'],
    },
    {
      ...integration,
      method: 'get',
      path: `${path}/signing-secrets`,
      id: `list${name}SigningSecrets`,
      summary: 'List signing secrets, without the secrets themselves',
      response: { status: 200, says: 'The signing secrets', body: signing.signingSecretList },
      errors: namedErrors,
    },
    {
      ...integration,
      method: 'delete',
      path: `${path}/signing-secrets/{secret_id}`,
      id: `delete${name}SigningSecret`,
      summary: 'Delete a signing secret',
      response: gone,
      errors: namedErrors,
    },
  ]
}

export const adminEndpoints: readonly Endpoint[] = [
  {
    ...agents,
    method: 'post',
    path: '/admin/v1/agents',
    id: 'createAgent',
    summary: 'Create an agent and its first API key',
    body: admin.agentCreateRequest,
    examples: { agent: { name: 'Shop assistant' } },
    response: { status: 201, says: 'The agent, and its API key, shown only now', body: admin.agentCreated },
    errors: adminErrors,
  },
  {
    ...agents,
    method: 'get',
    path: '/admin/v1/agents',
    id: 'listAgents',
    summary: 'List agents',
    query: admin.agentListQuery,
    response: { status: 200, says: 'Agents', body: admin.agentList },
    errors: adminErrors,
  },
  {
    ...agents,
    method: 'get',
    path: '/admin/v1/agents/{agent_id}',
    id: 'getAgent',
    summary: 'Get an agent',
    response: { status: 200, says: 'The agent', body: admin.agentAnswer },
    errors: namedErrors,
  },
  {
    ...agents,
    method: 'patch',
    path: '/admin/v1/agents/{agent_id}',
    id: 'updateAgent',
    summary: 'Rename an agent',
    body: admin.agentUpdateRequest,
    examples: { name: { name: 'Shop assistant 2' } },
    response: { status: 200, says: 'The agent', body: admin.agentAnswer },
    errors: livingErrors,
  },
  {
    ...agents,
    method: 'delete',
    path: '/admin/v1/agents/{agent_id}',
    id: 'deleteAgent',
    summary: 'Delete an agent',
    description:
      'Requests with its API keys then fail with code 40378. Its open handoffs end, and their users and desks are notified.',
    response: { status: 200, says: 'The deleted agent', body: admin.agentAnswer },
    errors: namedErrors,
  },
  {
    ...agents,
    method: 'get',
    path: '/admin/v1/agents/{agent_id}/settings',
    id: 'getAgentSettings',
    summary: 'Get the settings of an agent, including defaults',
    response: { status: 200, says: 'The settings', body: agentSettings },
    errors: namedErrors,
  },
  {
    ...agents,
    method: 'patch',
    path: '/admin/v1/agents/{agent_id}/settings',
    id: 'changeAgentSettings',
    summary: 'Change settings of an agent; omitted settings stay as they are',
    body: agentSettingsChange,
    examples: { person: { handoff: { after_unanswered: 2 } } },
    response: { status: 200, says: 'All settings after the change', body: agentSettings },
    errors: livingErrors,
  },
  {
    ...agents,
    method: 'get',
    path: '/admin/v1/agents/{agent_id}/identity',
    id: 'getVisitorIdentity',
    summary: 'Get the secret for signing tokens that identify visitors',
    response: { status: 200, says: 'The secret', body: visitorIdentity },
    errors: namedErrors,
  },
  {
    ...agents,
    method: 'post',
    path: '/admin/v1/agents/{agent_id}/api-keys',
    id: 'createApiKey',
    summary: 'Create an API key',
    description: `An agent has at most ${grouped(admin.maxApiKeysPerAgent)} keys that are not revoked.`,
    body: admin.apiKeyCreateRequest,
    examples: { key: { label: 'Production' } },
    response: { status: 201, says: 'The key, shown only now', body: admin.apiKeyCreated },
    errors: [...livingErrors, 'conflict'],
  },
  {
    ...agents,
    method: 'get',
    path: '/admin/v1/agents/{agent_id}/api-keys',
    id: 'listApiKeys',
    summary: 'List the API keys of an agent',
    response: { status: 200, says: 'The API keys, without the keys themselves', body: admin.apiKeyList },
    errors: namedErrors,
  },
  {
    ...agents,
    method: 'delete',
    path: '/admin/v1/agents/{agent_id}/api-keys/{key_id}',
    id: 'revokeApiKey',
    summary: 'Revoke an API key',
    response: gone,
    errors: namedErrors,
  },
  {
    ...integration,
    method: 'put',
    path: '/admin/v1/agents/{agent_id}/message-webhook',
    id: 'setMessageWebhook',
    summary: 'Set the message webhook',
    body: admin.messageWebhookRequest,
    examples: examples.messageWebhookExamples,
    response: { status: 200, says: 'The message webhook', body: admin.messageWebhook },
    errors: livingErrors,
  },
  {
    ...integration,
    method: 'get',
    path: '/admin/v1/agents/{agent_id}/message-webhook',
    id: 'getMessageWebhook',
    summary: 'Get the message webhook',
    response: { status: 200, says: 'The message webhook', body: admin.messageWebhook },
    errors: namedErrors,
  },
  {
    ...integration,
    method: 'delete',
    path: '/admin/v1/agents/{agent_id}/message-webhook',
    id: 'deleteMessageWebhook',
    summary: 'Remove the message webhook',
    response: gone,
    errors: livingErrors,
  },
  {
    ...integration,
    method: 'post',
    path: '/admin/v1/agents/{agent_id}/human-services',
    id: 'createHumanService',
    summary: 'Add a human service',
    description: `An agent has at most ${admin.maxHumanServicesPerAgent} human services.`,
    body: admin.humanServiceCreateRequest,
    examples: examples.humanServiceExamples,
    response: { status: 201, says: 'The human service', body: admin.humanService },
    errors: [...livingErrors, 'conflict'],
  },
  {
    ...integration,
    method: 'get',
    path: '/admin/v1/agents/{agent_id}/human-services',
    id: 'listHumanServices',
    summary: 'List the human services of an agent',
    response: { status: 200, says: 'The human services', body: admin.humanServiceList },
    errors: namedErrors,
  },
  {
    ...integration,
    method: 'patch',
    path: '/admin/v1/agents/{agent_id}/human-services/{service_id}',
    id: 'updateHumanService',
    summary: 'Change a human service',
    body: admin.humanServiceUpdateRequest,
    examples: { timeouts: { waiting_timeout_s: 120, idle_timeout_s: 3600 } },
    response: { status: 200, says: 'The human service', body: admin.humanService },
    errors: livingErrors,
  },
  {
    ...integration,
    method: 'delete',
    path: '/admin/v1/agents/{agent_id}/human-services/{service_id}',
    id: 'deleteHumanService',
    summary: 'Remove a human service',
    response: gone,
    errors: livingErrors,
  },
  ...signingEndpoints('/admin/v1/agents/{agent_id}/message-webhook', 'Webhook'),
  ...signingEndpoints('/admin/v1/agents/{agent_id}/human-services/{service_id}', 'HumanService'),
  {
    ...documents,
    method: 'get',
    path: '/admin/v1/agents/{agent_id}/documents',
    id: 'listAgentDocuments',
    summary: 'List the documents of an agent',
    query: adminDocuments.adminDocumentListQuery,
    response: { status: 200, says: 'Documents', body: adminDocuments.adminDocumentList },
    errors: namedErrors,
  },
  {
    ...documents,
    method: 'get',
    path: '/admin/v1/agents/{agent_id}/documents/{doc_id}',
    id: 'getAgentDocument',
    summary: 'Get a document of an agent',
    response: { status: 200, says: 'The document', body: adminDocuments.adminDocument },
    errors: namedErrors,
  },
  {
    ...documents,
    method: 'get',
    path: '/admin/v1/agents/{agent_id}/imports',
    id: 'listImportsUnderWay',
    summary: 'List running imports with their progress',
    response: { status: 200, says: 'The imports', body: imports.importsUnderWay },
    errors: namedErrors,
  },
  {
    ...documents,
    method: 'get',
    path: '/admin/v1/agents/{agent_id}/documents/{doc_id}/import',
    id: 'getDocumentImport',
    summary: 'Get the latest import of a document: the result for every row of the CSV or Excel file',
    response: { status: 200, says: 'The latest import', body: imports.documentImport },
    errors: namedErrors,
  },
  {
    ...documents,
    method: 'get',
    path: '/admin/v1/agents/{agent_id}/documents/{doc_id}/conversion',
    id: 'getDocumentConversion',
    summary: 'Get the conversion of a document: which parts became pairs, and which did not',
    response: { status: 200, says: 'The conversion', body: conversions.documentConversion },
    errors: namedErrors,
  },
  ...reviewEndpoints,
  ...pairEndpoints,
  ...baseEndpoints,
  {
    ...log,
    method: 'post',
    path: '/admin/v1/agents/{agent_id}/messages',
    id: 'emitMessage',
    summary: 'Send a message as the agent to its message webhook',
    body: message.messageSendRequest,
    examples: { message: { conversation_id: 'order-4711', text: 'Your parcel has left our house.' } },
    response: {
      status: 202,
      says: 'The message is stored and will be delivered',
      body: message.messageSent,
    },
    errors: [...livingErrors, 'conflict'],
  },
  {
    ...documents,
    method: 'post',
    path: '/admin/v1/agents/{agent_id}/search',
    id: 'searchKnowledge',
    summary: 'Search the knowledge of an agent, with the reasons for each hit',
    body: search.adminSearchRequest,
    examples: { question: { text: 'When are you open?' } },
    response: { status: 200, says: 'Hits with their confidence', body: search.adminSearchResponse },
    errors: [...livingErrors, 'targetNotFound'],
  },
  {
    ...log,
    method: 'get',
    path: '/admin/v1/deliveries/counts',
    id: 'countDeliveries',
    summary: 'Count deliveries by endpoint and state',
    query: deliveries.deliveryCountsQuery,
    response: { status: 200, says: 'The counts', body: deliveries.deliveryCounts },
    errors: namedErrors,
  },
  {
    ...log,
    method: 'get',
    path: '/admin/v1/deliveries',
    id: 'listDeliveries',
    summary: 'List deliveries',
    query: deliveries.deliveryListQuery,
    response: { status: 200, says: 'Deliveries', body: deliveries.deliveryList },
    errors: adminErrors,
  },
  {
    ...log,
    method: 'get',
    path: '/admin/v1/deliveries/{delivery_id}',
    id: 'getDelivery',
    summary: 'Get a delivery with its body and every attempt',
    response: { status: 200, says: 'The delivery', body: deliveries.deliveryDetail },
    errors: namedErrors,
  },
  {
    ...log,
    method: 'post',
    path: '/admin/v1/deliveries/{delivery_id}/replay',
    id: 'replayDelivery',
    summary: 'Send a settled delivery again, or try a pending one now',
    response: { status: 200, says: 'The delivery', body: deliveries.delivery },
    errors: [...livingErrors, 'conflict'],
  },
  {
    ...log,
    method: 'post',
    path: '/admin/v1/deliveries/replay',
    id: 'replayDeliveries',
    summary: 'Send many deliveries again',
    body: deliveries.deliveryReplayRequest,
    examples: {
      dead: { agent_id: '0199a1e0-0c52-7f0a-9be1-d2c3a4b5c6d7', state: 'dead', since: 1_758_880_800_000 },
    },
    response: {
      status: 200,
      says: 'The number of deliveries',
      body: deliveries.deliveryReplayResponse,
    },
    errors: livingErrors,
  },
  ...deliveryEndpoints,
  ...sinkEndpoints,
  ...accountEndpoints,
  ...adminConversationEndpoints,
  ...adminHandoffEndpoints,
  ...deskEndpoints,
  ...deskHelpEndpoints,
  ...tryOutEndpoints,
  ...asAgentEndpoints,
]
