/** Notes among colleagues; the user never sees them. */

import type { DeskCase } from '@tandem/sdk/source'
import { useMutation } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { admin } from '../../api.ts'
import { useKeptDraft } from '../../kept-draft.ts'
import { deskTexts } from '../../texts/desk.ts'
import { useText } from '../../texts/text.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorNotice } from '../../ui/Panels.tsx'
import { Time } from '../../ui/Time.tsx'
import { focusTalk } from '../keep-focus.ts'
import { deskChanged } from '../queries.ts'
import { Part } from './Part.tsx'

const LONGEST = 4_000
export const NOTE_ID = 'note'

export function Notes({ handoff }: { handoff: DeskCase }) {
  const t = useText(deskTexts)
  const [text, setText, forget] = useKeptDraft(`desk-note.${handoff.id}`, '')
  const adding = useMutation({
    mutationFn: (words: string) => admin.desk.addNote({ handoffId: handoff.id }, { text: words }),
    onSuccess(_note, words) {
      // What was typed since may be the next one.
      const since = text.startsWith(words) ? text.slice(words.length).trimStart() : text
      if (since === '') forget()
      else setText(since)
      return deskChanged()
    },
  })
  const add = () => {
    if (text.trim() !== '' && !adding.isPending) adding.mutate(text.trim())
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      // Out of the text first; the next one leaves the talk.
      event.preventDefault()
      focusTalk()
    }
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    add()
  }
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
      <div className="flex flex-col gap-1.5">
        <textarea
          id={NOTE_ID}
          rows={1}
          dir="auto"
          maxLength={LONGEST}
          aria-label={t('newNote')}
          placeholder={t('newNote')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-40 min-h-8 w-full resize-none rounded-md border border-edge bg-surface px-2.5 py-1.5"
        />
        {adding.error && <ErrorNotice error={adding.error} />}
        {text.trim() !== '' && (
          <div>
            <Button size="s" isBusy={adding.isPending} onClick={add}>
              {t('addNote')}
            </Button>
          </div>
        )}
      </div>
    </Part>
  )
}
