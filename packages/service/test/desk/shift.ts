/** A scene whose human service is the desk, and people who work at it. */
import assert from 'node:assert/strict'
import type { DeskCase, DeskItem } from '@tandem/contract/desk'
import { newPerson, OF_OWN_PAGE, type SignedIn } from '../accounts/people.ts'
import { QUIET, type Scene, type SceneOptions, setScene } from '../handoff/scene.ts'
import type { TestEngine } from '../harness/engines.ts'
import { type ApiAnswer, eventually } from '../harness/service.ts'

export interface Operator extends SignedIn {
  here(): Promise<ApiAnswer>
  queue(): Promise<DeskItem[]>
  see(handoffId: string): Promise<DeskCase>
  /** Posts to the handoff; the path is what stands behind its id. */
  on(handoffId: string, path: string, body?: object, key?: string): Promise<ApiAnswer>
  /** Takes the user, which must succeed. */
  take(handoffId: string): Promise<number>
}

export interface Shift extends Scene {
  operator(agents?: 'all' | string[]): Promise<Operator>
  /** A user who waits at the desk. */
  waiting(): Promise<{ id: string; conversation: string }>
}

export async function startShift(engine: TestEngine, options: SceneOptions = {}): Promise<Shift> {
  const scene = await setScene(engine, {
    settings: { handoff: { texts: { en: QUIET } }, desk: { away_after_s: 60 } },
    ...options,
    component: { name: 'Our desk', kind: 'desk', webhook_url: undefined, ...options.component },
  })
  return Object.assign(scene, {
    operator: async (agents: 'all' | string[] = 'all') =>
      asOperator(await newPerson(scene.service, 'operator', agents)),
    async waiting() {
      const conversation = await scene.conversation()
      const id = await scene.handOver(conversation)
      await scene.inState(id, 'WAITING')
      return { id, conversation }
    },
  })
}

export function asOperator(person: SignedIn): Operator {
  const operator: Operator = {
    ...person,
    here: () => person.call('PUT', '/desk/v1/presence', { state: 'here' }),
    queue: async () => (await person.call('GET', '/desk/v1/queue')).json.items,
    see: async (id) => (await person.call('GET', `/desk/v1/handoffs/${id}`)).json,
    on: (id, path, body, key) =>
      person.call('POST', `/desk/v1/handoffs/${id}/${path}`, body, {
        ...OF_OWN_PAGE,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      }),
    async take(id) {
      const answer = await operator.on(id, 'claim')
      assert.equal(answer.status, 200, answer.text)
      return answer.json.claim
    },
  }
  return operator
}

export const queued = (operator: Operator, count: number) =>
  eventually(
    `${count} users are at the desk`,
    () => operator.queue(),
    (items) => items.length === count,
  )
