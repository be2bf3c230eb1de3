/**
 * Changes who has a user: passes an event through the state machine of claims, and writes the claim, the waiting time and the
 * timeline in one transaction, which has locked the conversation and the handoff. Colleagues are notified by the feed.
 */
import { readSettings } from '../agents/settings.ts'
import { closedFault } from '../handoff/receive-reply.ts'
import { findHandoff, type HandoffRow } from '../handoff/store.ts'
import { type Held, hold, type MoveDeps, note, waitAnew } from '../handoff/transition.ts'
import type { Database, Reader, Tx } from '../platform/database/handle.ts'
import { Fault, found } from '../platform/fault.ts'
import { type Call, requireOwn } from '../platform/http/route.ts'
import { type ClaimHappening, type ClaimState, type ClaimStep, step } from './claim-state.ts'
import { type Named, nameOf } from './people.ts'
import { type CaseRow, countHeld, findCase, putPresence, updateCase } from './store.ts'

export interface ClaimDeps {
  readonly database: Database
  readonly moving: MoveDeps
}

/** A case with its handoff and conversation, locked by the transaction. */
export interface HeldCase extends Held {
  readonly row: CaseRow
}

/** The handoff of a request, if the caller may see it. */
export async function requireHandoff(db: Reader, call: Call, id: string): Promise<HandoffRow> {
  const handoff = await findHandoff(db, id)
  requireOwn(call, handoff?.agent_id)
  return found(handoff, `No handoff has the id ${id.slice(0, 60)}.`)
}

/** The case of a handoff; one that never reached the desk has none. */
export const requireCase = async (db: Reader, handoffId: string): Promise<CaseRow> =>
  found(await findCase(db, handoffId), 'This handoff is not at the desk.')

/** Locks a case with its conversation and handoff. */
export async function holdCase(
  tx: Tx,
  { id, conversation_id }: Pick<HandoffRow, 'id' | 'conversation_id'>,
): Promise<HeldCase> {
  const held = found(await hold(tx, conversation_id, id), 'This handoff is not at the desk.')
  return { ...held, row: await requireCase(tx, id) }
}

/** The names of the events in the timeline of the handoff. */
const timelineKinds = {
  take: 'claimed',
  release: 'released',
  offer: 'offered',
  withdraw: 'offerWithdrawn',
  accept: 'transferred',
  decline: 'offerDeclined',
  assign: 'assigned',
  unassign: 'unassigned',
  gone: 'ownerGone',
} as const

/** Returns the changed case. Throws when the event is refused; the fault says who has the user. */
export async function changeClaim(
  deps: ClaimDeps,
  tx: Tx,
  held: HeldCase,
  happening: ClaimHappening,
  actor: Named | null,
): Promise<HeldCase> {
  const before = stateOf(held.row)
  if (held.handoff.state === 'ENDED') throw closedFault()
  const next = step(before, happening)
  if ('refusal' in next) throw await refused(tx, held.row, next.refusal)
  if (next.state === before) return held
  const { owner } = next.state
  const isGranted = next.state.claim > before.claim
  if (isGranted && owner === happening.by && owner !== null) await requireRoom(deps, tx, held.row, owner)
  return write(deps, tx, held, happening, next, actor)
}

async function write(
  { moving }: ClaimDeps,
  tx: Tx,
  held: HeldCase,
  { on, to }: ClaimHappening,
  { state, waitsAnew }: ClaimStep,
  actor: Named | null,
): Promise<HeldCase> {
  const { row } = held
  const now = moving.laneClock.now()
  const isGranted = state.claim > row.claim
  const { desk } = await readSettings(tx, row.agent_id)
  const after: CaseRow = {
    ...row,
    claim: state.claim,
    owner_id: state.owner,
    offered_to: state.offeredTo,
    away_ms: isGranted ? desk.away_after_s * 1000 : row.away_ms,
    waiting_since: waitsAnew ? now : row.waiting_since,
  }
  await updateCase(tx, after)
  const waiting = waitsAnew ? await waitAnew(moving, tx, held) : held
  const detail = {
    ...(actor ? { by: actor } : {}),
    ...(to === undefined ? {} : { to: { id: to, name: await nameOf(tx, to) } }),
    ...(on === 'gone' && row.owner_id
      ? { owner: { id: row.owner_id, name: await nameOf(tx, row.owner_id) } }
      : {}),
  }
  const noted = await note(moving, tx, waiting, timelineKinds[on], detail)
  announceClaim(tx, after, row.owner_id)
  return { ...noted, row: after }
}

/** The event names the person who was asked, else who has the user, else who lost it. */
function announceClaim(tx: Tx, row: CaseRow, lostBy: string | null): void {
  const state = row.owner_id === null ? 'free' : row.offered_to === null ? 'held' : 'offered'
  const about = row.offered_to ?? row.owner_id ?? lostBy
  notifyDesk(tx, row, { about: 'claim', state, ...(about === null ? {} : { account_id: about }) })
}

type DeskNews = Pick<Parameters<Tx['happened']>[0], 'about' | 'state' | 'account_id' | 'role'>

export function notifyDesk(
  tx: Pick<Tx, 'happened'>,
  { agent_id, conversation_id, handoff_id }: Pick<CaseRow, 'agent_id' | 'conversation_id' | 'handoff_id'>,
  news: DeskNews,
): void {
  tx.happened({ kind: 'desk', agent_id, conversation_id, handoff_id, ...news })
}

/** Throws unless the person has the user with this claim number. */
export async function requireClaim(tx: Reader, row: CaseRow, by: string, claim: number): Promise<void> {
  if (row.owner_id !== by || row.claim !== claim) throw await refused(tx, row, 'over')
}

/** Refuses most losers of a race early, before anything is locked for them. */
export async function refuseIfTaken(db: Reader, handoffId: string, by: string): Promise<void> {
  const row = await findCase(db, handoffId)
  if (row && row.owner_id !== null && row.owner_id !== by) throw await refused(db, row, 'taken')
}

/**
 * Throws if the person has too many users. Also marks the person as present, which locks the person's row: of two requests at
 * once, the second counts the user of the first.
 */
async function requireRoom({ moving }: ClaimDeps, tx: Tx, row: CaseRow, by: string): Promise<void> {
  await putPresence(tx, { account_id: by, state: 'here', seen_at: moving.laneClock.now() })
  const { max_per_person: most } = (await readSettings(tx, row.agent_id)).desk
  if (most === 0) return
  const has = await countHeld(tx, row.agent_id, by)
  if (has >= most)
    throw new Fault('deskLimit', `You have ${has} users of this agent; its limit is ${most} for each person.`)
}

function stateOf({ claim, owner_id: owner, offered_to: offeredTo }: CaseRow): ClaimState {
  return { name: owner === null ? 'FREE' : offeredTo === null ? 'HELD' : 'OFFERED', claim, owner, offeredTo }
}

async function refused(db: Reader, row: CaseRow, why: 'taken' | 'over' | 'notAsked'): Promise<Fault> {
  const owner = row.owner_id === null ? null : { id: row.owner_id, name: await nameOf(db, row.owner_id) }
  const who = owner ? `${owner.name} has the user.` : 'Nobody has the user at the moment.'
  const words = {
    taken: who,
    over: `Your claim is over. ${who}`,
    notAsked: `Nobody offers you this user any more. ${who}`,
  }
  return new Fault('notYourClaim', words[why], { body: { owner } })
}
