/** The faults for addresses that no route has. */
import { nearestTo } from '@tandem/contract/platform-endpoints'
import type { FastifyRequest } from 'fastify'
import { Fault, parameterFault } from '../fault.ts'
import { pathOf } from './request-log.ts'
import type { Route } from './route.ts'

/** If the path exists with other methods, the fault names these. */
export function unknownAddress(routes: readonly Route[], { method, url }: FastifyRequest): Fault {
  const path = pathOf(url)
  const allowed = methodsAt(routes, path)
  if (allowed.length > 0) {
    const needed = `found ${method}, needed ${allowed.join(' or ')}`
    return new Fault('methodNotAllowed', needed, { headers: { allow: allowed.join(', ') } })
  }
  const missing = nearestTo(path) ?? `No such path: ${method} ${path}. GET /openapi.json lists them all.`
  return new Fault('notFound', missing)
}

/** Fastify itself refuses an address that cannot be decoded or has a part longer than `maxParamLength`. */
export function refusedAddress(code: string): Fault {
  return code === 'FST_ERR_BAD_URL'
    ? parameterFault('path', 'an address that cannot be decoded', 'a valid URL')
    : new Fault('notFound', 'A part of the path is too long to name anything.')
}

/** The methods of the path; none if there is no such path. */
function methodsAt(routes: readonly Route[], path: string): Route['method'][] {
  const parts = (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path).split('/')
  const isAt = (pattern: string) => {
    const wanted = pattern.split('/')
    const fits = (part: string, i: number) => (part.startsWith(':') ? parts[i] !== '' : part === parts[i])
    return wanted.length === parts.length && wanted.every(fits)
  }
  return routes.filter((route) => isAt(route.path)).map(({ method }) => method)
}
