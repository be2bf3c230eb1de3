/** Endpoints of the aids at the desk: notes, suggestions, pairs and snippets. */
import { deskNote } from './desk.ts'
import * as help from './desk-help.ts'
import { type Endpoint, namedErrors } from './endpoint.ts'

const at = { tag: 'Desk', auth: 'admin' } as const
const one = '/desk/v1/handoffs/{handoff_id}'

export const deskHelpEndpoints: readonly Endpoint[] = [
  {
    ...at,
    method: 'post',
    path: `${one}/notes`,
    id: 'addDeskNote',
    summary: 'Add a note for colleagues, which the user never sees',
    body: help.deskNoteRequest,
    examples: { note: { text: 'Called the carrier; they look into it.' } },
    response: { status: 201, says: 'The note', body: deskNote },
    errors: [...namedErrors, 'conflict'],
  },
  {
    ...at,
    method: 'get',
    path: `${one}/suggest`,
    id: 'suggestAnswers',
    summary: 'Suggest answers from the knowledge to the last message of the user',
    query: help.deskSuggestQuery,
    response: { status: 200, says: 'Suggestions, best first', body: help.deskSuggestions },
    errors: namedErrors,
  },
  {
    ...at,
    method: 'post',
    path: `${one}/pair`,
    id: 'makePairAtDesk',
    summary: 'Add a question and its answer to the knowledge',
    description:
      'A pair of an editor or admin is in use at once. Pairs of other people wait for approval by an editor, unless `desk.pairs` in the settings of the agent is `live`.',
    body: help.deskPairRequest,
    examples: {
      pair: { question: 'My parcel is wet. What now?', answer: 'Send us a photo and we send a new one.' },
    },
    response: { status: 200, says: 'The result', body: help.deskPairMade },
    errors: namedErrors,
  },
  {
    ...at,
    method: 'get',
    path: '/desk/v1/snippets',
    id: 'listDeskSnippets',
    summary: 'List snippets; with a handoff, their variables are filled in',
    query: help.deskSnippetQuery,
    response: { status: 200, says: 'Snippets', body: help.deskSnippets },
    errors: namedErrors,
  },
  {
    ...at,
    method: 'post',
    path: '/desk/v1/snippets',
    id: 'createDeskSnippet',
    summary: 'Create a snippet',
    body: help.deskSnippetRequest,
    examples: {
      hello: {
        agent_id: '0199a1e0-0c52-7f0a-9be1-d2c3a4b5c6d7',
        name: 'hello',
        text: 'Hello {user.name}, I am {operator.name}.',
      },
    },
    response: { status: 201, says: 'The snippet', body: help.deskSnippet },
    errors: [...namedErrors, 'conflict'],
  },
  {
    ...at,
    method: 'patch',
    path: '/desk/v1/snippets/{snippet_id}',
    id: 'changeDeskSnippet',
    summary: 'Change a snippet',
    body: help.deskSnippetChange,
    examples: { words: { text: 'Good day {user.name}.' } },
    response: { status: 200, says: 'The snippet', body: help.deskSnippet },
    errors: [...namedErrors, 'conflict'],
  },
  {
    ...at,
    method: 'delete',
    path: '/desk/v1/snippets/{snippet_id}',
    id: 'deleteDeskSnippet',
    summary: 'Delete a snippet',
    response: { status: 204, says: 'Done' },
    errors: namedErrors,
  },
]
