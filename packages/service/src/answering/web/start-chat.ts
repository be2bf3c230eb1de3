/**
 * Starts a chat of a visitor, or continues one. The browser gets a token that proves that the chat is its own; only its hash is
 * stored. A token is valid for some time after the last message of its chat, and as long as a person has the floor. The token of
 * an earlier chat keeps the visitor's id. The chat itself continues if something was said in the last hour.
 */
import { hash, randomBytes } from 'node:crypto'
import { newConversation } from '../../conversations/open-conversation.ts'
import { type ConversationRow, findConversation, insertConversation } from '../../conversations/store.ts'
import type { Core } from '../../platform/core.ts'
import { Fault } from '../../platform/fault.ts'
import type { KnownUser } from './identity.ts'
import { findChat, insertChat, setUser } from './store.ts'

const CONTINUES_MS = 3_600_000
const TOKEN_BYTES = 24

export interface ChatDeps extends Pick<Core, 'clock' | 'database'> {
  /** 0: for ever. */
  readonly tokenGoodForMs: number
}

export async function startChat(
  deps: ChatDeps,
  agentId: string,
  earlierToken: string | undefined,
  user?: KnownUser,
): Promise<{ conversation: ConversationRow; token: string }> {
  const { database, clock } = deps
  const earlier = earlierToken === undefined ? undefined : await conversationOf(deps, earlierToken)
  const isSame = earlier?.agent_id === agentId && isOf(earlier, user)
  if (earlier && isSame && earlierToken !== undefined && canGoOn(earlier, clock.now()))
    return { conversation: await assignTo(deps, earlier, user), token: earlierToken }
  const anonymousId = isSame ? earlier?.anonymous_id : undefined
  const now = clock.now()
  const userId = user?.id ?? null
  const conversation = newConversation({ agentId, channel: 'WEB', userId, anonymousId }, now)
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  // One transaction for both: the visitor waits for the disk only once.
  await database.transaction('start-chat', async (tx) => {
    await insertConversation(tx, conversation)
    await insertChat(tx, {
      token_hash: hashOf(token),
      conversation_id: conversation.id,
      agent_id: agentId,
      created_at: now,
    })
  })
  return { conversation: await assignTo(deps, conversation, user), token }
}

/** The chat of a known user is never shown to another known user. A visitor without an identity may be the same user. */
const isOf = ({ user_id }: ConversationRow, user: KnownUser | undefined) =>
  user === undefined || user_id === null || user_id === user.id

/** Assigns the chat to the user. */
async function assignTo(
  { database }: ChatDeps,
  conversation: ConversationRow,
  user: KnownUser | undefined,
): Promise<ConversationRow> {
  if (!user) return conversation
  const email = user.email ?? conversation.email
  if (conversation.user_id === user.id && conversation.email === email) return conversation
  await database.transaction('start-chat: user', (tx) => setUser(tx, conversation.id, user.id, email))
  return { ...conversation, user_id: user.id, email }
}

/** Throws unless the token is that of the chat. */
export async function requireChat(
  deps: ChatDeps,
  conversationId: string,
  token: string | undefined,
): Promise<ConversationRow> {
  const conversation = token === undefined ? undefined : await conversationOf(deps, token)
  if (!conversation || conversation.id !== conversationId) {
    throw new Fault(
      'authenticationFailed',
      'The token is missing, has expired, or is not that of this chat; it comes with the answer that starts a chat.',
    )
  }
  return conversation
}

function canGoOn({ closed_at, handoff_id, recent_chat_at }: ConversationRow, now: number): boolean {
  // While a person has the floor, the visitor must find the chat again, however long it took.
  return closed_at === null && (handoff_id !== null || now - recent_chat_at < CONTINUES_MS)
}

async function conversationOf(
  { database, clock, tokenGoodForMs }: ChatDeps,
  token: string,
): Promise<ConversationRow | undefined> {
  // Looked up by its hash, so that the time of the lookup does not reveal how much of a guessed token is right.
  const chat = await findChat(database, hashOf(token))
  const conversation = chat && (await findConversation(database, chat.conversation_id))
  if (!conversation || tokenGoodForMs === 0 || conversation.handoff_id !== null) return conversation
  const lastAt = Math.max(chat.created_at, conversation.recent_chat_at)
  return clock.now() - lastAt < tokenGoodForMs ? conversation : undefined
}

const hashOf = (token: string) => hash('sha256', token, 'base64url')
