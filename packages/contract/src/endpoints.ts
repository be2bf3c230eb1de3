/** The endpoints that the service hosts, admin endpoints aside, and those that it calls at the developer's addresses. */

import * as documents from './documents.ts'
import { type Endpoint, keyErrors, type WebhookEndpoint } from './endpoint.ts'
import { conversationEndpoints } from './endpoints-conversations.ts'
import { platformEndpoints } from './endpoints-platform.ts'
import { textEndpoints } from './endpoints-texts.ts'
import { webEndpoints } from './endpoints-web.ts'
import * as examples from './examples.ts'
import { grouped } from './grouped.ts'
import * as handoff from './handoff.ts'
import * as knowledge from './knowledge.ts'
import { agentMessage, messageAcknowledgement } from './message.ts'
import { okBody } from './response-bodies.ts'
import * as search from './search.ts'
import { webhookCheckResponse } from './webhook-check.ts'

const okResponse = { status: 200, says: 'Done', body: okBody }

export const serviceEndpoints: readonly Endpoint[] = [
  ...conversationEndpoints,
  ...platformEndpoints,
  ...webEndpoints,
  {
    method: 'post',
    path: '/v1/bot/doc/qa/add',
    tag: 'Knowledge',
    id: 'addQa',
    summary: 'Add QA documents',
    description:
      'The response is sent after every file has been fetched and read. Pairs are in use at once. A document that is still being converted has the status PROCESSING.',
    auth: 'apiKey',
    body: knowledge.defaultQaAddRequest,
    examples: examples.qaAddExamples,
    response: {
      status: 200,
      says: 'Documents added, and files that failed',
      body: knowledge.qaResult,
      example: examples.qaResultExample,
    },
    errors: [...keyErrors, 'targetNotFound'],
  },
  {
    method: 'put',
    path: '/v1/bot/doc/qa/update',
    tag: 'Knowledge',
    id: 'updateQa',
    summary: 'Replace QA documents',
    description:
      'Send the complete list or file. Readers see either the old or the new content, never a mixture. If the update fails, the old content stays.',
    auth: 'apiKey',
    body: knowledge.defaultQaUpdateRequest,
    examples: examples.qaUpdateExamples,
    response: {
      status: 200,
      says: 'Documents replaced, and files that failed',
      body: knowledge.qaResult,
      example: examples.qaResultExample,
    },
    errors: [...keyErrors, 'targetNotFound'],
  },
  {
    method: 'post',
    path: '/v1/bot/doc/qa/chunks/add',
    tag: 'Knowledge',
    id: 'addQaChunks',
    summary: 'Append pairs to a QA document',
    auth: 'apiKey',
    body: documents.defaultQaChunksAddRequest,
    examples: examples.qaChunksAddExamples,
    response: okResponse,
    errors: [...keyErrors, 'targetNotFound'],
  },
  ...textEndpoints,
  {
    method: 'get',
    path: '/v1/bot/doc/query/page',
    tag: 'Knowledge',
    id: 'listDocuments',
    summary: 'List the documents of a knowledge base',
    auth: 'apiKey',
    query: documents.documentPageQuery,
    response: { status: 200, says: 'One page of documents', body: documents.documentPage },
    errors: [...keyErrors, 'targetNotFound'],
  },
  {
    method: 'get',
    path: '/v1/bot/data/detail/list',
    tag: 'Knowledge',
    id: 'getDocumentStatus',
    summary: 'Get the status of documents',
    auth: 'apiKey',
    query: documents.documentStatusQuery,
    response: { status: 200, says: 'The status of each document', body: documents.documentStatusList },
    errors: keyErrors,
  },
  {
    method: 'delete',
    path: '/v1/bot/doc/batch/delete',
    tag: 'Knowledge',
    id: 'deleteDocuments',
    summary: 'Delete documents',
    auth: 'apiKey',
    query: documents.documentDeleteQuery,
    response: okResponse,
    errors: [...keyErrors, 'targetNotFound'],
  },
  {
    method: 'post',
    path: '/v1/bot/knowledge/base/create',
    tag: 'Knowledge',
    id: 'createKnowledgeBase',
    summary: 'Create a knowledge base',
    description: `An agent has at most ${grouped(documents.maxBasesPerAgent)} knowledge bases.`,
    auth: 'apiKey',
    body: documents.knowledgeBaseCreateRequest,
    examples: { base: { name: 'Products', desc: 'Questions about our products' } },
    response: { status: 200, says: 'Id of the knowledge base', body: documents.knowledgeBaseCreated },
    errors: keyErrors,
  },
  {
    method: 'get',
    path: '/v1/bot/knowledge/base/page',
    tag: 'Knowledge',
    id: 'listKnowledgeBases',
    summary: 'List the knowledge bases',
    auth: 'apiKey',
    response: { status: 200, says: 'The knowledge bases', body: documents.knowledgeBasePage },
    errors: keyErrors,
  },
  {
    method: 'post',
    path: '/v1/vector/match',
    tag: 'Knowledge',
    id: 'matchKnowledge',
    summary: 'Find pairs and passages that answer a question',
    description:
      'Pairs of one document with the same answer count as phrasings of one entry. Such an entry is listed once, with the phrasing that matches best. Unknown ids, and ids of other agents, find nothing.',
    auth: 'apiKey',
    body: search.vectorMatchRequest,
    examples: search.vectorMatchExamples,
    response: {
      status: 200,
      says: 'Pairs and passages found, best first',
      body: search.vectorMatchResponse,
      example: search.vectorMatchResponseExample,
    },
    errors: keyErrors,
  },
  {
    method: 'post',
    path: '/v1/webhook/check',
    tag: 'Webhooks',
    id: 'checkWebhooks',
    summary: 'Probe the webhooks of the agent',
    description:
      'Sends a request in the standard format with `istest` = true to every configured webhook, and reports whether the response has status 200.',
    auth: 'apiKey',
    response: {
      status: 200,
      says: 'One result for each configured webhook',
      body: webhookCheckResponse,
      example: examples.webhookCheckExample,
    },
    errors: keyErrors,
  },
  {
    method: 'get',
    path: '/v1/webhook/service/health',
    tag: 'Webhooks',
    id: 'health',
    summary: 'Check whether the service works',
    description: 'Three requests per minute, with a timeout of 3 to 5 seconds, are enough.',
    auth: 'none',
    response: { status: 200, says: 'The service works normally', body: 'service is normal' },
    errors: ['unavailable'],
  },
  {
    method: 'post',
    path: '/v1/human/message/receive',
    tag: 'Human handoff',
    id: 'receiveHumanMessage',
    summary: 'Send a reply of a person to the user',
    description:
      'Replies reach the user in the order in which they arrive. A repeated reply (same timestamp and body, or same Idempotency-Key header) reaches the user only once. For a component with keyless_replies no API key is needed.',
    auth: 'apiKey',
    headers: handoff.humanMessageHeaders,
    body: handoff.humanMessageRequest,
    examples: examples.humanMessageExamples,
    response: { status: 200, says: 'The reply is on its way to the user', body: okBody },
    errors: [...keyErrors, 'conversationNotFound', 'handoffClosed', 'conflict', 'rateLimited'],
  },
  {
    method: 'post',
    path: '/v1/human/close',
    tag: 'Human handoff',
    id: 'closeHumanConversation',
    summary: 'End the handoff as a person',
    description:
      'The user gets no further human messages until a new handoff begins. For a component with keyless_replies no API key is needed.',
    auth: 'apiKey',
    body: handoff.humanCloseRequest,
    examples: examples.humanCloseExamples,
    response: {
      status: 200,
      says: 'The handoff has ended',
      body: handoff.humanCloseResponse,
      example: examples.humanCloseResponseExample,
    },
    errors: [...keyErrors, 'conversationNotFound', 'handoffClosed', 'rateLimited'],
  },
  {
    method: 'post',
    path: '/v1/human/typing',
    tag: 'Human handoff',
    id: 'humanTyping',
    summary: 'Show the user that a person is typing',
    description:
      'The chat page shows it for six seconds or until the reply arrives. Send it again every few seconds while the person is typing. Nothing is stored. In webhook mode it has no effect.',
    auth: 'apiKey',
    body: handoff.humanTypingRequest,
    examples: { typing: { conversation_id: '6f1d2c3b4a5968778695a4b3c2d1e0f9' } },
    response: { status: 200, says: 'Open chat pages show it', body: okBody },
    errors: [...keyErrors, 'conversationNotFound', 'handoffClosed', 'rateLimited'],
  },
  {
    method: 'get',
    path: '/v1/browser/extension/subscribe',
    tag: 'Human handoff',
    id: 'subscribeHandoffs',
    summary: 'Stream the users who are waiting for a person, as server-sent events',
    description:
      'The first event is `{"code":100}`. Then each user who is waiting for a first reply is one event, `{"code":0,"data":"<the establish request as text>"}`: first the users who are already waiting, then new ones as they come. Events have neither names nor ids. The human service gets its requests as usual.',
    auth: 'apiKey',
    query: handoff.waitingQuery,
    response: { status: 200, says: 'A stream of events', media: ['text/event-stream'] },
    errors: [...keyErrors, 'rateLimited'],
  },
  {
    method: 'post',
    path: '/v1/conversation/handoff',
    tag: 'Human handoff',
    id: 'beginHandoff',
    summary: 'Hand the user over to a person',
    description:
      'Only for conversations in which a person can reach the user: the last message must have come in webhook mode or from the chat page.',
    auth: 'apiKey',
    body: handoff.handoffBeginRequest,
    examples: { handoff: { conversation_id: '0199a1e0-0c52-7f0a-9be1-d2c3a4b5c6d7' } },
    response: { status: 200, says: 'The handoff, or why none began', body: handoff.handoffBegun },
    errors: [...keyErrors, 'conversationNotFound', 'targetNotFound', 'conflict'],
  },
  {
    method: 'post',
    path: '/v1/conversation/handoff/close',
    tag: 'Human handoff',
    id: 'endHandoff',
    summary: 'End the handoff on behalf of the user',
    auth: 'apiKey',
    body: handoff.handoffEndRequest,
    examples: { end: { conversation_id: '0199a1e0-0c52-7f0a-9be1-d2c3a4b5c6d7' } },
    response: { status: 200, says: 'The handoff has ended', body: handoff.humanCloseResponse },
    errors: [...keyErrors, 'conversationNotFound', 'handoffClosed'],
  },
]

const handoffResponse = {
  status: 200,
  says: 'The request was accepted. Any status other than 200 is a failure',
  body: handoff.handoffDeveloperAnswer,
  example: { code: 0, message: 'OK' },
}

export const developerEndpoints: readonly WebhookEndpoint[] = [
  {
    name: 'agentMessage',
    address: '{developer_url}',
    id: 'deliverAgentMessage',
    summary: 'A message of the agent, or of the person who replaces it',
    description:
      'Authorization: `Bearer <username>` if only a username is configured; HTTP Basic with username and secret if both are. A request with `istest` = true is an availability test.',
    body: agentMessage,
    example: examples.agentMessageExample,
    response: {
      status: 200,
      says: 'The message was received',
      body: messageAcknowledgement,
      example: { code: 200, msg: 'success' },
    },
  },
  {
    name: 'handoffEstablish',
    address: '{developer_url}/conversation/establish',
    id: 'establishHandoff',
    summary: 'A user is handed over to a person',
    description:
      'Store `conversation_id`: replies must contain it. A request with `istest` = true is an availability test.',
    body: handoff.handoffEstablishRequest,
    example: examples.handoffEstablishExample,
    response: handoffResponse,
  },
  {
    name: 'handoffChat',
    address: '{developer_url}/chat',
    id: 'relayUserMessage',
    summary: 'A message of the user to the person',
    description: 'A request with `istest` = true is an availability test.',
    body: handoff.handoffChatRequest,
    example: examples.handoffChatExample,
    response: handoffResponse,
  },
  {
    name: 'handoffClose',
    address: '{developer_url}/conversation/close',
    id: 'closeHandoff',
    summary: 'The handoff has ended',
    description: 'Sent when the conversation times out or the user closes it.',
    body: handoff.handoffCloseNotice,
    example: examples.handoffCloseExample,
    response: handoffResponse,
  },
]
