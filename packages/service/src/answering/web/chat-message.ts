/** A stored message as a chat page shows it. */
import type { ChatMessage } from '@tandem/contract/web-channel'
import type { Spoken } from '../../conversations/emit.ts'
import type { MessageRow } from '../../conversations/store.ts'

export function chatMessageView(row: MessageRow): ChatMessage {
  const { id, seq, role, text, parent_id, created_at } = row
  const spoken = role === 'user' ? [] : (JSON.parse(row.content) as Spoken[])
  return {
    id,
    sequence: seq,
    role,
    name: spoken[0]?.component ?? null,
    text,
    audio: spoken.flatMap(({ audio = [] }) => [...audio]),
    parent_id,
    created_at,
  }
}
