/** The messages of a chat as plain text, for the visitor to save. */
import { lastMessages } from '../../conversations/read-messages.ts'
import type { Spoken } from '../../conversations/send-to-user.ts'
import type { ConversationRow, MessageRow } from '../../conversations/store.ts'
import type { Reader } from '../../platform/database/handle.ts'
import { pageWords } from './serve-page.ts'

const SAVED = 1000

export async function* transcriptOf(
  db: Reader,
  conversation: Pick<ConversationRow, 'id' | 'next_seq' | 'language'>,
): AsyncGenerator<string> {
  const you = (pageWords.get(conversation.language ?? 'en') ?? pageWords.get('en'))?.you ?? ''
  let between = ''
  for await (const row of lastMessages(db, conversation, SAVED)) {
    yield `${between}[${timeOf(row)}] ${speakerOf(row, you)}${row.text}\n`
    between = '\n'
  }
}

const timeOf = ({ created_at }: MessageRow) =>
  `${new Date(created_at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** People have the name of their human service; the agent and notices have none. */
function speakerOf({ role, content }: MessageRow, you: string): string {
  if (role === 'user') return `${you}: `
  if (role !== 'human') return ''
  const [spoken] = JSON.parse(content) as Spoken[]
  return spoken ? `${spoken.component}: ` : ''
}
