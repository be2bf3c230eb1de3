/**
 * People of random stories, and two of them who sit at the desk of the service: they take whom they answer, and go on from what
 * they remember.
 */
import { newPerson, OF_OWN_PAGE, send } from '../accounts/people.ts'
import type { ApiAnswer, TestService } from '../harness/service.ts'

export interface Reply {
  readonly id: string
  readonly text: string
  readonly timestamp: number
  /** Says which person it is, where there are several. */
  readonly by: number
}

/** Whoever answers users: through the API, as a help desk does, or at the desk of the service. */
export interface People {
  reply(reply: Reply): Promise<ApiAnswer | undefined>
  close(id: string, by: number): Promise<unknown>
  /** Only at the desk. */
  release?(id: string): Promise<unknown>
  transfer?(id: string): Promise<unknown>
}

export async function peopleAtDesk(service: () => TestService): Promise<People> {
  const both = [await newPerson(service(), 'operator'), await newPerson(service(), 'operator')]
  /** The last claim that each of them was given, by handoff. */
  const claims = new Map<string, number>()

  /** Undefined when the service died under the request. */
  async function post(by: number, path: string, body?: object, key?: string): Promise<ApiAnswer | undefined> {
    const headers = { ...OF_OWN_PAGE, ...(key ? { 'idempotency-key': key } : {}) }
    const cookie = both[by % 2]?.cookie ?? ''
    try {
      const answer = await send(service().url, 'POST', `/desk/v1/handoffs/${path}`, body, {
        cookie,
        ...headers,
      })
      return answer.status === 503 ? undefined : answer
    } catch {
      return undefined
    }
  }

  async function take(id: string, by: number, path = 'claim'): Promise<number> {
    const mine = `${by % 2} ${id}`
    const answer = await post(by, `${id}/${path}`)
    if (answer?.status === 200) claims.set(mine, answer.json.claim)
    return claims.get(mine) ?? 1
  }

  /** Of two who would do it, whoever has the user does. */
  async function asOwner(id: string, act: (by: number, claim: number) => Promise<ApiAnswer | undefined>) {
    for (const by of [0, 1]) {
      const claim = claims.get(`${by} ${id}`)
      if (claim !== undefined && (await act(by, claim))?.status === 200) return by
    }
    return undefined
  }

  return {
    async reply({ id, text, by }: Reply) {
      return post(by, `${id}/reply`, { text, claim: await take(id, by) }, text)
    },
    close: async (id, by) => post(by, `${id}/close`, { claim: await take(id, by) }),
    release: (id) => asOwner(id, (by, claim) => post(by, `${id}/release`, { claim })),
    async transfer(id) {
      const to = (by: number) => both[(by + 1) % 2]?.id
      const owner = await asOwner(id, (by, claim) => post(by, `${id}/transfer`, { claim, to: to(by) }))
      if (owner !== undefined) await take(id, owner + 1, 'transfer/accept')
    },
  }
}
