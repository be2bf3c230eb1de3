/** Keeps the email address a user leaves after being told that nobody is there. */
import { readSettings } from '../agents/settings.ts'
import { say } from '../conversations/say.ts'
import { type ConversationRow, type MessageRow, messagesBefore } from '../conversations/store.ts'
import type { Tx } from '../platform/database/handle.ts'
import { noticeText } from './notice-texts.ts'
import { setEmail } from './store.ts'
import type { MoveDeps } from './transition.ts'

/** How far back the offer may be: the user may say something else first. */
const MESSAGES_BACK = 6
const offers = new Set(['outside_hours', 'closed', 'failed', 'wait_timeout'])
const address =
  /(?<![^\s<(:"'，。、：])[\w.!#$%&*+/=?^`{|}~-]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}@-])/u

export function findEmail(text: string): string | undefined {
  if (!text.includes('@')) return undefined
  return address.exec(text.slice(0, 4000))?.[0]
}

export async function takeEmail(
  deps: MoveDeps,
  tx: Tx,
  conversation: ConversationRow,
  message: MessageRow,
): Promise<{ conversation: ConversationRow; taken: boolean }> {
  const email = findEmail(message.text)
  if (email === undefined) return { conversation, taken: false }
  const before = await messagesBefore(tx, conversation.id, message.seq, MESSAGES_BACK)
  const asked = before.findLast(({ role, detail }) => role === 'notice' && offers.has(noticeOf(detail)))
  if (!asked) return { conversation, taken: false }
  await setEmail(tx, conversation.id, email)
  const settings = await readSettings(tx, conversation.agent_id)
  const language = conversation.language ?? settings.answering.default_language
  const text = noticeText('email_thanks', language, [settings.handoff.texts], { email })
  const kept = { ...conversation, email }
  // Somebody who writes more than an address wants an answer to it.
  const taken = message.text.replace(email, '').replace(/[\p{P}\s]/gu, '').length <= 40
  if (text === '') return { conversation: kept, taken }
  const said = await say(deps, tx, kept, {
    role: 'notice',
    spoken: [{ component: 'human service', branch: 'email_thanks', text }],
    detail: { notice: 'email_thanks' },
    parentId: message.id,
  })
  return { conversation: { ...said.conversation, email }, taken }
}

function noticeOf(detail: string | null): string {
  const { notice } = (detail === null ? {} : JSON.parse(detail)) as { notice?: unknown }
  return typeof notice === 'string' ? notice : ''
}
