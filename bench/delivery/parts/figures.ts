/** Arithmetic and words the delivery benches share. */

import { median, spread } from '../../measure.ts'
import type { Count } from '../../programs/delivery-receiver.ts'
import type { Sent } from '../../programs/delivery-sender.ts'
import type { Peer } from './peer.ts'

export const perSecond = (messages: number, sent: readonly Sent[]) =>
  sent.map(({ ms }) => (messages / ms) * 1000)

/** `12,000/s (from to of n), 55 µs of CPU each`: on a busy machine the second figure says more than the first. */
export function described(messages: number, sent: readonly Sent[]): string {
  const cpuUs = median(sent.map((each) => each.cpuUs / messages))
  return `${spread(perSecond(messages, sent), 'messages/s')}, ${cpuUs.toFixed(0)} µs CPU of the sender per message`
}

/** Runs `work` and sees that the receiver took exactly what was sent, in order where order was promised. */
export async function checked<T>(
  receiver: Peer,
  messages: number,
  isOrdered: boolean,
  work: () => Promise<T>,
): Promise<T & { receiverCpuUs: number }> {
  await receiver.call('begin')
  const found = await work()
  const count = await receiver.call<Count>('count')
  const isRight = count.taken === messages && (!isOrdered || (count.early === 0 && count.doubled === 0))
  if (!isRight) throw new Error(`Of ${messages} messages the receiver counted ${JSON.stringify(count)}`)
  return { ...found, receiverCpuUs: count.cpuUs }
}
