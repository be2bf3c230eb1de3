/**
 * Hooks into the deliveries to desks: holds back requests that their handoff no longer needs, and passes the outcome of each to
 * the state machine, in the transaction that writes the outcome.
 */
import type { DeliveryHooks } from '../delivery/deliver.ts'
import { readReport } from '../delivery/report.ts'
import { notRun } from '../lanes/lane.ts'
import type { Database, Reader, Tx } from '../platform/database/handle.ts'
import { beginEstablishTry, findHandoff, handoffsIn, noteUnsentTry } from './store.ts'
import { type Held, hold, type MoveDeps, move, note } from './transition.ts'

type OutcomeEvent = 'established' | 'notEstablished' | 'undeliverable'

const OVER = 'Not sent: the handoff had ended.'
const NOTHING_TO_CLOSE = 'Not sent: no request of this handoff ever reached the desk.'

/** A request that failed at one of these stages did not send a byte. */
const unsentStages = new Set(['resolve', 'connect', 'tls'])

export function deskHooks(database: Database, moving: MoveDeps) {
  /** `held` is undefined when the handoff was removed. */
  async function apply(tx: Tx, held: Held | undefined, event: OutcomeEvent, detail: object): Promise<void> {
    if (!held) return
    const after = await move(moving, tx, held, { event, detail })
    // The handoff ended meanwhile: only its timeline gets an entry.
    if (!after) await note(moving, tx, held, event, { ...detail, late: true })
    else if (after.handoff.state === 'ENDED') {
      const { conversation_id, agent_id } = after.handoff
      const ids = { conversation: conversation_id, agent: agent_id }
      tx.afterCommit(() => moving.log.warn({ ...ids, ...detail }, 'a handoff failed'))
    }
  }

  async function holdOf(tx: Tx, id: string): Promise<Held | undefined> {
    const known = await findHandoff(tx, id)
    return known && hold(tx, known.conversation_id, known.id)
  }

  return {
    establish: {
      whyOver,
      subjectsIn: handoffsIn,
      async before(id) {
        if (await database.transaction('follow-deliveries', (tx) => beginEstablishTry(tx, id)))
          return undefined
        if (!(await isOpen(database, id))) return notRun(OVER)
        // For example, a person has replied: the desk got the request, and only its response was lost.
        return { kind: 'done', report: null, note: 'Not sent again: the desk has it.' }
      },
      writeWithOutcome: (id, outcome) => async (tx) => {
        const report = outcome.report === null ? undefined : readReport(outcome.report)
        const isUnsent = report?.http_status === null && unsentStages.has(report.stage)
        const held = outcome.kind === 'retry' ? undefined : await holdOf(tx, id)
        if (isUnsent) await noteUnsentTry(tx, id)
        if (outcome.kind === 'done') await apply(tx, held, 'established', {})
        if (outcome.kind === 'dead')
          await apply(tx, held && counted(held, isUnsent), 'notEstablished', { error: outcome.error })
      },
    },
    chat: {
      whyOver,
      before: async (id) => ((await isOpen(database, id)) ? undefined : notRun(OVER)),
      writeWithOutcome(id, outcome) {
        if (outcome.kind !== 'dead') return undefined
        const { error } = outcome
        return async (tx) => apply(tx, await holdOf(tx, id), 'undeliverable', { error })
      },
    },
    close: {
      async before(id) {
        const handoff = await findHandoff(database, id)
        if (!handoff || handoff.established_at !== null || handoff.first_reply_at !== null) return undefined
        if (handoff.establish_tries > handoff.establish_unsent) return undefined
        return notRun(NOTHING_TO_CLOSE)
      },
      writeWithOutcome(id, outcome) {
        if (outcome.kind !== 'dead' || outcome.error === NOTHING_TO_CLOSE) return undefined
        const detail = { request: 'close', error: outcome.error }
        return async (tx) => apply(tx, await holdOf(tx, id), 'undeliverable', detail)
      },
    },
  } satisfies Record<string, DeliveryHooks>
}

async function isOpen(db: Reader, id: string): Promise<boolean> {
  const handoff = await findHandoff(db, id)
  return handoff !== undefined && handoff.state !== 'ENDED'
}

/** Why a replay is pointless: an ended handoff takes no more messages. (Notices of the end can still be replayed.) */
async function whyOver(db: Reader, id: string): Promise<string | undefined> {
  return (await isOpen(db, id)) ? undefined : 'its handoff has ended'
}

/** The row as `noteUnsentTry` has just written it. */
const counted = ({ conversation, handoff }: Held, isUnsent: boolean): Held => ({
  conversation,
  handoff: { ...handoff, establish_unsent: handoff.establish_unsent + (isUnsent ? 1 : 0) },
})
