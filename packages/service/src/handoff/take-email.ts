/** Stores the email address that a user sends after a notice that nobody is there. */
import { languages } from '@tandem/languages/languages'
import { limited } from '@tandem/languages/limited'
import { plain, wordPattern } from '@tandem/languages/normalise'
import { readSettings } from '../agents/settings.ts'
import { sendToUser } from '../conversations/send-to-user.ts'
import { type ConversationRow, type MessageRow, messagesBefore } from '../conversations/store.ts'
import type { Tx } from '../platform/database/handle.ts'
import { noticeText } from './notice-texts.ts'
import { setEmail } from './store.ts'
import type { MoveDeps } from './transition.ts'

/** How many messages back the notice may be: the user may write something else first. */
const MESSAGES_BACK = 6
const offers = new Set(['outside_hours', 'closed', 'failed', 'wait_timeout'])
/**
 * Chinese, Japanese or Korean words may stand right before and behind an address. So all of it is ASCII, except for accented
 * letters in the domain, and only letters of scripts with spaces may not stand right before it.
 */
const BEFORE = '(?<![\\w.%+&/@\\u00c0-\\u052f-])'
const LOCAL = "[a-z0-9_](?:[\\w.%+&'-]{0,62}[\\w+-])?"
const LABEL = '[a-z0-9\\u00df-\\u024f](?:[a-z0-9\\u00df-\\u024f-]{0,61}[a-z0-9\\u00df-\\u024f])?'
const TOP = '(?:xn--[a-z0-9-]{2,58}[a-z0-9]|[a-z]{2,24})'
/** An address is searched in this many characters. */
const MOST_CHARS = 4000
const address = limited(
  new RegExp(`${BEFORE}${LOCAL}@(?:${LABEL}\\.){1,8}${TOP}(?![\\w@\\u00c0-\\u052f-])`, 'i'),
  MOST_CHARS,
)

/** Words of a user who wants an address deleted: then the address is not stored. */
const deletes = new RegExp(wordPattern(`‹(?:${languages.map((language) => language.deletes).join('|')})`))

export function findEmail(text: string): string | undefined {
  // Input methods may write letters, the at sign and the dot in full width.
  const narrow = text.slice(0, MOST_CHARS).normalize('NFKC').slice(0, MOST_CHARS)
  return narrow.includes('@') ? address.exec(narrow)?.[0] : undefined
}

export async function takeEmail(
  deps: MoveDeps,
  tx: Tx,
  conversation: ConversationRow,
  message: MessageRow,
): Promise<{ conversation: ConversationRow; taken: boolean }> {
  const email = findEmail(message.text)
  if (email === undefined || deletes.test(plain(message.text.slice(0, MOST_CHARS).replace(email, ' '))))
    return { conversation, taken: false }
  const before = await messagesBefore(tx, conversation.id, message.seq, MESSAGES_BACK)
  const asked = before.findLast(({ role, detail }) => role === 'notice' && offers.has(noticeOf(detail)))
  if (!asked) return { conversation, taken: false }
  await setEmail(tx, conversation.id, email)
  const settings = await readSettings(tx, conversation.agent_id)
  const language = conversation.language ?? settings.answering.default_language
  const text = noticeText('email_thanks', language, [settings.handoff.texts], { email })
  const kept = { ...conversation, email }
  // A message with more than the address needs an answer.
  const taken =
    message.text
      .normalize('NFKC')
      .replace(email, '')
      .replace(/[\p{P}\s]/gu, '').length <= 40
  if (text === '') return { conversation: kept, taken }
  const said = await sendToUser(deps, tx, kept, {
    role: 'notice',
    spoken: [{ component: 'human service', branch: 'email_thanks', text }],
    detail: { notice: 'email_thanks' },
    parentId: message.id,
  })
  return { conversation: said.conversation, taken }
}

function noticeOf(detail: string | null): string {
  const { notice } = (detail === null ? {} : JSON.parse(detail)) as { notice?: unknown }
  return typeof notice === 'string' ? notice : ''
}
