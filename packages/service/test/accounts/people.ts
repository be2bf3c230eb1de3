/** People for tests: an account in a role, signed in as a browser would be. */
import assert from 'node:assert/strict'
import type { Role } from '@tandem/contract/admin-accounts'
import type { ApiAnswer, TestService } from '../harness/service.ts'

export const PASSWORD = 'correct horse battery'
export const OF_OWN_PAGE = { 'sec-fetch-site': 'same-origin' }

export interface SignedIn {
  readonly id: string
  readonly email: string
  readonly cookie: string
  /** As a page of ours sends it. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiAnswer>
}

let made = 0

export async function newAccount(
  service: TestService,
  more: { role?: Role; agents?: 'all' | string[]; password?: string } = {},
) {
  const email = `person-${++made}@shop.example`
  const body = { email, name: 'A person', role: 'developer', agents: 'all', ...more }
  const { status, json, text } = await service.admin('POST', '/accounts', body)
  assert.equal(status, 201, text)
  return { id: json.account.id as string, email, code: codeIn(json.sign_in_link) }
}

export const codeIn = (link: string) => link.split('#code=')[1] ?? ''

export async function signIn(url: string, body: object, headers = {}): Promise<ApiAnswer> {
  return send(url, 'POST', '/admin/v1/session', body, headers)
}

/** What a browser would send back. */
export const cookieOf = ({ headers }: ApiAnswer) => headers.get('set-cookie')?.split(';')[0] ?? ''

export async function newPerson(
  service: TestService,
  role: Role,
  agents: 'all' | string[] = 'all',
): Promise<SignedIn> {
  const { id, email, code } = await newAccount(service, { role, agents })
  const answer = await signIn(service.url, { code })
  assert.equal(answer.status, 200, answer.text)
  return person(service.url, id, email, cookieOf(answer))
}

export function person(url: string, id: string, email: string, cookie: string): SignedIn {
  return {
    id,
    email,
    cookie,
    call: (method, path, body, headers = OF_OWN_PAGE) =>
      send(url, method, path, body, { cookie, ...headers }),
  }
}

export async function send(
  url: string,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<ApiAnswer> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  }
}
