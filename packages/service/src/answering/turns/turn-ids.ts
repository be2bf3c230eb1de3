/**
 * Ids of a message and of its answer are made from one another: whoever knows one knows the other before the answer
 * exists, and since ids are unique no message can be answered twice, whatever goes wrong.
 */
import { newId } from '../../platform/ids.ts'

const HEX = '0123456789abcdef'

/** An id for a message of the user: its last bit is 0. */
export function newMessageId(now: number): string {
  return withLastBit(newId(now), 0)
}

/** The id its answer has: the last bit is 1, so the answer sorts behind the message. */
export const answerIdOf = (messageId: string) => withLastBit(messageId, 1)

/** The id of the message, given its own or that of its answer. */
export const messageIdOf = (eitherId: string) => withLastBit(eitherId, 0)

function withLastBit(id: string, bit: 0 | 1): string {
  const last = HEX.indexOf(id.at(-1) ?? '')
  // What is no id of ours names nothing either way.
  return last === -1 ? id : id.slice(0, -1) + HEX[(last & 0xe) | bit]
}
