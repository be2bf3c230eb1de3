/** Reads the body of a request in the form that its route declares: none, text or JSON, within its limits. */
import type { IncomingMessage } from 'node:http'
import { parameterFault } from '../fault.ts'
import type { MemoryShare } from '../memory-budget.ts'
import { readJsonBody, readTextBody } from './read-body.ts'
import type { Route } from './route.ts'

export function bodyOf(
  route: Route,
  raw: IncomingMessage,
  limits: { limitBytes: number; maxDepth: number; owner: string },
  share: MemoryShare,
): unknown {
  if (route.body === 'none') return undefined
  if (route.body === 'optional' && !hasBody(raw)) return {}
  const announced = raw.headers['content-length']
  const options = {
    ...(announced === undefined ? {} : { contentLength: Number(announced) }),
    ...limits,
    hasRoom: share.growTo,
  }
  if (route.body === 'text') return readTextBody(raw, options)
  const check = () => checkIsJson(raw)
  // That a body in chunks is empty is known at its end.
  if (route.body === 'optional') return readJsonBody(raw, options, check)
  check()
  return readJsonBody(raw, options)
}

function checkIsJson(raw: IncomingMessage): void {
  const type = raw.headers['content-type'] ?? ''
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(type) ?? []
  if (!/^application\/json\s*(?:;|$)/i.test(type) || !/^utf-?8$/i.test(charset)) {
    const found = type ? JSON.stringify(type.slice(0, 80)) : 'nothing'
    const needed = /^application\/json\b/i.test(type) ? 'application/json in UTF-8' : 'application/json'
    throw parameterFault('content-type', found, needed)
  }
  const encoding = raw.headers['content-encoding']
  if (encoding && encoding !== 'identity') {
    const found = JSON.stringify(encoding.slice(0, 40))
    throw parameterFault('content-encoding', found, 'none: send the body as it is')
  }
}

export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
