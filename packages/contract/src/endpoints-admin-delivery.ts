/** Admin endpoints of the addresses that are delivered to, one row each. */
import * as deliveries from './admin-deliveries.ts'
import * as endpoints from './admin-endpoints.ts'
import * as stats from './admin-stats.ts'
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
    response: { status: 200, says: 'The endpoints', body: endpoints.endpointList },
    errors: known,
  },
  {
    ...log,
    method: 'get',
    path: '/admin/v1/endpoints/{endpoint_id}/history',
    id: 'getEndpointHistory',
    summary: 'See when an endpoint was closed and opened, and why',
    response: { status: 200, says: 'The changes', body: endpoints.endpointHistory },
    errors: known,
  },
  {
    ...log,
    method: 'post',
    path: '/admin/v1/endpoints/{endpoint_id}/probe',
    id: 'probeEndpoint',
    summary: 'Send a test request (istest) now; a parked endpoint that responds with 200 is opened',
    response: { status: 200, says: 'How it went', body: endpoints.endpointProbe },
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
    response: { status: 200, says: 'The endpoint', body: endpoints.endpoint },
    errors: known,
  },
  {
    ...log,
    method: 'post',
    path: '/admin/v1/endpoints/{endpoint_id}/resume',
    id: 'resumeEndpoint',
    summary: 'Go on with a paused endpoint',
    response: { status: 200, says: 'The endpoint', body: endpoints.endpoint },
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
    response: { status: 200, says: 'What was given up', body: endpoints.skipHeadResponse },
    errors: [...known, 'conflict'],
  },
  {
    ...log,
    method: 'get',
    path: '/admin/v1/deliveries/export',
    id: 'exportDeliveries',
    summary: 'Download deliveries as CSV or JSON Lines',
    description:
      'In CSV, cells that a spreadsheet would take for a formula begin with an apostrophe. The connection is cut when the file cannot be finished.',
    query: deliveries.deliveryExportQuery,
    response: { status: 200, says: 'The file' },
    errors: adminErrors,
  },
  {
    ...log,
    method: 'get',
    path: '/admin/v1/stats',
    id: 'getStats',
    summary: 'See what happened, hour by hour',
    query: stats.statsQuery,
    response: { status: 200, says: 'Questions, handoffs and deliveries', body: stats.statsAnswer },
    errors: known,
  },
]
