/** The messages of a chat as plain text, for the visitor to save. Read in small pages, because they may be megabytes. */
import type { Spoken } from '../../conversations/send-to-user.ts'
import { type ConversationRow, type MessageRow, messagesAfter } from '../../conversations/store.ts'
import type { Reader } from '../../platform/database/handle.ts'
import { startSlices } from '../../platform/time-slices.ts'
import { pageWords } from './serve-page.ts'

const SAVED = 1000
const PAGE = 10

export async function* transcriptOf(
  db: Reader,
  { id, next_seq, language }: Pick<ConversationRow, 'id' | 'next_seq' | 'language'>,
): AsyncGenerator<string> {
  const you = (pageWords.get(language ?? 'en') ?? pageWords.get('en'))?.you ?? ''
  const slices = startSlices()
  let between = ''
  for (let after = Math.max(0, next_seq - 1 - SAVED); ; ) {
    const rows = await messagesAfter(db, id, after, PAGE)
    const last = rows.at(-1)
    if (!last) return
    yield between + rows.map((row) => `[${timeOf(row)}] ${speakerOf(row, you)}${row.text}\n`).join('\n')
    between = '\n'
    after = last.seq
    await slices.pause()
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
