/** The SDK has every operation of the OpenAPI document, under the method and path that it names. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { TandemAdmin } from '../src/admin.ts'
import type { Outgoing } from '../src/connection.ts'
import { operations } from '../src/operations.generated.ts'
import { Tandem } from '../src/tandem.ts'
import { chatConfig, startChat } from '../src/web-chat.ts'

const ROOT = join(import.meta.dirname, '../../..')
const url = 'http://tandem.invalid'

/** Below this path the routes of API keys are there again. */
const AGAIN = '/admin/v1/agents/{agent_id}/api/'

/** Operation → method and path. */
function everyRoute(): [string, string][] {
  const { paths } = JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8'))
  const entries = Object.entries(paths as Record<string, Record<string, { operationId: string }>>)
  return entries.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]): [string, string] => [
      operationId,
      `${method.toUpperCase()} ${path}`,
    ]),
  )
}
const documented = () => new Map(everyRoute().filter(([, route]) => !route.includes(AGAIN)))
const documentedAgain = () => everyRoute().flatMap(([, route]) => (route.includes(AGAIN) ? [route] : []))

/** Every function below a client that says which operation it calls. */
function operationIdsBelow(value: unknown): string[] {
  if (typeof value === 'function' && 'operationId' in value) return [value.operationId as string]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(operationIdsBelow) : []
}

/** The operations that methods of handles call, found by what they send. */
async function sentByHandles(): Promise<string[]> {
  const sent: Pick<Outgoing, 'method' | 'path'>[] = []
  const answers: Record<string, object> = { '/web/v1/agents/a/chats': { conversation_id: 'c', token: 't' } }
  const options = {
    url,
    maxRetries: 1,
    wait: async () => {},
    fetch: async (target: Parameters<typeof fetch>[0], init: RequestInit = {}) => {
      const path = new URL(String(target)).pathname
      sent.push({ method: init.method ?? '', path })
      if (path !== '/v2/conversation/message') return Response.json(answers[path] ?? {})
      return new Response('id: 1\ndata: {"code":3,"message":"Text","data":"cut after this"}\n\n')
    },
  }
  const chat = await startChat({ ...options, agentId: 'a' })
  await chat.send('hello')
  await chat.messages()
  await chatConfig({ ...options, agentId: 'a' })
  await chat.sendFile({ name: 'a.txt', data: 'YQ==' })
  await chat.rate('m', 'POSITIVE')
  await chat.transcript()
  await chat.askForPerson()
  await chat.leavePerson()
  await chat.typing()
  await chat.seen(1)
  await chat.close()
  await assert.rejects(Array.fromAsync(chat.events()), { code: 'connection' })
  const talk = new Tandem({ ...options, apiKey: 'k' }).conversations.open('c')
  await assert.rejects(Array.fromAsync(talk.stream('hello')), { code: 'connection' })
  return sent.flatMap(({ method, path }) =>
    Object.entries(operations)
      .filter(
        ([, row]) =>
          row.method === method && row.path.replaceAll(/\{\w+\}/g, (name) => name[1] as string) === path,
      )
      .map(([id]) => id),
  )
}

test('the table of operations is that of the OpenAPI document', () => {
  const own = new Map(Object.entries(operations).map(([id, { method, path }]) => [id, `${method} ${path}`]))
  assert.deepEqual(own, documented())
})

test('what people may do in the name of an agent is what its API key may do, at another address', () => {
  const own = new Set(Object.values(operations).map(({ method, path }) => `${method} ${path}`))
  for (const route of documentedAgain()) assert.ok(own.has(route.replace(AGAIN, '/')), route)
})

test('every operation of the service can be called through the SDK', async () => {
  const clients = [new Tandem({ url, apiKey: 'k' }), new TandemAdmin({ url, token: 't' })]
  const had = new Set([...clients.flatMap(operationIdsBelow), ...(await sentByHandles())])
  const missing = [...documented().keys()].filter((id) => !had.has(id))
  assert.deepEqual(missing, [], 'add a line to packages/sdk/src/tandem.ts or admin.ts for each')
})

test('asAgent calls what an API key may call below the path of the agent, with the token of the caller', async () => {
  const sent: string[] = []
  const admin = new TandemAdmin({
    url: `${url}/below/`,
    token: 't',
    fetch: async (target, init) => {
      sent.push(`${target} ${new Headers(init?.headers).get('authorization')}`)
      return Response.json({ conversation_id: 'c' })
    },
  })
  await admin.asAgent('a').conversations.create({ userId: 'u' })
  assert.deepEqual(sent, [`${url}/below/admin/v1/agents/a/api/v1/conversation Bearer t`])
})
