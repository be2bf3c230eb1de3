/**
 * The one channel on which parts of the service announce events to each other, in this process and in the others that share the
 * database. Listeners in this process are called at once, those in other processes soon. Announcements between processes may be
 * lost, repeated or reordered, so correctness must not depend on one.
 */
import { newId } from '../ids.ts'
import { type Announced, readAnnouncement, type Topic } from './announced.ts'

export type Announcements = ReturnType<typeof createAnnouncements>

/** Carries texts between the processes of one database; each process also receives its own. */
export interface Channel {
  publish(text: string): void
  subscribe(fn: (text: string) => void): void
}

/** Without a channel, as on the embedded engine, announcements stay in this process. */
export function createAnnouncements(channel?: Channel) {
  const listeners = new Map<string, ((value: never, isOwn: boolean) => void)[]>()
  const sender = newId()
  let isSubscribed = false

  function deliver(topic: string, value: unknown, isOwn: boolean): void {
    for (const fn of listeners.get(topic) ?? []) fn(value as never, isOwn)
  }

  function receive(text: string): void {
    const received = readAnnouncement(text)
    if (received && received.sender !== sender) deliver(received.topic, received.value, false)
  }

  return {
    /** Calls the listeners of all processes. */
    notify<T extends Topic>(topic: T, value: Announced<T>): void {
      deliver(topic, value, true)
      channel?.publish(JSON.stringify([sender, topic, value]))
    },
    /** Calls the listeners of this process alone. */
    notifyHere<T extends Topic>(topic: T, value: Announced<T>): void {
      deliver(topic, value, true)
    },
    /** Calls `fn` for each announcement of the topic. `isOwn`: it comes from this process. */
    on<T extends Topic>(topic: T, fn: (value: Announced<T>, isOwn: boolean) => void): void {
      listeners.set(topic, [...(listeners.get(topic) ?? []), fn])
      if (isSubscribed) return
      isSubscribed = true
      channel?.subscribe(receive)
    },
  }
}
