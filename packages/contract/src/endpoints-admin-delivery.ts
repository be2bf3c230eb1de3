/** Admin endpoints of the addresses that are delivered to, one row each. */
import * as endpoints from './admin-endpoints.ts'
import { adminErrors, type Endpoint } from './endpoint.ts'

const log = { tag: 'Admin: deliveries', auth: 'admin' } as const
const known = [...adminErrors, 'notFound'] as const

export const deliveryEndpoints: readonly Endpoint[] = [
  {
    ...log,
    method: 'get',
    path: '/admin/v1/endpoints',
    id: 'listEndpoints',
    summary: 'See how the endpoints of an agent are doing',
    query: endpoints.endpointListQuery,
    answer: { status: 200, says: 'The endpoints', body: endpoints.endpointList },
    errors: known,
  },
  {
    ...log,
    method: 'post',
    path: '/admin/v1/endpoints/{endpoint_id}/probe',
    id: 'probeEndpoint',
    summary: 'Send a test request (istest) now; a parked endpoint that responds with 200 is opened',
    answer: { status: 200, says: 'How it went', body: endpoints.endpointProbe },
    errors: known,
  },
  {
    ...log,
    method: 'post',
    path: '/admin/v1/endpoints/{endpoint_id}/pause',
    id: 'pauseEndpoint',
    summary: 'Send nothing until it is resumed; what comes meanwhile waits and loses nothing',
    body: endpoints.endpointPauseRequest,
    examples: { because: { reason: 'Release tonight' } },
    answer: { status: 200, says: 'The endpoint', body: endpoints.endpoint },
    errors: known,
  },
  {
    ...log,
    method: 'post',
    path: '/admin/v1/endpoints/{endpoint_id}/resume',
    id: 'resumeEndpoint',
    summary: 'Go on with a paused endpoint',
    answer: { status: 200, says: 'The endpoint', body: endpoints.endpoint },
    errors: [...known, 'conflict'],
  },
  {
    ...log,
    method: 'post',
    path: '/admin/v1/endpoints/{endpoint_id}/skip-head',
    id: 'skipHead',
    summary: 'Give up the deliveries that hold up their conversations, so that these go on',
    body: endpoints.skipHeadRequest,
    examples: { all: {}, one: { delivery_id: '0199a1e0-0c52-7f0a-9be1-d2c3a4b5c6d7-1' } },
    answer: { status: 200, says: 'What was given up', body: endpoints.skipHeadResponse },
    errors: [...known, 'conflict'],
  },
]
