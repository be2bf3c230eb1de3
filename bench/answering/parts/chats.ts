/** An agent whose chat is open, and how much memory a service needs once it is quiet. */
import { ADMIN_TOKEN, type Running } from '../../processes.ts'

export async function openAgent({ url }: Running, web: object = {}): Promise<string> {
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' }
  const made = await fetch(`${url}/admin/v1/agents`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'Bench' }),
  })
  const { agent } = (await made.json()) as { agent: { id: string } }
  const body = JSON.stringify({ web: { enabled: true, messages_per_minute: 600, ...web } })
  await fetch(`${url}/admin/v1/agents/${agent.id}/settings`, { method: 'PATCH', headers, body })
  return agent.id
}

/** The lowest of a few looks: garbage comes and goes. */
export async function settledBytes(service: Running): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let look = 0; look < 20; look++) {
    await new Promise((resolve) => setTimeout(resolve, 250))
    least = Math.min(least, service.nowBytes() ?? Number.NaN)
  }
  return least
}

export const mib = (bytes: number) => Math.round(bytes / 2 ** 20)
