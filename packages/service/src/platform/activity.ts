/**
 * What the code at hand runs for: the request or the lane item. It follows asynchronous calls by itself. The watchdog asks
 * for it when the event loop stands still, and the pool of database connections asks whose turn it is.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

export type Activity =
  | {
      readonly kind: 'request'
      readonly id: string
      readonly route: string
      /** The agent of the caller; its address where that is not known, or there is none. */
      readonly owner: string
    }
  | {
      readonly kind: 'item'
      /** The lane's `uid`, and the item's number in it. */
      readonly lane: string
      readonly seq: number
      readonly work: string
      readonly agent: string
      /** It runs our own code on data of others, and may be to blame for a stall. */
      readonly isOwnWork: boolean
    }

const current = new AsyncLocalStorage<Activity | undefined>()

/** Undefined: for the service itself. */
export const runAs = <T>(activity: Activity | undefined, fn: () => T): T => current.run(activity, fn)

export const currentActivity = (): Activity | undefined => current.getStore()

/** Who has to wait where many want the same: an agent or an address; empty for the service itself. */
export function currentOwner(): string {
  const activity = current.getStore()
  return (activity?.kind === 'item' ? activity.agent : activity?.owner) ?? ''
}
