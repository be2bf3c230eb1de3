/**
 * What the code at hand runs for: the request or the lane item. It follows asynchronous calls by itself. The watchdog asks
 * for it when the event loop stands still.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

export type Activity =
  | { readonly kind: 'request'; readonly id: string; readonly route: string }
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

const current = new AsyncLocalStorage<Activity>()

export const runAs = <T>(activity: Activity, fn: () => T): T => current.run(activity, fn)

export const currentActivity = (): Activity | undefined => current.getStore()
