/**
 * 1,000 users wait, and 20 people take them as fast as they can: each reads the queue, takes the first who is still free, and
 * reads it again. Each user must be taken once. Whoever reads the queue while others take sees it a moment old, so a user may be
 * overtaken by as many as there are people, and by no more than a few times that.
 */
import { durablePostgres } from '../delivery/parts/servers.ts'
import type { Bench } from '../measure.ts'
import { addVisitors, type Call, type Shift, startShift, untilQueued } from './parts/shift.ts'

const USERS = 1000
const PEOPLE = 20
const LOOKED_AT = 2 * PEOPLE
const MOST_OVERTAKEN = 3 * PEOPLE

export const bench: Bench = {
  name: `${PEOPLE} people race for ${USERS} users: users taken not once, embedded and PostgreSQL`,
  target: 'none',
  async run() {
    const embedded = await race()
    const postgres = await durablePostgres()
    const shared = await race(await postgres.newDatabase()).finally(() => postgres.stop())
    const wrong = embedded.wrong + shared.wrong
    return {
      value: wrong,
      unit: 'users',
      met: wrong === 0,
      details: {
        'taken a second, embedded and PostgreSQL': `${embedded.perSecond} and ${shared.perSecond}`,
        'refused because another was first': `${embedded.refused} and ${shared.refused}`,
      },
      also: [
        {
          name: 'the most that overtook a user with an earlier deadline',
          target: `at most ${MOST_OVERTAKEN}`,
          value: Math.max(embedded.overtaken, shared.overtaken),
          unit: 'users',
          met: Math.max(embedded.overtaken, shared.overtaken) <= MOST_OVERTAKEN,
        },
      ],
    }
  },
}

async function race(databaseUrl?: string) {
  const shift = await startShift(PEOPLE, databaseUrl)
  await addVisitors(shift, USERS)
  await untilQueued(shift, USERS)
  const inOrder = await queueOf(shift)
  const taken: string[] = []
  let refused = 0
  const begunAt = performance.now()
  await Promise.all(
    shift.people.map(async ({ call }) => {
      for (;;) {
        const free = await waiting(call)
        if (free.length === 0) return
        for (const id of free) {
          const { status } = await call('POST', `/desk/v1/handoffs/${id}/claim`)
          if (status === 200) {
            taken.push(id)
            break
          }
          refused++
        }
      }
    }),
  )
  const seconds = (performance.now() - begunAt) / 1000
  await shift.service.stop()
  const place = new Map(inOrder.map((id, n) => [id, n]))
  const overtaken = Math.max(...taken.map((id, n) => n - (place.get(id) ?? 0)))
  const wrong = USERS - new Set(taken).size + (taken.length - new Set(taken).size)
  return { wrong, overtaken, refused, perSecond: Math.round(taken.length / seconds) }
}

async function waiting(call: Call, limit = LOOKED_AT): Promise<string[]> {
  const { json } = await call('GET', `/desk/v1/queue?limit=${limit}&state=waiting`)
  return json.items
    .filter(({ state }: { state: string }) => state === 'waiting')
    .map(({ id }: { id: string }) => id)
}

const queueOf = ({ people }: Shift) => waiting((people[0] as Shift['people'][number]).call, USERS)
