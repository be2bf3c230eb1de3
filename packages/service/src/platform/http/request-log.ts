/** The one log line of a request. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { decoded } from '../decode-uri.ts'
import type { Log } from '../log.ts'

export function logRequest(log: Log, request: FastifyRequest, reply: FastifyReply): void {
  const line = {
    reqId: request.id,
    method: request.method,
    path: shownPath(pathOf(request.url)),
    status: reply.raw.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    ...(request.agentId ? { agent: request.agentId } : {}),
    ...(reply.raw.writableFinished ? {} : { aborted: true }),
  }
  log.info(line, 'request')
}

/** Without the query, which may contain data that does not belong in a log. */
export const pathOf = (url: string) => url.split('?', 1)[0] ?? url

/** The path part after these gives access to a file, a recording, a sink, or a handoff whose replies need no key. */
const opening = /(\/(?:files|audio|handoffs|sink\/+[^/]+))\/+[^/]+/g

/** Hides such parts anywhere in the path, because addresses may be mistyped, and also if encoded, because the router decodes. */
function shownPath(path: string): string {
  const plain = path.includes('%') ? decoded(path) : path
  const shown = plain.replace(opening, '$1/…')
  return shown === plain ? path : shown
}
