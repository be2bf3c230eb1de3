/** Admin endpoints of the sink. */
import * as sink from './admin-sink.ts'
import { type Endpoint, namedErrors } from './endpoint.ts'

const log = { tag: 'Admin: deliveries', auth: 'admin' } as const

export const sinkEndpoints: readonly Endpoint[] = [
  {
    ...log,
    method: 'put',
    path: '/admin/v1/agents/{agent_id}/sink',
    id: 'setSink',
    summary: 'Create the sink (a receiver inside Tandem for tests), or change its responses',
    body: sink.sinkChange,
    examples: {
      fine: {},
      failing: { status: 500 },
      slow: { delay_ms: 5000 },
      gone: { status: 410 },
      down: { down: true },
    },
    response: { status: 200, says: 'The sink', body: sink.sink },
    errors: [...namedErrors, 'agentDeleted'],
  },
  {
    ...log,
    method: 'get',
    path: '/admin/v1/agents/{agent_id}/sink',
    id: 'getSink',
    summary: 'Get the sink',
    response: { status: 200, says: 'The sink', body: sink.sink },
    errors: namedErrors,
  },
  {
    ...log,
    method: 'put',
    path: '/admin/v1/agents/{agent_id}/sink/webhook',
    id: 'connectSink',
    summary: 'Set the message webhook to the sink, which is created if there is none',
    response: { status: 200, says: 'The sink', body: sink.sink },
    errors: [...namedErrors, 'agentDeleted'],
  },
  {
    ...log,
    method: 'delete',
    path: '/admin/v1/agents/{agent_id}/sink/webhook',
    id: 'disconnectSink',
    summary: 'Set the message webhook back to its previous URL',
    response: { status: 200, says: 'The sink', body: sink.sink },
    errors: [...namedErrors, 'agentDeleted'],
  },
  {
    ...log,
    method: 'get',
    path: '/admin/v1/agents/{agent_id}/sink/requests',
    id: 'listSinkRequests',
    summary: 'List the requests that the sink got',
    query: sink.sinkRequestQuery,
    response: { status: 200, says: 'The requests', body: sink.sinkRequestList },
    errors: namedErrors,
  },
  {
    ...log,
    method: 'delete',
    path: '/admin/v1/agents/{agent_id}/sink/requests',
    id: 'clearSinkRequests',
    summary: 'Delete the requests that the sink got',
    response: { status: 204, says: 'Deleted' },
    errors: namedErrors,
  },
]
