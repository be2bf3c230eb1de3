/** Makes the account of a person and signs them in; returns the cookie of their session. */
import { ADMIN_TOKEN, type Running } from './processes.ts'

const PASSWORD = 'correct horse battery'

export async function signIn({ url }: Running, email: string): Promise<string> {
  const account = { email, name: 'Bench', role: 'developer', agents: 'all', password: PASSWORD }
  const headers = { 'content-type': 'application/json' }
  const made = await fetch(`${url}/admin/v1/accounts`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${ADMIN_TOKEN}` },
    body: JSON.stringify(account),
  })
  if (made.status !== 201) throw new Error(`the account was refused: ${await made.text()}`)
  const session = await fetch(`${url}/admin/v1/session`, {
    method: 'POST',
    headers: { ...headers, origin: url },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  const cookie = session.headers.get('set-cookie')?.split(';')[0]
  if (!cookie) throw new Error(`signing in was refused: ${await session.text()}`)
  return cookie
}
