/** The messages of a chat as plain text, for the visitor to save. */
import { pageWordNames } from '@tandem/languages/language'
import { languages } from '@tandem/languages/languages'
import type { Spoken } from '../../conversations/send-to-user.ts'
import type { MessageRow } from '../../conversations/store.ts'

export function transcriptOf(rows: readonly MessageRow[], language: string | null): string {
  const you = wordFor(language, 'you')
  return rows.map((row) => `[${timeOf(row)}] ${speakerOf(row, you)}${row.text}\n`).join('\n')
}

const timeOf = ({ created_at }: MessageRow) =>
  `${new Date(created_at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** People speak under the name of their desk; the agent and notices need no name. */
function speakerOf({ role, content }: MessageRow, you: string): string {
  if (role === 'user') return `${you}: `
  if (role !== 'human') return ''
  const [spoken] = JSON.parse(content) as Spoken[]
  return spoken ? `${spoken.component}: ` : ''
}

function wordFor(language: string | null, name: string): string {
  const found = languages.find(({ code }) => code === language) ?? languages.find(({ code }) => code === 'en')
  return found?.page.split('|')[pageWordNames.indexOf(name)] ?? name
}
