/** A blocking call through the SDK, one client, against the same request by a bare fetch, to a route that only answers. */
import { Tandem } from '@tandem/sdk/source'
import { type Bench, inTurn, ratio, spread } from '../measure.ts'
import { serveProgram } from '../processes.ts'

// Many short rounds: what else the machine does then hits both sides alike.
const ROUNDS = 40
const CALLS = 200
const MOST = 1.15

export const bench: Bench = {
  name: 'a blocking call through the SDK, against a bare fetch',
  target: `at most ${MOST} × the time`,
  async run() {
    const route = await serveProgram('bare-turn-route.ts', '/')
    const { url } = route
    const chat = new Tandem({ url, apiKey: 'key' }).conversations.open('c')
    const body = {
      conversation_id: 'c',
      response_mode: 'blocking',
      messages: [{ role: 'user', content: 'How long?' }],
    }
    const bare = async () => {
      const headers = {
        authorization: 'Bearer key',
        'content-type': 'application/json',
        'idempotency-key': 'k',
      }
      const init = { method: 'POST', headers, body: JSON.stringify(body) }
      const response = await fetch(`${url}/v2/conversation/message`, init)
      return response.json()
    }
    const { a: fetched, b: called } = await inTurn(
      ROUNDS,
      () => microsecondsEach(bare),
      () => microsecondsEach(() => chat.send('How long?')),
    )
    await route.stop()
    const value = ratio(called, fetched)
    return {
      value,
      unit: '× the time',
      met: value <= MOST,
      details: { 'through the SDK': spread(called, 'µs'), 'bare fetch': spread(fetched, 'µs') },
    }
  },
}

async function microsecondsEach(call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  for (let n = 0; n < CALLS; n++) await call()
  return ((performance.now() - startedAt) * 1000) / CALLS
}
