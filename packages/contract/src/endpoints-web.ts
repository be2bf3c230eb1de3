/** Endpoints of the web channel, one row each. */
import { okBody } from './answers.ts'
import type { Endpoint } from './endpoint.ts'
import * as web from './web-channel.ts'

const chat = { tag: 'Chat page', auth: 'none' } as const
const errors = [
  'parameterError',
  'authenticationFailed',
  'originNotAllowed',
  'agentDeleted',
  'notFound',
  'rateLimited',
  'internalError',
  'unavailable',
] as const
const tokenWords = 'Needs `Authorization: Bearer <token of the chat>`, or `?token=`.'

export const webEndpoints: readonly Endpoint[] = [
  {
    ...chat,
    method: 'post',
    path: '/web/v1/agents/{agent_id}/chats',
    id: 'startChat',
    summary: 'Begin a chat, or go on with one',
    description: 'Called by a page in a browser; its origin must be allowed in the settings of the agent.',
    body: web.chatStartRequest,
    examples: { first: {} },
    answer: { status: 201, says: 'The chat and its token', body: web.chatStarted },
    errors,
  },
  {
    ...chat,
    method: 'post',
    path: '/web/v1/chats/{conversation_id}/messages',
    id: 'sendChatMessage',
    summary: 'Say something as the visitor',
    description: `The answer comes with the events. ${tokenWords}`,
    body: web.chatSendRequest,
    examples: { question: { text: 'Where is my parcel?' } },
    answer: { status: 202, says: 'It is stored', body: web.chatSent },
    errors: [...errors, 'conflict'],
  },
  {
    ...chat,
    method: 'get',
    path: '/web/v1/chats/{conversation_id}/messages',
    id: 'listChatMessages',
    summary: 'Read what was said',
    description: tokenWords,
    query: web.chatHistoryQuery,
    answer: { status: 200, says: 'Messages', body: web.chatHistory },
    errors,
  },
  {
    ...chat,
    method: 'get',
    path: '/web/v1/chats/{conversation_id}/events',
    id: 'followChat',
    summary: 'Follow the chat as server-sent events',
    description: `Events: message (with its number as id), piece, so_far (for whoever comes in the middle of an answer: its words so far, in place of all pieces before), turn_over (with dropped when a person took the floor: its pieces are void), floor, stopping, gone (the agent was deleted: do not come back). Last-Event-ID, or \`?last_id=\`, goes on after that message. ${tokenWords}`,
    answer: { status: 200, says: 'A stream of events' },
    errors,
  },
  {
    ...chat,
    method: 'post',
    path: '/web/v1/chats/{conversation_id}/handoff',
    id: 'askForPerson',
    summary: 'Ask for a person',
    description: tokenWords,
    body: web.chatHandoffRequest,
    examples: { reachable: { email: 'ann@example.com' } },
    answer: { status: 200, says: 'What became of it', body: web.chatHandoffAnswer },
    errors: [...errors, 'conflict'],
  },
  {
    ...chat,
    method: 'post',
    path: '/web/v1/chats/{conversation_id}/handoff/close',
    id: 'leavePerson',
    summary: 'End the talk with the person; the AI answers again',
    description: tokenWords,
    answer: { status: 200, says: 'Ended', body: okBody },
    errors: [...errors, 'conflict'],
  },
  {
    ...chat,
    method: 'post',
    path: '/web/v1/chats/{conversation_id}/close',
    id: 'closeChat',
    summary: 'Close the chat, and with it a handoff',
    description: tokenWords,
    answer: { status: 200, says: 'Closed', body: okBody },
    errors,
  },
]
