/** Conversations: the list, or the one that the address names. */
import { useRoute } from 'wouter'
import { ConversationList } from './ConversationList.tsx'
import { OneConversation } from './OneConversation.tsx'

export function ConversationsPage() {
  const [, params] = useRoute<{ agent: string; conversation?: string }>(
    '/a/:agent/conversations/:conversation?',
  )
  const id = params?.conversation
  return id === undefined ? <ConversationList /> : <OneConversation key={id} conversationId={id} />
}
