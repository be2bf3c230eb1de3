/** Admin endpoints of handoffs. */
import * as handoffs from './admin-handoffs.ts'
import { adminErrors, type Endpoint, namedErrors } from './endpoint.ts'

const desk = { tag: 'Admin: handoffs', auth: 'admin' } as const

export const adminHandoffEndpoints: readonly Endpoint[] = [
  {
    ...desk,
    method: 'get',
    path: '/admin/v1/handoffs',
    id: 'listHandoffs',
    summary: 'List handoffs with their waiting times and end reasons',
    query: handoffs.handoffListQuery,
    response: { status: 200, says: 'Handoffs', body: handoffs.handoffList },
    errors: adminErrors,
  },
  {
    ...desk,
    method: 'get',
    path: '/admin/v1/handoffs/{handoff_id}',
    id: 'getHandoff',
    summary: 'Get a handoff with its events, its requests to the desk, and undelivered messages',
    response: { status: 200, says: 'The handoff', body: handoffs.handoffDetail },
    errors: namedErrors,
  },
]
