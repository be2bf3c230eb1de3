/**
 * Handoffs as the rest of the service sees them: request a person, pass on messages of the user, end a handoff. The rules are
 * in `state.ts`. Everything here runs inside the caller's transaction, which has locked the conversation.
 */
import type { Registry } from 'prom-client'
import type { LinkTo } from '../conversations/history-routes.ts'
import type { Live } from '../conversations/live.ts'
import type { ConversationRow, MessageRow } from '../conversations/store.ts'
import type { Delivery } from '../delivery/start-delivery.ts'
import type { Lanes } from '../lanes/lanes.ts'
import { type Background, startBackground } from '../platform/background.ts'
import type { Core } from '../platform/core.ts'
import type { Tx } from '../platform/database/handle.ts'
import { createRemovalHooks, endOfDeleted } from './end-handoffs.ts'
import { deskHooks } from './follow-deliveries.ts'
import { createHandoffMetrics } from './metrics.ts'
import { type HandoffAsk, requestHandoff } from './request-handoff.ts'
import { lockHandoff } from './store.ts'
import { takeEmail } from './take-email.ts'
import { startTimers } from './timers.ts'
import { type Held, type MoveDeps, move } from './transition.ts'

/** Includes what the routes of handoffs and the desk need. */
export type OpenHandoffs = ReturnType<typeof createHandoffs>
export type Handoffs = Omit<OpenHandoffs, 'moving' | 'removalHooks'>

const DELETED_POLL_MS = 60_000

interface HandoffDeps extends Pick<Core, 'log' | 'clock' | 'database'> {
  readonly live: Live
  readonly registry: Registry
  readonly lanes: Pick<Lanes, 'clock'>
  readonly delivery: Pick<Delivery, 'outbox' | 'hook' | 'stats'>
  readonly linkTo: LinkTo
}

export function createHandoffs(deps: HandoffDeps) {
  const { database, clock, log, live, registry, delivery } = deps
  const moving: MoveDeps = {
    clock,
    laneClock: deps.lanes.clock,
    log,
    live,
    metrics: createHandoffMetrics(registry, database),
    outbox: delivery.outbox,
    stats: delivery.stats,
    linkTo: deps.linkTo,
  }
  const hooks = deskHooks(database, moving)
  delivery.hook('handoff_establish', hooks.establish)
  delivery.hook('handoff_chat', hooks.chat)
  delivery.hook('handoff_close', hooks.close)
  let timers: Background | undefined
  let ofDeleted: Background | undefined

  async function held(tx: Tx, conversation: ConversationRow): Promise<Held | undefined> {
    const id = conversation.handoff_id
    const handoff = id === null ? undefined : await lockHandoff(tx, id)
    return handoff && { conversation, handoff }
  }

  return {
    moving,
    removalHooks: createRemovalHooks(database, moving),
    /** Writes the state, the notice to the user, the establish request and the deadline. */
    request: (tx: Tx, conversation: ConversationRow, ask: HandoffAsk) =>
      requestHandoff(moving, tx, conversation, ask),
    /** Passes a stored message of the user to the desk while a handoff is open. */
    async relay(tx: Tx, conversation: ConversationRow, message: MessageRow): Promise<void> {
      const open = await held(tx, conversation)
      if (open) await move(moving, tx, open, { event: 'userMessage', message })
    },
    /**
     * For a stored message of the user while the AI has the floor, before its turn is added. If the user was just asked for an
     * email address and the message contains one, it is stored and the user is thanked. `taken`: no turn is needed.
     */
    takeEmail: (tx: Tx, conversation: ConversationRow, message: MessageRow) =>
      takeEmail(moving, tx, conversation, message),
    /** Returns whether a handoff was open. */
    async closeByUser(tx: Tx, conversation: ConversationRow): Promise<boolean> {
      const open = await held(tx, conversation)
      const after = open && (await move(moving, tx, open, { event: 'userClose' }))
      return after !== undefined
    },
    /** Starts the timers, and the search for open handoffs of deleted agents. */
    start() {
      timers = startTimers(database, moving)
      ofDeleted = startBackground({
        name: 'end handoffs of deleted agents',
        everyMs: DELETED_POLL_MS,
        clock,
        log,
        run: (stopped) => endOfDeleted(database, moving, stopped),
      })
      ofDeleted.wake()
    },
    async stop() {
      await Promise.all([timers?.stop(), ofDeleted?.stop()])
    },
  }
}
