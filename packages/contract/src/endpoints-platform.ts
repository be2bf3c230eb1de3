/** Endpoints of the platform besides those of the specification: user properties, version 1 of messages, the API key, the agent. */
import * as agentDetail from './agent-detail.ts'
import * as conversation from './conversation.ts'
import * as v1 from './conversation-v1.ts'
import { messagePageQuery } from './conversations.ts'
import { type Endpoint, keyErrors } from './endpoint.ts'
import * as properties from './user-properties.ts'

const talk = { auth: 'apiKey', tag: 'Conversations' } as const
const id = '0190b3a4-1c1e-7c3a-9d5e-2f1a8f6b7c3d'
const gold = { property_name: 'plan', propertyName: 'plan', value: 'gold' }

export const platformEndpoints: readonly Endpoint[] = [
  {
    ...talk,
    method: 'post',
    path: '/v1/property/update',
    id: 'updateUserProperties',
    summary: 'Set properties of a user',
    description:
      'Answers can use properties: `{{user.plan}}` in an answer is replaced by the property `plan`, and `{{user.name|there}}` by “there” if the user has no name. A model gets the properties as facts about the user.',
    body: properties.propertyUpdateRequest,
    examples: {
      plan: { user_id: 'customer-4711', property_values: [{ property_name: 'plan', value: 'gold' }] },
    },
    response: {
      status: 200,
      says: 'Properties that were set, and properties that were not',
      body: properties.propertyUpdateResult,
      example: { success_update: [gold], fail_update: [] },
    },
    errors: keyErrors,
  },
  {
    ...talk,
    method: 'get',
    path: '/v2/user-property/query',
    id: 'getUserProperties',
    summary: 'Get the properties of users',
    query: properties.propertyQuery,
    response: {
      status: 200,
      says: 'The properties, by user',
      body: properties.userPropertyList,
      example: [{ user_id: 'customer-4711', property_values: [gold] }],
    },
    errors: keyErrors,
  },
  {
    ...talk,
    method: 'post',
    path: '/v1/conversation/message',
    id: 'sendMessageV1',
    summary: 'Send a message to the agent, version 1',
    description:
      'For older clients. The message is processed like one to `/v2/conversation/message`; streams and webhooks have the format of version 2.',
    headers: conversation.messageHeaders,
    body: v1.messageV1Request,
    examples: { text: { conversation_id: id, response_mode: 'blocking', text: 'When are you open?' } },
    response: {
      status: 200,
      says: 'The answer',
      body: v1.messageAnswerV1,
      events: conversation.streamEvent,
    },
    orNothing: 'The Last-Event-ID is the id of the last event: nothing comes after it',
    errors: [...keyErrors, 'conversationNotFound', 'questionTooLong', 'conflict', 'rateLimited'],
  },
  {
    ...talk,
    method: 'get',
    path: '/v1/messages',
    id: 'listMessagesV1',
    summary: 'List the messages of a conversation as text, oldest first',
    query: messagePageQuery,
    response: {
      status: 200,
      says: 'One page of messages',
      body: v1.messagePageV1,
      example: {
        total: 1,
        messages: [
          {
            message_id: id,
            parent_message_id: null,
            message_type: 'QUESTION',
            text: 'When are you open?',
            create_time: 1_742_265_090_895,
          },
        ],
      },
    },
    errors: [...keyErrors, 'conversationNotFound'],
  },
  {
    auth: 'apiKey',
    tag: 'Agent',
    method: 'get',
    path: '/v1/api-key/verify',
    id: 'verifyApiKey',
    summary: 'Check whether an API key is valid, and get its agent',
    response: {
      status: 200,
      says: 'The API key is valid',
      body: agentDetail.keyVerified,
      example: { code: 0, message: 'OK', type: 'agent', id, name: 'Support' },
    },
    errors: keyErrors,
  },
  {
    auth: 'apiKey',
    tag: 'Agent',
    method: 'get',
    path: '/v1/bot/detail',
    id: 'getAgentDetail',
    summary: 'Get a description of the agent of the API key',
    response: { status: 200, says: 'The agent', body: agentDetail.agentDetail },
    errors: keyErrors,
  },
]
