/** The admin endpoints that change or delete a knowledge base. */

import { knowledgeBaseChange } from './documents.ts'
import { type Endpoint, livingErrors } from './endpoint.ts'
import { okBody } from './response-bodies.ts'

const documents = { tag: 'Admin: documents', auth: 'admin' } as const
const BASE = '/admin/v1/agents/{agent_id}/bases/{base_id}'

export const baseEndpoints: readonly Endpoint[] = [
  {
    ...documents,
    method: 'patch',
    path: BASE,
    id: 'changeKnowledgeBase',
    summary: 'Change the name or description of a knowledge base',
    body: knowledgeBaseChange,
    examples: { name: { name: 'Spare parts' } },
    response: { status: 200, says: 'Done', body: okBody },
    errors: livingErrors,
  },
  {
    ...documents,
    method: 'delete',
    path: BASE,
    id: 'deleteKnowledgeBase',
    summary: 'Delete a knowledge base with all its documents',
    description:
      'Pairs, passages, history and drafts of the documents are deleted too. The default knowledge base cannot be deleted. If the request is interrupted, repeat it to delete the rest.',
    response: { status: 204, says: 'Done' },
    errors: [...livingErrors, 'conflict'],
  },
]
