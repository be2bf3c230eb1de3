/** The platform's first version of sending and listing messages, on the handlers of the second. */
import type { BlockingAnswer } from '@tandem/contract/conversation'
import type { MessageEntry } from '@tandem/contract/conversations'
import {
  entryInFirstVersion,
  inFirstVersion,
  inSecondVersion,
  withNamesOfFirst,
} from '@tandem/contract/first-version'
import { Fault } from '../../platform/fault.ts'
import type { Answer, Call } from '../../platform/http/route.ts'

type Handler = (call: Call) => Promise<Answer>

/** Streams and what is accepted for the webhook are answered as in the second version. */
export function sendInFirstVersion(send: Handler): Handler {
  return async (call) => {
    let answer: Answer
    try {
      answer = await send({ ...call, body: inSecondVersion(call.body) })
    } catch (error) {
      throw error instanceof Fault ? renamed(error, call.body) : error
    }
    const isWhole = typeof answer.json === 'object' && answer.json !== null && 'output' in answer.json
    return isWhole ? { ...answer, json: inFirstVersion(answer.json as BlockingAnswer) } : answer
  }
}

function renamed(fault: Fault, body: unknown): Fault {
  if (fault.detail === undefined) return fault
  const { cause, log, headers } = fault
  const inner = { cause, ...(log ? { log } : {}), ...(headers ? { headers } : {}) }
  return new Fault(fault.entry, withNamesOfFirst(fault.detail, body), inner)
}

export function listInFirstVersion(list: Handler): Handler {
  return async (call) => {
    const answer = await list(call)
    const page = answer.json as { total: number; conversation_content: readonly MessageEntry[] }
    const messages = page.conversation_content.map(entryInFirstVersion)
    return { ...answer, json: { total: page.total, messages } }
  }
}
