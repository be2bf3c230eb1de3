/** Admin endpoints of handoffs, one row each. */
import * as handoffs from './admin-handoffs.ts'
import { adminErrors, type Endpoint } from './endpoint.ts'

const desk = { tag: 'Admin: handoffs', auth: 'admin' } as const

export const adminHandoffEndpoints: readonly Endpoint[] = [
  {
    ...desk,
    method: 'get',
    path: '/admin/v1/handoffs',
    id: 'listHandoffs',
    summary: 'List handoffs with how long users waited and how they ended',
    query: handoffs.handoffListQuery,
    response: { status: 200, says: 'Handoffs', body: handoffs.handoffList },
    errors: adminErrors,
  },
  {
    ...desk,
    method: 'get',
    path: '/admin/v1/handoffs/{handoff_id}',
    id: 'getHandoff',
    summary: 'Show a handoff with its timeline, requests to the desk and what did not arrive',
    response: { status: 200, says: 'The handoff', body: handoffs.handoffDetail },
    errors: [...adminErrors, 'notFound'],
  },
]
