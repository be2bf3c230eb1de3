/** A service with one agent at the desk, people who are signed in, and visitors who wait for them. */
import { ADMIN_TOKEN, newFolder, type Running, serve } from '../../processes.ts'

/** JSON of every shape. */
type Json = ReturnType<typeof JSON.parse>
export type Call = (method: string, path: string, body?: object) => Promise<{ status: number; json: Json }>

export interface Shift {
  readonly service: Running
  readonly agentId: string
  readonly people: readonly { readonly call: Call; readonly cookie: string }[]
}

export interface Visitor {
  readonly conversation: string
  readonly token: string
  readonly call: Call
}

const NOTICES = ['connecting', 'waiting', 'connected']

export async function startShift(people: number, databaseUrl?: string): Promise<Shift> {
  const service = await serve(newFolder('desk'), {
    TANDEM_CHAT_STARTS_PER_MINUTE: '100000',
    TANDEM_AGENT_CHAT_STARTS_PER_MINUTE: '100000',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  })
  const admin = caller(service.url, { authorization: `Bearer ${ADMIN_TOKEN}` })
  const agentId: string = (await admin('POST', '/admin/v1/agents', { name: 'Bench' })).json.agent.id
  await admin('PATCH', `/admin/v1/agents/${agentId}/settings`, {
    web: { enabled: true, messages_per_minute: 600 },
    handoff: { texts: { en: Object.fromEntries(NOTICES.map((name) => [name, ''])) } },
    desk: { away_after_s: 3600 },
  })
  const desk = { name: 'Desk', kind: 'desk', waiting_timeout_s: 3600 }
  await admin('POST', `/admin/v1/agents/${agentId}/human-services`, desk)
  const signedIn = await Promise.all(
    Array.from({ length: people }, async (_, n) => {
      const account = { email: `p${n}@bench.example`, name: `Person ${n}`, role: 'operator', agents: 'all' }
      const { json } = await admin('POST', '/admin/v1/accounts', account)
      const code: string = json.sign_in_link.split('#code=')[1]
      const response = await fetch(`${service.url}/admin/v1/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code }),
      })
      const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
      return { cookie, call: caller(service.url, { cookie, 'sec-fetch-site': 'same-origin' }) }
    }),
  )
  return { service, agentId, people: signedIn }
}

/** Visitors of the chat page who have asked for a person. */
export async function addVisitors({ service, agentId }: Shift, count: number): Promise<Visitor[]> {
  const visitors: Visitor[] = []
  const AT_ONCE = 20
  while (visitors.length < count) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - visitors.length) }, () =>
      visitor(service.url, agentId),
    )
    visitors.push(...(await Promise.all(some)))
  }
  return visitors
}

async function visitor(url: string, agentId: string): Promise<Visitor> {
  const { json: begun } = await caller(url, {})('POST', `/web/v1/agents/${agentId}/chats`, {})
  const call = caller(url, { authorization: `Bearer ${begun.token}` })
  const { json } = await call('POST', `/web/v1/chats/${begun.conversation_id}/handoff`, {})
  if (json.result !== 'requested') throw new Error(`Nobody was asked for: ${JSON.stringify(json)}`)
  return { conversation: begun.conversation_id, token: begun.token, call }
}

/** Waits until so many are in the queue. */
export async function untilQueued({ people }: Shift, count: number): Promise<void> {
  for (;;) {
    const { json } = await (people[0] as Shift['people'][number]).call('GET', '/desk/v1/queue?limit=1')
    if (json.waiting >= count) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function caller(url: string, headers: Record<string, string>): Call {
  return async (method, path, body) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    return { status: response.status, json: text === '' ? undefined : JSON.parse(text) }
  }
}
