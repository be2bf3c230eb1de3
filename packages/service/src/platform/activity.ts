/**
 * The request or lane item for which the current code runs. It is passed along asynchronous calls automatically. The watchdog
 * reads it when the event loop stands still; fair queues, such as that of database connections, read its owner.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

export type Activity =
  | {
      readonly kind: 'request'
      readonly id: string
      readonly route: string
      /** The agent of the caller; the caller's address if the agent is unknown or there is none. */
      readonly owner: string
    }
  | {
      readonly kind: 'item'
      /** The lane's `uid`, and the item's number in it. */
      readonly lane: string
      readonly seq: number
      readonly work: string
      readonly agent: string
      /** It runs our own code on data of others, so it may be the cause of a stall. */
      readonly isOwnWork: boolean
    }

const current = new AsyncLocalStorage<Activity | undefined>()

/** An undefined activity stands for the service itself. */
export const runAs = <T>(activity: Activity | undefined, fn: () => T): T => current.run(activity, fn)

export const currentActivity = (): Activity | undefined => current.getStore()

/** The owner for fair queues: an agent or an address; empty for the service itself. */
export function currentOwner(): string {
  const activity = current.getStore()
  return (activity?.kind === 'item' ? activity.agent : activity?.owner) ?? ''
}
