/**
 * The desk as a receiver of handoff requests: what a server of the developer would get, it gets in this process. A handoff that is
 * established becomes a case; the words of users are in the conversation already, so of them it only tells the people there. A
 * repeated request changes nothing.
 */
import { handoffChatRequest, handoffCloseNotice, handoffEstablishRequest } from '@tandem/contract/handoff'
import { z } from 'zod'
import type { ReceivedRequest, Receiver } from '../delivery/send.ts'
import { findHandoff } from '../handoff/store.ts'
import type { Core } from '../platform/core.ts'
import type { Tx } from '../platform/database/handle.ts'
import { tellDesk } from './claims.ts'
import { isAnybodyHere } from './people.ts'
import { findCase, insertCase } from './store.ts'

const OK = { status: 200, body: { code: 0, message: 'OK' } }
const NOBODY = { status: 503, body: { code: 50300, message: 'Nobody is at the desk.' } }
const test = z.object({ istest: z.literal(true) })

/** Opens the case of a handoff; false when it is open already. */
export async function openCase(tx: Tx, handoffId: string, now: number): Promise<boolean> {
  const handoff = await findHandoff(tx, handoffId)
  if (!handoff) return false
  const { agent_id, conversation_id } = handoff
  const row = { handoff_id: handoffId, agent_id, conversation_id, waiting_since: now }
  const none = { claim: 0, owner_id: null, offered_to: null, away_ms: 0, read_seq: 0 }
  return insertCase(tx, { ...row, ...none })
}

/** `clock`: that of the lanes. */
export function deskReceiver({ database, clock }: Pick<Core, 'clock' | 'database'>): Receiver {
  async function establish(body: unknown): Promise<void> {
    const { conversation_id: id } = handoffEstablishRequest.parse(body)
    await database.transaction('desk: establish', async (tx) => {
      if (!(await openCase(tx, id, clock.now()))) return
      const row = await findCase(tx, id)
      if (row) tellDesk(tx, row, { about: 'queue', state: 'waiting' })
    })
  }

  async function tell(id: string, news: Parameters<typeof tellDesk>[2]): Promise<void> {
    const row = await findCase(database, id)
    if (row)
      tellDesk({ happened: (event) => database.announcements.notifyHere('happened', event) }, row, news)
  }

  return async ({ path, agentId, body }: ReceivedRequest) => {
    if (test.safeParse(body).success)
      return (await isAnybodyHere(database, agentId, clock.now())) ? OK : NOBODY
    if (path === '/conversation/establish') await establish(body)
    else if (path === '/chat')
      await tell(handoffChatRequest.parse(body).conversation_id, { about: 'words', role: 'user' })
    else await tell(handoffCloseNotice.parse(body).conversation_id, { about: 'claim', state: 'over' })
    return OK
  }
}
