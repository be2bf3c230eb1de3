/** What other slices have to say about deliveries of their kinds: before each attempt, and along with each outcome. */
import type { ClaimedLane, LaneItem, Outcome, Runner } from '../lanes/lane.ts'
import type { Reader, Tx } from '../platform/database/handle.ts'

/** An outcome of a run that took place. */
export type Concluded = Exclude<Outcome, { kind: 'putBack' }>

export interface DeliveryHooks {
  /** Asked before each attempt, outside any transaction. An outcome settles the delivery without sending it. */
  before?(lane: ClaimedLane, item: LaneItem): Promise<Concluded | undefined>
  /** Written in the transaction of each outcome, before the outcome itself. */
  also?(tx: Tx, lane: ClaimedLane, outcome: Concluded): Promise<void>
  /** Why a delivery about this subject can reach nobody any more; undefined when it can. Asked before one is sent again. */
  whyOver?(db: Reader, subject: string): Promise<string | undefined>
  /** What deliveries of this kind are about, of a conversation. */
  subjectsIn?(db: Reader, conversationId: string): Promise<string[]>
  /** Which outcomes `also` is written with; all when absent. */
  wants?(outcome: Concluded): boolean
}

export type HooksByKind = ReadonlyMap<string, DeliveryHooks>

export function withHooks(runner: Runner, hooks: HooksByKind): Runner {
  return async (lane, item, context) => {
    const result = await runner(lane, item, context)
    const { outcome } = result
    const hook = hooks.get(item.kind)
    if (!hook?.also || outcome.kind === 'putBack' || hook.wants?.(outcome) === false) return result
    return { ...result, also: async (tx) => hook.also?.(tx, lane, outcome) }
  }
}
