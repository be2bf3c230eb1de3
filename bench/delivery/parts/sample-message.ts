/** Messages as an agent sends them: the body of SPEC 2.5, about 1 KB. */
import { agentMessage, type NewMessage } from '@tandem/service/conversations/send-to-user'

const TEXT = 'Your parcel left our warehouse this morning and should be with you by Thursday. '.repeat(5)

export function sampleMessage(conversationId: string): NewMessage {
  return {
    conversationId,
    userId: 'user-0000-4711',
    anonymousId: '0199aaaa-0000-7000-8000-000000000000',
    spoken: [{ component: 'knowledge', branch: 'answer found', text: TEXT }],
  }
}

export const sampleBody = (conversationId: string, nowMs: number) =>
  JSON.stringify(agentMessage(sampleMessage(conversationId), nowMs))

/** The same length as the ids the service's users make. */
export const conversationId = (number: number) =>
  `0199bbbb-0000-7000-8000-${String(number).padStart(12, '0')}`

export const USERNAME = 'bench'
export const SECRET = 'bench-secret'

/** What the service sends along; whoever is compared with it sends the same. */
export function sampleHeaders(lane: string, sequence: number, nowMs: number): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Tandem/0.1 (webhooks)',
    'webhook-id': `${lane}-${sequence}`,
    'webhook-timestamp': String(Math.floor(nowMs / 1000)),
    'tandem-sequence': String(sequence),
    'tandem-attempt': '1',
    authorization: AUTHORIZATION,
  }
}
const AUTHORIZATION = `Basic ${Buffer.from(`${USERNAME}:${SECRET}`).toString('base64')}`
