/** Admin endpoints of the sink, one row each. */
import * as sink from './admin-sink.ts'
import { adminErrors, type Endpoint } from './endpoint.ts'

const log = { tag: 'Admin: deliveries', auth: 'admin' } as const
const known = [...adminErrors, 'notFound'] as const

export const sinkEndpoints: readonly Endpoint[] = [
  {
    ...log,
    method: 'put',
    path: '/admin/v1/agents/{agent_id}/sink',
    id: 'setSink',
    summary: 'Make a receiver inside Tandem, or change how it responds',
    body: sink.sinkChange,
    examples: {
      fine: {},
      failing: { status: 500 },
      slow: { delay_ms: 5000 },
      gone: { status: 410 },
      down: { down: true },
    },
    response: { status: 200, says: 'The sink', body: sink.sink },
    errors: [...known, 'agentDeleted'],
  },
  {
    ...log,
    method: 'get',
    path: '/admin/v1/agents/{agent_id}/sink',
    id: 'getSink',
    summary: 'See how the sink responds',
    response: { status: 200, says: 'The sink', body: sink.sink },
    errors: known,
  },
  {
    ...log,
    method: 'put',
    path: '/admin/v1/agents/{agent_id}/sink/webhook',
    id: 'connectSink',
    summary: 'Point the message webhook at the sink, which is made where there is none',
    response: { status: 200, says: 'The sink', body: sink.sink },
    errors: [...known, 'agentDeleted'],
  },
  {
    ...log,
    method: 'delete',
    path: '/admin/v1/agents/{agent_id}/sink/webhook',
    id: 'disconnectSink',
    summary: 'Put the message webhook back to where it pointed before',
    response: { status: 200, says: 'The sink', body: sink.sink },
    errors: [...known, 'agentDeleted'],
  },
  {
    ...log,
    method: 'get',
    path: '/admin/v1/agents/{agent_id}/sink/requests',
    id: 'listSinkRequests',
    summary: 'See what the sink got',
    query: sink.sinkRequestQuery,
    response: { status: 200, says: 'What it got', body: sink.sinkRequestList },
    errors: known,
  },
  {
    ...log,
    method: 'delete',
    path: '/admin/v1/agents/{agent_id}/sink/requests',
    id: 'clearSinkRequests',
    summary: 'Forget what the sink got',
    response: { status: 204, says: 'Forgotten' },
    errors: known,
  },
]
