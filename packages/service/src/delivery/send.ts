/** Sends a request to an endpoint: over the network, or to the desk, which is in this process. */
import type { Endpoint } from '../agents/endpoints.ts'
import type { Egress } from '../platform/egress/client.ts'
import { noPhases } from '../platform/egress/connection.ts'
import type { SendRequest, SendResult } from '../platform/egress/send.ts'
import type { Log } from '../platform/log.ts'

/** Handles a request like a server, and returns its response. */
export type Receiver = (request: ReceivedRequest) => Promise<{ status: number; body: unknown }>

export interface ReceivedRequest {
  /** The path of the URL. */
  readonly path: string
  readonly agentId: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

export type Send = (
  endpoint: Pick<Endpoint, 'isDesk' | 'agentId'>,
  request: SendRequest & { body: string },
) => Promise<SendResult>

export function createSend(deps: { egress: Egress; log: Log; desk: () => Receiver | undefined }): Send {
  const { egress, log } = deps

  return async (endpoint, request) => {
    if (!endpoint.isDesk) return egress.send(request)
    const begunAt = performance.now()
    const { status, body } = await responseOf(deps.desk(), endpoint.agentId, request).catch((error) => {
      log.warn({ err: error }, 'a request to the desk failed')
      return { status: 500, body: { code: 50000, message: 'The desk failed.' } }
    })
    const latencyMs = Math.round(performance.now() - begunAt)
    return {
      responded: true,
      status,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      isUnreadable: false,
      truncated: false,
      latencyMs,
      phases: { ...noPhases, wait: latencyMs },
    }
  }
}

async function responseOf(
  desk: Receiver | undefined,
  agentId: string,
  request: SendRequest & { body: string },
) {
  if (!desk) throw new Error('This process has no desk.')
  const { url, headers, body } = request
  return desk({ path: new URL(url).pathname, agentId, headers, body: JSON.parse(body) })
}
