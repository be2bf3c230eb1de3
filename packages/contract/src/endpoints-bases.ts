/** The admin endpoints that change a knowledge base, one row each. */

import { knowledgeBaseChange } from './documents.ts'
import { adminErrors, type Endpoint } from './endpoint.ts'
import { okBody } from './response-bodies.ts'

const documents = { tag: 'Admin: documents', auth: 'admin' } as const
const BASE = '/admin/v1/agents/{agent_id}/bases/{base_id}'
const living = [...adminErrors, 'notFound', 'agentDeleted'] as const

export const baseEndpoints: readonly Endpoint[] = [
  {
    ...documents,
    method: 'patch',
    path: BASE,
    id: 'changeKnowledgeBase',
    summary: 'Rename a knowledge base, or say otherwise what it holds',
    body: knowledgeBaseChange,
    examples: { name: { name: 'Spare parts' } },
    response: { status: 200, says: 'Done', body: okBody },
    errors: living,
  },
  {
    ...documents,
    method: 'delete',
    path: BASE,
    id: 'deleteKnowledgeBase',
    summary: 'Delete a knowledge base with all its documents',
    description:
      'Their pairs, passages, history and drafts go with them. The default base cannot be deleted. Repeat a request that broke off: it goes on where that ended.',
    response: { status: 204, says: 'Done' },
    errors: [...living, 'conflict'],
  },
]
