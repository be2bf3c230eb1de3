/** The admin endpoints with which an editor tries out the agent. */
import * as dryRun from './admin-dry-run.ts'
import * as preview from './admin-preview.ts'
import * as sets from './admin-question-sets.ts'
import { type Endpoint, livingErrors, namedErrors } from './endpoint.ts'

const tryOut = { tag: 'Admin: trial', auth: 'admin' } as const
const AGENT = '/admin/v1/agents/{agent_id}'
const SET = `${AGENT}/question-sets/{set_id}`

export const tryOutEndpoints: readonly Endpoint[] = [
  {
    ...tryOut,
    method: 'post',
    path: `${AGENT}/dry-run`,
    id: 'dryRun',
    summary: 'Get the answer that the agent would give, and why; nothing is stored or counted',
    description:
      'The answer is made like the answer to a real message. If a model is configured, it is asked.',
    body: dryRun.dryRunRequest,
    examples: {
      question: { text: 'When are you open?' },
      otherwise: { text: 'When are you open?', settings: { answering: { use_model: false } } },
    },
    response: { status: 200, says: 'The answer, and why', body: dryRun.dryRun },
    errors: [...livingErrors, 'rateLimited'],
  },
  {
    ...tryOut,
    method: 'post',
    path: `${AGENT}/documents/preview`,
    id: 'previewDocument',
    summary: 'Preview the result of adding a file; nothing is stored',
    description:
      'The file is fetched and read as if it were added. If it cannot be read, the response has the reason. No model is asked.',
    body: preview.defaultDocumentPreviewRequest,
    examples: {
      list: {
        file: { file_name: 'faq.csv', file_base64: 'cXVlc3Rpb24sYW5zd2VyCldoZW4/LEF0IG5pbmUuCg==' },
      },
    },
    response: { status: 200, says: 'The result', body: preview.documentPreview },
    errors: [...livingErrors, 'targetNotFound'],
  },
  {
    ...tryOut,
    method: 'get',
    path: `${AGENT}/question-sets`,
    id: 'listQuestionSets',
    summary: 'List the question sets of an agent',
    response: { status: 200, says: 'The sets, without their questions', body: sets.questionSetList },
    errors: namedErrors,
  },
  {
    ...tryOut,
    method: 'put',
    path: `${AGENT}/question-sets`,
    id: 'putQuestionSet',
    summary: 'Create or replace a question set',
    description: `An agent has at most ${sets.mostQuestionSets} sets of at most ${sets.mostSetQuestions} questions.`,
    body: sets.questionSetChange,
    examples: {
      set: {
        name: 'Most asked',
        questions: [{ question: 'when do you open', expected_question: 'What are your opening hours?' }],
      },
    },
    response: { status: 200, says: 'The set', body: sets.questionSet },
    errors: [...livingErrors, 'conflict'],
  },
  {
    ...tryOut,
    method: 'get',
    path: SET,
    id: 'getQuestionSet',
    summary: 'Get a question set',
    response: { status: 200, says: 'The set', body: sets.questionSet },
    errors: namedErrors,
  },
  {
    ...tryOut,
    method: 'delete',
    path: SET,
    id: 'deleteQuestionSet',
    summary: 'Delete a question set and its runs',
    response: { status: 204, says: 'Done' },
    errors: namedErrors,
  },
  {
    ...tryOut,
    method: 'post',
    path: `${SET}/run`,
    id: 'runQuestionSet',
    summary: 'Ask all questions of a set, and report which find their expected pair',
    description: `The last ${sets.keptRuns} runs of a set are stored. Each run is compared with the previous one.`,
    body: sets.questionSetRunRequest,
    examples: { live: {}, draft: { draft: '0199a1f2-5d0a-7c44-9a55-3f5b8e0c6a21' } },
    response: { status: 201, says: 'The run', body: sets.questionSetRun },
    errors: [...livingErrors, 'conflict'],
  },
  {
    ...tryOut,
    method: 'get',
    path: `${SET}/runs`,
    id: 'listQuestionSetRuns',
    summary: 'List the runs of a question set',
    query: sets.questionSetRunQuery,
    response: { status: 200, says: 'The runs, newest first', body: sets.questionSetRunList },
    errors: namedErrors,
  },
  {
    ...tryOut,
    method: 'get',
    path: `${SET}/runs/{run_id}`,
    id: 'getQuestionSetRun',
    summary: 'Get a run of a question set',
    response: { status: 200, says: 'The run', body: sets.questionSetRun },
    errors: namedErrors,
  },
]
