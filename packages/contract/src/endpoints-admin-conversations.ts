/** Admin endpoints of conversations, usage and unanswered questions, one row each. */
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
      'In CSV, cells that a spreadsheet would take for a formula begin with an apostrophe. The connection is cut when the file cannot be finished.',
    query: conversations.adminConversationExportQuery,
    response: { status: 200, says: 'The file' },
    errors: known,
  },
  {
    ...talk,
    method: 'get',
    path: '/admin/v1/conversations/{conversation_id}',
    id: 'adminGetConversation',
    summary: 'See a conversation and how each answer came about',
    query: conversations.adminMessageQuery,
    response: { status: 200, says: 'The conversation', body: conversations.adminConversationAnswer },
    errors: known,
  },
  {
    ...talk,
    method: 'get',
    path: '/admin/v1/conversations/{conversation_id}/score',
    id: 'getScore',
    summary: 'See on one clock who had the floor, what was sent and what waited',
    response: { status: 200, says: 'The score', body: score },
    errors: known,
  },
  {
    ...talk,
    method: 'delete',
    path: '/admin/v1/conversations/{conversation_id}',
    id: 'adminRemoveConversation',
    summary: 'Remove a conversation with all that hangs on it',
    description:
      'Messages, files, audio, handoffs and deliveries go at once and for good; usage totals of the agent stay. Refused (40900) while a person has the floor or something is still to be answered or delivered.',
    response: { status: 204, says: 'Removed' },
    errors: [...known, 'conflict'],
  },
  {
    ...talk,
    method: 'get',
    path: '/admin/v1/usage',
    id: 'getUsage',
    summary: 'Add up what answers consumed, by day',
    query: conversations.usageQuery,
    response: { status: 200, says: 'Tokens and credits', body: conversations.usageAnswer },
    errors: known,
  },
  {
    ...talk,
    method: 'get',
    path: '/admin/v1/agents/{agent_id}/unanswered',
    id: 'listUnanswered',
    summary: 'List questions nobody could answer',
    query: unanswered.unansweredQuery,
    response: { status: 200, says: 'The questions', body: unanswered.unansweredList },
    errors: known,
  },
  {
    ...talk,
    method: 'get',
    path: '/admin/v1/agents/{agent_id}/unanswered/groups',
    id: 'groupUnanswered',
    summary: 'Put questions nobody could answer together by likeness',
    query: unanswered.unansweredGroupQuery,
    response: { status: 200, says: 'The groups', body: unanswered.unansweredGroups },
    errors: known,
  },
  {
    ...talk,
    method: 'post',
    path: '/admin/v1/agents/{agent_id}/unanswered/caught',
    id: 'findCaught',
    summary: 'See which past questions a pair would have caught; nothing is stored',
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
    summary: 'Answer such a question for good: it becomes a pair',
    body: unanswered.unansweredAnswerRequest,
    examples: { answer: { answer: 'Yes, within 30 days.' } },
    response: { status: 201, says: 'The pair answers from now on', body: unanswered.unansweredAnswered },
    errors: [...known, 'targetNotFound', 'conflict'],
  },
  {
    ...talk,
    method: 'post',
    path: '/admin/v1/agents/{agent_id}/unanswered/{question_id}/dismiss',
    id: 'dismissUnanswered',
    summary: 'Take such a question off the list',
    response: { status: 200, says: 'The question', body: unanswered.unansweredQuestion },
    errors: [...known, 'conflict'],
  },
]
