/**
 * Points the message webhook of an agent at its sink, and back. Only its URL changes: credentials and signing secrets stay, so that
 * the sink gets the requests that the developer's server would get.
 */
import { messageGate } from '../../agents/endpoints.ts'
import {
  deleteMessageWebhook,
  findMessageWebhook,
  type MessageWebhookRow,
  putMessageWebhook,
} from '../../agents/store.ts'
import type { Lanes } from '../../lanes/lanes.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Reader, Tx } from '../../platform/database/handle.ts'
import { rememberReplaced, type SinkRow } from './store.ts'

interface ConnectDeps {
  readonly clock: Clock
  readonly lanes: Pick<Lanes, 'openGate'>
  readonly urlOf: (sink: SinkRow) => string
}

/** The path below which all sinks are. */
export const SINK_PATH = '/sink/'

/** The path of a sink's address. */
export const sinkPath = ({ agent_id, token }: Pick<SinkRow, 'agent_id' | 'token'>) =>
  `${SINK_PATH}${agent_id}/${token}`

export async function isConnected(db: Reader, sink: SinkRow): Promise<boolean> {
  return leadsTo(sink, await findMessageWebhook(db, sink.agent_id))
}

const leadsTo = (sink: SinkRow, webhook: MessageWebhookRow | undefined): boolean =>
  webhook?.url.endsWith(sinkPath(sink)) ?? false

export async function connect(tx: Tx, deps: ConnectDeps, sink: SinkRow): Promise<SinkRow> {
  // A closed endpoint is opened, as when a webhook is saved.
  await deps.lanes.openGate(tx, messageGate(sink.agent_id), 'anew')
  const before = await findMessageWebhook(tx, sink.agent_id)
  if (leadsTo(sink, before)) return sink
  const now = deps.clock.now()
  const none = { agent_id: sink.agent_id, username: null, sealed_secret: null, created_at: now }
  await putMessageWebhook(tx, { ...none, ...before, url: deps.urlOf(sink), updated_at: now })
  return rememberReplaced(tx, sink.agent_id, before?.url ?? null)
}

/** A webhook that somebody has meanwhile pointed elsewhere stays as it is. */
export async function disconnect(tx: Tx, deps: ConnectDeps, sink: SinkRow): Promise<SinkRow> {
  const webhook = await findMessageWebhook(tx, sink.agent_id)
  if (!webhook || !leadsTo(sink, webhook)) return sink
  if (sink.replaced_url === null) await deleteMessageWebhook(tx, sink.agent_id)
  else await putMessageWebhook(tx, { ...webhook, url: sink.replaced_url, updated_at: deps.clock.now() })
  const change = sink.replaced_url === null ? 'removed' : 'anew'
  await deps.lanes.openGate(tx, messageGate(sink.agent_id), change)
  return rememberReplaced(tx, sink.agent_id, null)
}
