/** Requests of a person who is signed in, whose session is looked up each time, against the same with the admin token. */
import { type Bench, inTurn, ratio, spread } from '../measure.ts'
import { ADMIN_TOKEN, newFolder, type Running, serve } from '../processes.ts'
import { makeAgent } from '../sample-data.ts'
import { signIn } from '../sign-in.ts'

const LEAST = 0.8
const ROUNDS = 5
const FOR_MS = 2000
const CLIENTS = 16

export const bench: Bench = {
  name: 'requests of a person who is signed in, against the admin token',
  target: `at least ${LEAST} of the rate`,
  async run() {
    const service = await serve(newFolder('signed-in'))
    const { agentId } = await makeAgent(service)
    const path = `/admin/v1/agents/${agentId}`
    const cookie = await signIn(service, 'bench@shop.example')
    const { a: token, b: person } = await inTurn(
      ROUNDS,
      () => load(service, path, { authorization: `Bearer ${ADMIN_TOKEN}` }),
      () => load(service, path, { cookie }),
    )
    await service.stop()
    const value = ratio(person, token)
    return {
      value,
      unit: 'of the rate',
      met: value >= LEAST,
      details: { 'signed in': spread(person, 'requests/s'), 'admin token': spread(token, 'requests/s') },
    }
  },
}

/** Requests a second. */
async function load({ url }: Running, path: string, headers: Record<string, string>): Promise<number> {
  const startedAt = performance.now()
  let count = 0
  const client = async () => {
    while (performance.now() - startedAt < FOR_MS) {
      const response = await fetch(url + path, { headers })
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
      count++
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return (count / (performance.now() - startedAt)) * 1000
}
