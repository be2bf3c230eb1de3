/** Admin endpoints of conversations, usage and unanswered questions. */
import * as conversations from './admin-conversations.ts'
import { score } from './admin-score.ts'
import * as unanswered from './admin-unanswered.ts'
import { adminErrors, type Endpoint } from './endpoint.ts'

const talk = { tag: 'Admin: conversations', auth: 'admin' } as const
const known = [...adminErrors, 'notFound'] as const

export const adminConversationEndpoints: readonly Endpoint[] = [
  {
    ...talk,
    method: 'get',
    path: '/admin/v1/conversations',
    id: 'adminListConversations',
    summary: 'List the conversations of an agent',
    query: conversations.adminConversationQuery,
    response: { status: 200, says: 'One page of conversations', body: conversations.adminConversationPage },
    errors: known,
  },
  {
    ...talk,
    method: 'get',
    path: '/admin/v1/conversations/export',
    id: 'exportConversations',
    summary: 'Download the conversations of an agent as CSV or JSON Lines',
    description:
      'In CSV, a cell that a spreadsheet would read as a formula gets an apostrophe in front. If the file cannot be completed, the connection is cut.',
    query: conversations.adminConversationExportQuery,
    response: { status: 200, says: 'The file' },
    errors: known,
  },
  {
    ...talk,
    method: 'get',
    path: '/admin/v1/conversations/{conversation_id}',
    id: 'adminGetConversation',
    summary: 'Get a conversation with the details of each answer',
    query: conversations.adminMessageQuery,
    response: { status: 200, says: 'The conversation', body: conversations.adminConversationAnswer },
    errors: known,
  },
  {
    ...talk,
    method: 'get',
    path: '/admin/v1/conversations/{conversation_id}/score',
    id: 'getScore',
    summary: 'Get the timeline of a conversation: messages, turns, handoffs and deliveries',
    response: { status: 200, says: 'The timeline', body: score },
    errors: known,
  },
  {
    ...talk,
    method: 'delete',
    path: '/admin/v1/conversations/{conversation_id}',
    id: 'adminRemoveConversation',
    summary: 'Remove a conversation with all its data',
    description:
      'Removes its messages, files, audio, handoffs and deliveries at once and for ever. The usage totals of the agent stay. Refused (40900) while a person has the floor, or while an answer or a delivery is pending.',
    response: { status: 204, says: 'Removed' },
    errors: [...known, 'conflict'],
  },
  {
    ...talk,
    method: 'get',
    path: '/admin/v1/usage',
    id: 'getUsage',
    summary: 'Get the tokens and credits that answers consumed, by day',
    query: conversations.usageQuery,
    response: { status: 200, says: 'Tokens and credits', body: conversations.usageAnswer },
    errors: known,
  },
  {
    ...talk,
    method: 'get',
    path: '/admin/v1/agents/{agent_id}/unanswered',
    id: 'listUnanswered',
    summary: 'List questions that the agent could not answer',
    query: unanswered.unansweredQuery,
    response: { status: 200, says: 'The questions', body: unanswered.unansweredList },
    errors: known,
  },
  {
    ...talk,
    method: 'get',
    path: '/admin/v1/agents/{agent_id}/unanswered/groups',
    id: 'groupUnanswered',
    summary: 'List unanswered questions in groups of similar ones',
    query: unanswered.unansweredGroupQuery,
    response: { status: 200, says: 'The groups', body: unanswered.unansweredGroups },
    errors: known,
  },
  {
    ...talk,
    method: 'post',
    path: '/admin/v1/agents/{agent_id}/unanswered/caught',
    id: 'findCaught',
    summary: 'Find past questions that a pair would have answered; nothing is stored',
    body: unanswered.caughtRequest,
    examples: {
      pair: { question: 'Can I send it back?', answer: 'Yes, within 30 days.' },
    },
    response: { status: 200, says: 'The questions', body: unanswered.caughtQuestions },
    errors: known,
  },
  {
    ...talk,
    method: 'post',
    path: '/admin/v1/agents/{agent_id}/unanswered/{question_id}/answer',
    id: 'answerUnanswered',
    summary: 'Answer an unanswered question by adding a pair',
    body: unanswered.unansweredAnswerRequest,
    examples: { answer: { answer: 'Yes, within 30 days.' } },
    response: { status: 201, says: 'The pair is in use', body: unanswered.unansweredAnswered },
    errors: [...known, 'targetNotFound', 'conflict'],
  },
  {
    ...talk,
    method: 'post',
    path: '/admin/v1/agents/{agent_id}/unanswered/{question_id}/dismiss',
    id: 'dismissUnanswered',
    summary: 'Dismiss an unanswered question',
    response: { status: 200, says: 'The question', body: unanswered.unansweredQuestion },
    errors: [...known, 'conflict'],
  },
]
