/**
 * The desk as a receiver of handoff requests: it gets the requests of a developer's server within this process. An established
 * handoff becomes a case. Messages of users are already stored in the conversation, so people at the desk only get an event. A
 * repeated request changes nothing.
 */
import { handoffChatRequest, handoffCloseNotice, handoffEstablishRequest } from '@tandem/contract/handoff'
import { z } from 'zod'
import type { ReceivedRequest, Receiver } from '../delivery/send.ts'
import { findHandoff } from '../handoff/store.ts'
import type { Core } from '../platform/core.ts'
import type { Tx } from '../platform/database/handle.ts'
import { notifyDesk } from './claims.ts'
import { isAnybodyHere } from './people.ts'
import { type CaseRow, findCase, insertCase } from './store.ts'

const OK = { status: 200, body: { code: 0, message: 'OK' } }
const NOBODY = { status: 503, body: { code: 50300, message: 'Nobody is at the desk.' } }
const test = z.object({ istest: z.literal(true) })

/** Opens the case of a handoff; undefined when it exists already. */
export async function openCase(tx: Tx, handoffId: string, now: number): Promise<CaseRow | undefined> {
  const handoff = await findHandoff(tx, handoffId)
  if (!handoff) return undefined
  const { agent_id, conversation_id } = handoff
  const ids = { handoff_id: handoffId, agent_id, conversation_id }
  const unclaimed = { claim: 0, owner_id: null, offered_to: null, away_ms: 0, read_seq: 0 }
  const row = { ...ids, ...unclaimed, waiting_since: now }
  return (await insertCase(tx, row)) ? row : undefined
}

/** `clock` is the clock of the lanes. */
export function deskReceiver({ database, clock }: Pick<Core, 'clock' | 'database'>): Receiver {
  async function establish(body: unknown): Promise<void> {
    const { conversation_id: id } = handoffEstablishRequest.parse(body)
    await database.transaction('desk: establish', async (tx) => {
      const row = await openCase(tx, id, clock.now())
      if (row) notifyDesk(tx, row, { about: 'queue', state: 'waiting' })
    })
  }

  async function announce(id: string, news: Parameters<typeof notifyDesk>[2]): Promise<void> {
    const row = await findCase(database, id)
    if (row)
      notifyDesk({ happened: (event) => database.announcements.notifyHere('happened', event) }, row, news)
  }

  return async ({ path, agentId, body }: ReceivedRequest) => {
    if (test.safeParse(body).success)
      return (await isAnybodyHere(database, agentId, clock.now())) ? OK : NOBODY
    if (path === '/conversation/establish') await establish(body)
    else if (path === '/chat')
      await announce(handoffChatRequest.parse(body).conversation_id, { about: 'words', role: 'user' })
    else await announce(handoffCloseNotice.parse(body).conversation_id, { about: 'claim', state: 'over' })
    return OK
  }
}
