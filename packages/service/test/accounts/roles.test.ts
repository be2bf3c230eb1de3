/** Who may call what: every route with every role and with none, accounts for some agents, and requests of other sites. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Role, roles } from '@tandem/contract/admin-accounts'
import type { Handlers } from '../../src/handlers.ts'
import { routeTable } from '../../src/routes.ts'
import { onSqlite } from '../harness/engines.ts'
import { pairsOf, sharedService } from '../harness/service.ts'
import { newPerson, OF_OWN_PAGE, type SignedIn, send, signIn } from './people.ts'

/** Handlers that are only looked at. */
const anything: unknown = new Proxy(() => {}, { get: () => anything, apply: () => anything })
const routes = routeTable(anything as Handlers, 1)
const admin = routes.filter(({ path }) => path.startsWith('/admin/v1'))
const atDesk = routes.filter(({ path }) => path.startsWith('/desk/v1'))
const SIGN_IN = 'POST /admin/v1/session'
/** It would end the session of the walk. */
const SIGN_OUT = 'DELETE /admin/v1/session'
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

/** A request that comes to an end: a feed is asked for something that there is not. */
function asked(path: string, agentId: string): string {
  const filled = path.replace(':agentId', agentId).replace(/:\w+/g, 'unknown')
  if (path.endsWith('/subscribe')) return `${filled}?conversation_type=$`
  return path.endsWith('/events') ? `${filled}?kinds=unknown` : filled
}

function allowedTo(role: Role): string[] {
  return admin.filter((route) => route.roles?.includes(role)).map(nameOf)
}

test('an admin may call every route, an operator none but those of the own session and the feed', () => {
  assert.deepEqual(
    allowedTo('admin'),
    admin.map(nameOf).filter((name) => name !== SIGN_IN),
  )
  assert.deepEqual(allowedTo('operator'), [
    'GET /admin/v1/session',
    SIGN_OUT,
    'PUT /admin/v1/session/password',
    'GET /admin/v1/sessions',
    'DELETE /admin/v1/sessions/:sessionId',
    'GET /admin/v1/events',
  ])
})

test('editors see no keys, webhooks and deliveries; developers change no drafts; only admins see accounts and the audit', () => {
  const may = (role: Role, part: string) => allowedTo(role).filter((name) => name.includes(part))
  for (const part of [
    '/api-keys',
    'webhook',
    '/human',
    '/deliveries',
    '/signing-secrets',
    '/v2/conversation/message',
  ])
    assert.deepEqual(may('editor', part), [], part)
  for (const part of ['/accounts', '/audit'])
    for (const role of ['developer', 'editor'] as const) assert.deepEqual(may(role, part), [])
  const draft = may('developer', '/draft')
  assert.ok(draft.length > 0 && draft.every((name) => name.startsWith('GET ')), draft.join())
  assert.equal(may('editor', '/draft').length, may('admin', '/draft').length)
  assert.equal(may('developer', '/api/').length, may('admin', '/api/').length)
  const knowledge = may('admin', '/api/v1/bot/doc')
  assert.deepEqual(may('editor', '/api/v1/bot/doc'), knowledge)
})

onSqlite((engine) => {
  const service = sharedService(engine, { env: { TANDEM_PROXY_HOPS: '1' } })
  const people = new Map<Role, SignedIn>()
  before(async () => {
    for (const role of roles) people.set(role, await newPerson(service(), role))
  })
  const by = (role: Role) => people.get(role) as SignedIn

  test('every route refuses nobody, API keys, and each role that its row does not name; and no other', async () => {
    const { id, key } = await service().newAgent()
    for (const [n, route] of [...admin, ...atDesk].entries()) {
      const name = nameOf(route)
      if (name === SIGN_IN) continue
      const path = asked(route.path, id)
      const bare = await send(service().url, route.method, path, undefined, {})
      assert.deepEqual([bare.status, bare.json.code], [401, 40127], name)
      // Each from elsewhere: wrong tokens of one address are limited.
      const from = { authorization: `Bearer ${key}`, 'x-forwarded-for': `192.0.2.${n}` }
      assert.equal((await send(service().url, route.method, path, undefined, from)).status, 401, name)
      if (name === SIGN_OUT || name === 'DELETE /admin/v1/agents/:agentId') continue
      for (const role of roles) {
        const { status, text } = await by(role).call(route.method, path)
        const isRefused = status === 403 && JSON.parse(text).code === 40301
        assert.equal(isRefused, route.roles?.includes(role) === false, `${role}: ${name} ${status} ${text}`)
        assert.ok(status !== 401 && status < 500, `${role}: ${name} ${status} ${text}`)
      }
    }
  })

  test('the admin token may call every route but those of a session', async () => {
    const { id } = await service().newAgent()
    for (const { method, path } of admin) {
      if (path.startsWith('/admin/v1/session') || (method === 'DELETE' && path.endsWith(':agentId'))) continue
      const { status } = await service().api(method, asked(path, id), undefined, service().adminToken)
      assert.ok(status !== 401 && status !== 403 && status < 500, `${method} ${path} ${status}`)
    }
    const { adminToken, api } = service()
    assert.equal((await api('GET', '/admin/v1/session', undefined, adminToken)).status, 404)
  })

  test('an account for some agents gets the same 403 for what is of others and for what does not exist, and lists show its own', async () => {
    const [own, foreign] = [await service().newAgent('Own'), await service().newAgent('Foreign')]
    const one = await newPerson(service(), 'developer', [own.id])
    const talk = async (key: string) => {
      const { json } = await service().api('POST', '/v1/conversation', { user_id: 'u' }, key)
      return json.conversation_id as string
    }
    const [mine, theirs] = [await talk(own.key), await talk(foreign.key)]
    const agents = (await one.call('GET', '/admin/v1/agents')).json.items
    assert.deepEqual(
      agents.map(({ id }: { id: string }) => id),
      [own.id],
    )
    assert.equal((await one.call('GET', `/admin/v1/conversations/${mine}`)).status, 200)
    for (const path of ['handoffs', 'deliveries'])
      assert.deepEqual((await one.call('GET', `/admin/v1/${path}`)).json.items, [])
    const refusals = await Promise.all([
      ...admin
        .filter(({ path, roles }) => path.includes(':agentId') && roles?.includes('developer'))
        .flatMap(({ method, path }) =>
          [foreign.id, 'unknown'].map((id) =>
            one.call(method, path.replace(':agentId', id).replace(/:\w+/g, 'x')),
          ),
        ),
      ...[theirs, 'unknown'].map((id) => one.call('GET', `/admin/v1/conversations/${id}`)),
      ...[foreign.id, 'unknown'].flatMap((id) => [
        ...['conversations', 'usage', 'handoffs', 'deliveries', 'deliveries/counts'].map((list) =>
          one.call('GET', `/admin/v1/${list}?agent_id=${id}`),
        ),
        one.call('POST', '/admin/v1/deliveries/replay', { agent_id: id, state: 'dead', since: 0 }),
      ]),
      ...['handoffs/unknown', 'deliveries/unknown'].map((path) => one.call('GET', `/admin/v1/${path}`)),
    ])
    assert.deepEqual([refusals[0]?.status, refusals[0]?.json.code], [403, 40301])
    const said = new Set(refusals.map(({ status, text }) => `${status} ${text}`))
    assert.deepEqual([...said], [`403 ${refusals[0]?.text}`])
  })

  test('what a key may call is there for people: the agent comes from the path, and a deleted one is said', async () => {
    const agent = await service().newAgent()
    const base = `/admin/v1/agents/${agent.id}/api`
    const body = { purpose: 'QA_TEXT', name: 'By an editor', qaList: pairsOf(2) }
    assert.equal((await by('editor').call('POST', `${base}/v1/bot/doc/qa/add`, body)).status, 200)
    const bases = await by('developer').call('GET', `${base}/v1/bot/knowledge/base/page`)
    assert.deepEqual(
      bases.json,
      (await service().api('GET', '/v1/bot/knowledge/base/page', undefined, agent.key)).json,
    )
    assert.equal(bases.json.knowledge_base[0].chunk, 2)
    const sent = await service().admin('POST', `/agents/${agent.id}/api/v1/conversation`, { user_id: 'u' })
    assert.equal(sent.status, 200)
    assert.equal((await by('admin').call('GET', '/admin/v1/agents/unknown/api/v1/bot/detail')).status, 404)
    await service().admin('DELETE', `/agents/${agent.id}`)
    assert.equal((await by('developer').call('GET', `${base}/v1/bot/detail`)).json.code, 40378)
  })

  test('a forged request of another site changes nothing, whatever it says of where it comes from', async () => {
    const { url } = service()
    const { host, origin } = new URL(url)
    const create = async (headers: Record<string, string>) =>
      (await by('admin').call('POST', '/admin/v1/agents', { name: 'Forged' }, headers)).status
    const forged: Record<string, string>[] = [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `https://${host}.evil.example` },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'https://evil.example' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'cross-site', origin },
    ]
    const count = await service().countRows('agents')
    for (const headers of forged) assert.equal(await create(headers), 403, JSON.stringify(headers))
    assert.equal(await service().countRows('agents'), count)
    assert.equal(await create(OF_OWN_PAGE), 201)
    assert.equal(await create({ origin }), 201)
    const reads = await by('admin').call('GET', '/admin/v1/agents', undefined, {
      'sec-fetch-site': 'cross-site',
    })
    assert.equal(reads.status, 200)
    assert.equal(reads.headers.get('access-control-allow-origin'), null)
    const enticed = await signIn(url, { code: 'x' }, { origin: 'https://evil.example' })
    assert.deepEqual([enticed.status, enticed.json.code], [403, 40300])
  })
})
