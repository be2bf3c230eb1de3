/** Admin endpoints of deliveries and of the endpoints that they go to. */
import * as deliveries from './admin-deliveries.ts'
import * as endpoints from './admin-endpoints.ts'
import * as stats from './admin-stats.ts'
import { adminErrors, type Endpoint, namedErrors, rowFiles } from './endpoint.ts'

const log = { tag: 'Admin: deliveries', auth: 'admin' } as const

export const deliveryEndpoints: readonly Endpoint[] = [
  {
    ...log,
    method: 'get',
    path: '/admin/v1/endpoints',
    id: 'listEndpoints',
    summary: 'List the endpoints of an agent with their health',
    query: endpoints.endpointListQuery,
    response: { status: 200, says: 'The endpoints', body: endpoints.endpointList },
    errors: namedErrors,
  },
  {
    ...log,
    method: 'get',
    path: '/admin/v1/endpoints/{endpoint_id}/history',
    id: 'getEndpointHistory',
    summary: 'List the changes of the state of an endpoint',
    response: { status: 200, says: 'The changes', body: endpoints.endpointHistory },
    errors: namedErrors,
  },
  {
    ...log,
    method: 'post',
    path: '/admin/v1/endpoints/{endpoint_id}/probe',
    id: 'probeEndpoint',
    summary: 'Send a test request (istest) now; a parked endpoint is opened if it responds with 200',
    response: { status: 200, says: 'The result of the test', body: endpoints.endpointProbe },
    errors: namedErrors,
  },
  {
    ...log,
    method: 'post',
    path: '/admin/v1/endpoints/{endpoint_id}/pause',
    id: 'pauseEndpoint',
    summary: 'Pause an endpoint: nothing is sent until it is resumed, and deliveries wait without loss',
    body: endpoints.endpointPauseRequest,
    examples: { because: { reason: 'Release tonight' } },
    response: { status: 200, says: 'The endpoint', body: endpoints.endpoint },
    errors: namedErrors,
  },
  {
    ...log,
    method: 'post',
    path: '/admin/v1/endpoints/{endpoint_id}/resume',
    id: 'resumeEndpoint',
    summary: 'Resume a paused endpoint',
    response: { status: 200, says: 'The endpoint', body: endpoints.endpoint },
    errors: [...namedErrors, 'conflict'],
  },
  {
    ...log,
    method: 'post',
    path: '/admin/v1/endpoints/{endpoint_id}/skip-head',
    id: 'skipHead',
    summary: 'Give up deliveries that block their conversations, so that later deliveries can be sent',
    body: endpoints.skipHeadRequest,
    examples: { all: {}, one: { delivery_id: '0199a1e0-0c52-7f0a-9be1-d2c3a4b5c6d7-1' } },
    response: { status: 200, says: 'The number of deliveries given up', body: endpoints.skipHeadResponse },
    errors: [...namedErrors, 'conflict'],
  },
  {
    ...log,
    method: 'get',
    path: '/admin/v1/deliveries/export',
    id: 'exportDeliveries',
    summary: 'Download deliveries as CSV or JSON Lines',
    description:
      'In CSV, a cell that a spreadsheet would read as a formula gets an apostrophe in front. If the file cannot be completed, the connection is cut.',
    query: deliveries.deliveryExportQuery,
    response: { status: 200, says: 'The file', media: rowFiles },
    errors: adminErrors,
  },
  {
    ...log,
    method: 'get',
    path: '/admin/v1/stats',
    id: 'getStats',
    summary: 'Get figures about questions, handoffs and deliveries, hour by hour',
    query: stats.statsQuery,
    response: { status: 200, says: 'The figures', body: stats.statsAnswer },
    errors: namedErrors,
  },
]
