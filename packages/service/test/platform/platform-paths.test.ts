/** Paths of the platform: those in the table of served ones are served, the others name the nearest thing that is. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  missingEndpoints,
  nearestTo,
  ownEndpoints,
  servedEndpoints,
  textEndpoints,
} from '@tandem/contract/platform-endpoints'
import type { Handlers } from '../../src/handlers.ts'
import { routeTable } from '../../src/routes.ts'
import { onSqlite } from '../harness/engines.ts'
import { sharedService } from '../harness/service.ts'

/** Handlers that are only looked at. */
const anything: unknown = new Proxy(() => {}, { get: () => anything })
const routes = routeTable(anything as Handlers, 1)
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
const served = new Set(routes.map(nameOf))
/** They come all together. */
const hasTexts = served.has('POST /v1/bot/doc/text/add')
const listed = [...servedEndpoints, ...(hasTexts ? textEndpoints : []), ...ownEndpoints]

test('every endpoint the table calls served is in the route table', () => {
  assert.deepEqual(
    listed.map(nameOf).filter((name) => !served.has(name)),
    [],
  )
})

test('every route under an API key is in the table', () => {
  const keyed = routes.filter(({ auth }) => auth === 'apiKey' || auth === 'optionalKey').map(nameOf)
  const names = new Set(listed.map(nameOf))
  assert.deepEqual(
    keyed.filter((name) => !names.has(name)),
    [],
  )
})

test('nothing that is served is called missing, and what is named as the nearest thing exists', () => {
  for (const { path } of routes) assert.equal(nearestTo(path), undefined, path)
  const withBraces = new Set(routes.map((route) => nameOf(route).replace(/:(\w+)/g, '{}')))
  for (const { nearest } of missingEndpoints) {
    const named = [...nearest.matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (\/[^\s,;.:]+)/g)]
    for (const [, method, path = ''] of named)
      assert.ok(withBraces.has(`${method} ${path.replace(/\{\w+\}/g, '{}')}`), `${method} ${path}`)
  }
})

onSqlite((engine) => {
  const service = sharedService(engine)

  test('an endpoint that is not served is answered 40400, and names the nearest thing', async () => {
    const { key } = await service().newAgent()
    for (const { path, nearest } of missingEndpoints) {
      const asked = path.replace('*', 'anything/below')
      for (const method of ['GET', 'POST']) {
        const { status, json } = await service().api(
          method,
          `${asked}?a=b`,
          method === 'POST' ? {} : undefined,
          key,
        )
        assert.deepEqual([status, json.code], [404, 40400], asked)
        assert.equal(json.hint, `Tandem does not serve ${asked}. ${nearest}`)
      }
    }
    const { json } = await service().api('GET', '/v1/workflow/invoke/', undefined, key)
    assert.match(json.hint, /^Tandem does not serve \/v1\/workflow\/invoke\. /)
  })

  test('any other path is answered 40400 and points to the list of all', async () => {
    const { status, json } = await service().api('GET', '/v1/workflows')
    assert.deepEqual([status, json.code], [404, 40400])
    assert.match(json.hint, /openapi\.json/)
  })

  test('a wrong method on a served path names the right one', async () => {
    const { key } = await service().newAgent()
    for (const { method, path } of listed) {
      const wrong = method === 'DELETE' ? 'PATCH' : 'DELETE'
      const { status, headers, json } = await service().api(wrong, path, undefined, key)
      assert.deepEqual([status, json.code], [405, 40500], path)
      // Load balancers ask for health with HEAD.
      const served = path.endsWith('/health') ? ['GET', 'HEAD'] : [method]
      assert.equal(headers.get('allow'), served.join(', '), path)
      assert.equal(json.hint, `found ${wrong}, needed ${served.join(' or ')}`)
    }
  })
})
