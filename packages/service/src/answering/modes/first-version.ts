/** Version 1 of the platform's route for sending messages, built on the handler of version 2. */
import type { BlockingAnswer } from '@tandem/contract/conversation'
import { inFirstVersion, inSecondVersion, withNamesOfFirst } from '@tandem/contract/first-version'
import { Fault } from '../../platform/fault.ts'
import type { Call, RouteResponse } from '../../platform/http/route.ts'

type Handler = (call: Call) => Promise<RouteResponse>

/** Only responses with an answer are converted; streams and messages for the webhook get the responses of version 2. */
export function sendInFirstVersion(send: Handler): Handler {
  return async (call) => {
    let response: RouteResponse
    try {
      response = await send({ ...call, body: inSecondVersion(call.body) })
    } catch (error) {
      throw error instanceof Fault ? renamed(error, call.body) : error
    }
    const isWhole = typeof response.json === 'object' && response.json !== null && 'output' in response.json
    return isWhole ? { ...response, json: inFirstVersion(response.json as BlockingAnswer) } : response
  }
}

function renamed(fault: Fault, body: unknown): Fault {
  if (fault.detail === undefined) return fault
  return new Fault(fault.entry, withNamesOfFirst(fault.detail, body), { headers: fault.headers })
}
