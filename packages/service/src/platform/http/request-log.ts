/** The one log line of a request, made of a few facts: an open stream would hold the request itself for hours. */
import type { ServerResponse } from 'node:http'
import type { Log } from '../log.ts'

export interface RequestFacts {
  readonly id: string
  readonly method: string
  readonly url: string
  readonly startMs: number
  /** Empty until it is known who asks. */
  agentId: string
}

export const factsOf = ({ id, method, url }: Pick<RequestFacts, 'id' | 'method' | 'url'>): RequestFacts => ({
  id,
  method,
  url,
  startMs: performance.now(),
  agentId: '',
})

/** The response that was sent, or begun. */
export type SentResponse = Pick<ServerResponse, 'statusCode' | 'writableFinished'>

export function logRequest(log: Log, facts: RequestFacts, response: SentResponse): void {
  const line = {
    reqId: facts.id,
    method: facts.method,
    path: shownPath(pathOf(facts.url)),
    status: response.statusCode,
    ms: Math.round((performance.now() - facts.startMs) * 10) / 10,
    ...(facts.agentId ? { agent: facts.agentId } : {}),
    ...(response.writableFinished ? {} : { aborted: true }),
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
