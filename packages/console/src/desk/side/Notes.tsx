/** Notes among colleagues; the user never sees them. */

import type { DeskCase } from '@tandem/sdk/source'
import { deskTexts } from '../../texts/desk.ts'
import { useText } from '../../texts/text.ts'
import { Time } from '../../ui/Time.tsx'
import { Part } from './Part.tsx'

export const NOTE_ID = 'note'

export function Notes({ handoff }: { handoff: DeskCase }) {
  const t = useText(deskTexts)
  return (
    <Part title={t('notes')} beside={<span className="text-xs text-ink-3">{t('notesWhy')}</span>}>
      {handoff.notes.map((note) => (
        <div key={note.id} className="rounded-md bg-person-bg px-2.5 py-1.5">
          <p dir="auto" className="break-words whitespace-pre-wrap">
            {note.text}
          </p>
          <p className="mt-0.5 text-xs text-ink-2">
            <bdi>{note.author.name}</bdi> · <Time at={note.created_at} />
          </p>
        </div>
      ))}
    </Part>
  )
}
