/** The one log line of a request. */
import type { FastifyReply, FastifyRequest } from 'fastify'
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

/** The query may carry what a caller would not want in a log. */
export const pathOf = (url: string) => url.split('?', 1)[0] ?? url

/** What follows these in a path opens a file, a recording, a sink, or a handoff where replies need no key. */
const opening = /(\/(?:files|audio|handoffs|sink\/+[^/]+))\/+[^/]+/g

/** Wherever it stands, since addresses are mistaken, and however it is spelled: the router decodes too. */
function shownPath(path: string): string {
  const plain = path.includes('%') ? decoded(path) : path
  const shown = plain.replace(opening, '$1/…')
  return shown === plain ? path : shown
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
