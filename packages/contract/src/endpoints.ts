/** Every endpoint of the contract, one row each: those the service hosts, and those it calls at the developer's address. */

import * as documents from './documents.ts'
import { type Endpoint, keyErrors, type WebhookEndpoint } from './endpoint.ts'
import { conversationEndpoints } from './endpoints-conversations.ts'
import { platformEndpoints } from './endpoints-platform.ts'
import { textEndpoints } from './endpoints-texts.ts'
import { webEndpoints } from './endpoints-web.ts'
import * as examples from './examples.ts'
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
      'Answers after every file has been fetched and read. Pairs answer questions at once; documents that are still being converted are PROCESSING.',
    auth: 'apiKey',
    body: knowledge.defaultQaAddRequest,
    examples: examples.qaAddExamples,
    response: {
      status: 200,
      says: 'What was added, and which files failed',
      body: knowledge.qaResult,
      example: examples.qaResultExample,
    },
    errors: [...keyErrors, 'targetNotFound', 'bodyTooLarge'],
  },
  {
    method: 'put',
    path: '/v1/bot/doc/qa/update',
    tag: 'Knowledge',
    id: 'updateQa',
    summary: 'Replace QA documents',
    description:
      'The complete list or file must be given. A reader sees either the old content or the new, never a mixture; when it fails, the old stays.',
    auth: 'apiKey',
    body: knowledge.defaultQaUpdateRequest,
    examples: examples.qaUpdateExamples,
    response: {
      status: 200,
      says: 'What was replaced, and which files failed',
      body: knowledge.qaResult,
      example: examples.qaResultExample,
    },
    errors: [...keyErrors, 'targetNotFound', 'bodyTooLarge'],
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
    errors: [...keyErrors, 'targetNotFound', 'bodyTooLarge'],
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
    summary: 'See how far documents have come',
    auth: 'apiKey',
    query: documents.documentStatusQuery,
    response: { status: 200, says: 'Their statuses', body: documents.documentStatusList },
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
    auth: 'apiKey',
    body: documents.knowledgeBaseCreateRequest,
    examples: { base: { name: 'Products', desc: 'Questions about our products' } },
    response: { status: 200, says: 'Its id', body: documents.knowledgeBaseCreated },
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
    summary: 'Find stored pairs and passages that answer a question',
    description:
      'Pairs of one document with the same answer are phrasings of one entry and come once, as the phrasing that matches best. Ids of other agents, and unknown ones, find nothing.',
    auth: 'apiKey',
    body: search.vectorMatchRequest,
    examples: search.vectorMatchExamples,
    response: {
      status: 200,
      says: 'What was found, best first',
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
      'Sends every configured webhook a request in the standard format with `istest` true, and reports whether it answered 200.',
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
    summary: 'See whether the service works',
    description: 'Three queries a minute, with a timeout of 3 to 5 seconds, are enough.',
    auth: 'none',
    response: { status: 200, says: 'The service works normally', body: 'service is normal' },
    errors: ['unavailable'],
  },
  {
    method: 'post',
    path: '/v1/human/message/receive',
    tag: 'Human handoff',
    id: 'receiveHumanMessage',
    summary: 'Say something to the user as a person',
    description:
      'Replies reach the user in the order they arrive. A repeated one (same timestamp and body, or same Idempotency-Key header) reaches the user once. A component with keyless_replies takes it without a key.',
    auth: 'apiKey',
    headers: handoff.humanMessageHeaders,
    body: handoff.humanMessageRequest,
    examples: examples.humanMessageExamples,
    response: { status: 200, says: 'The reply is on its way to the user', body: okBody },
    errors: [...keyErrors, 'conversationNotFound', 'handoffClosed', 'rateLimited'],
  },
  {
    method: 'post',
    path: '/v1/human/close',
    tag: 'Human handoff',
    id: 'closeHumanConversation',
    summary: 'Close the conversation as a person',
    description:
      'The user gets no further human messages until a new handoff begins. A component with keyless_replies takes it without a key.',
    auth: 'apiKey',
    body: handoff.humanCloseRequest,
    examples: examples.humanCloseExamples,
    response: {
      status: 200,
      says: 'Closed',
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
    summary: 'Show the user that a person types',
    description:
      'The chat page shows it for six seconds, or until the reply comes; nothing is stored. Send it again every few seconds. In webhook mode nobody sees it.',
    auth: 'apiKey',
    body: handoff.humanTypingRequest,
    examples: { typing: { conversation_id: '6f1d2c3b4a5968778695a4b3c2d1e0f9' } },
    response: { status: 200, says: 'The user sees it, if a chat page is open', body: okBody },
    errors: [...keyErrors, 'conversationNotFound', 'handoffClosed', 'rateLimited'],
  },
  {
    method: 'get',
    path: '/v1/browser/extension/subscribe',
    tag: 'Human handoff',
    id: 'subscribeHandoffs',
    summary: 'Follow who waits for a person, as server-sent events',
    description:
      'First `{"code":100}`, then for each user who waits for a first reply `{"code":0,"data":"<the establish request as text>"}`, those who wait already among them. Events have neither names nor ids. It is a view beside the human service, which gets its requests as before.',
    auth: 'apiKey',
    query: handoff.waitingQuery,
    response: { status: 200, says: 'A stream of events' },
    errors: [...keyErrors, 'rateLimited'],
  },
  {
    method: 'post',
    path: '/v1/conversation/handoff',
    tag: 'Human handoff',
    id: 'beginHandoff',
    summary: 'Hand the user over to a person',
    description:
      'The conversation must be one whose user can hear a person: its last message came in webhook mode or from the chat page.',
    auth: 'apiKey',
    body: handoff.handoffBeginRequest,
    examples: { handoff: { conversation_id: '0199a1e0-0c52-7f0a-9be1-d2c3a4b5c6d7' } },
    response: { status: 200, says: 'A person was asked for, or nobody is there', body: handoff.handoffBegun },
    errors: [...keyErrors, 'conversationNotFound', 'targetNotFound', 'conflict'],
  },
  {
    method: 'post',
    path: '/v1/conversation/handoff/close',
    tag: 'Human handoff',
    id: 'endHandoff',
    summary: 'End the handoff for the user',
    auth: 'apiKey',
    body: handoff.handoffEndRequest,
    examples: { end: { conversation_id: '0199a1e0-0c52-7f0a-9be1-d2c3a4b5c6d7' } },
    response: { status: 200, says: 'It has ended', body: handoff.humanCloseResponse },
    errors: [...keyErrors, 'conversationNotFound', 'handoffClosed'],
  },
]

const handoffResponse = {
  status: 200,
  says: 'Anything but HTTP 200 is a failure',
  body: handoff.handoffDeveloperAnswer,
  example: { code: 0, message: 'OK' },
}

export const developerEndpoints: readonly WebhookEndpoint[] = [
  {
    name: 'agentMessage',
    address: '{developer_url}',
    id: 'deliverAgentMessage',
    summary: 'A response of the agent, or of the person in its place',
    description:
      'Authorization: with a username, `Bearer <username>`; with username and secret, HTTP Basic. With `istest` true it is an availability test.',
    body: agentMessage,
    example: examples.agentMessageExample,
    response: {
      status: 200,
      says: 'The message has arrived',
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
      'Keep `conversation_id`: replies must carry it. With `istest` true it is an availability test.',
    body: handoff.handoffEstablishRequest,
    example: examples.handoffEstablishExample,
    response: handoffResponse,
  },
  {
    name: 'handoffChat',
    address: '{developer_url}/chat',
    id: 'relayUserMessage',
    summary: 'The user says something to the person',
    description: 'With `istest` true it is an availability test.',
    body: handoff.handoffChatRequest,
    example: examples.handoffChatExample,
    response: handoffResponse,
  },
  {
    name: 'handoffClose',
    address: '{developer_url}/conversation/close',
    id: 'closeHandoff',
    summary: 'The handoff ended on our side',
    description: 'Sent when the conversation timed out or the user closed it.',
    body: handoff.handoffCloseNotice,
    example: examples.handoffCloseExample,
    response: handoffResponse,
  },
]
