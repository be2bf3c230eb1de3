/** Makes a pair of what was answered, and says first how many unanswered questions it would have caught. */

import type { DeskCase } from '@tandem/sdk/source'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../api.ts'
import { PairFields } from '../../forms/pair-fields.tsx'
import { useKeptDraft } from '../../kept-draft.ts'
import { deskTexts } from '../../texts/desk.ts'
import { useText } from '../../texts/text.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorNotice, Notice } from '../../ui/Panels.tsx'
import { tell } from '../../ui/Toast.tsx'
import { caseQuery } from '../queries.ts'
import { pairOf } from './pair-of.ts'

export function MakePair({ handoffId, close }: { handoffId: string; close: () => void }) {
  const { data } = useQuery(caseQuery(handoffId))
  return data ? <PairDialog handoff={data} close={close} /> : null
}

function PairDialog({ handoff, close }: { handoff: DeskCase; close: () => void }) {
  const t = useText(deskTexts)
  const [found] = useState(() => pairOf(handoff))
  const [draft, setDraft, forget] = useKeptDraft(`desk-pair.${handoff.id}`, found)
  const pair = { question: draft.question.trim(), answer: draft.answer.trim() }
  const isComplete = pair.question !== '' && pair.answer !== ''
  const target = { handoffId: handoff.id }
  // What was found for other words says nothing of these.
  const caught = useQuery({
    queryKey: ['desk', 'caught', handoff.id, found],
    queryFn: ({ signal }) => admin.desk.makePair(target, { ...found, dry_run: true }, { signal }),
    enabled: found.question !== '' && found.answer !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const wouldCatch = (caught.data?.caught.answered ?? 0) + (caught.data?.caught.offered ?? 0)
  const isAsFound = pair.question === found.question && pair.answer === found.answer
  const making = useMutation({
    mutationFn: () => admin.desk.makePair(target, pair),
    onSuccess({ state }) {
      forget()
      tell(t(state === 'live' ? 'pairLive' : 'pairDraft'))
      close()
    },
  })
  return (
    <Dialog
      isOpen
      close={close}
      width="m"
      title={t('makePairTitle')}
      foot={
        <>
          <Button onClick={close}>{t('notNow')}</Button>
          <Button look="ink" form="pair" type="submit" disabled={!isComplete} isBusy={making.isPending}>
            {t('makePair')}
          </Button>
        </>
      }
    >
      <form
        id="pair"
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (isComplete) making.mutate()
        }}
      >
        <p className="text-sm text-ink-2">{t('makePairWhy')}</p>
        {isAsFound && wouldCatch > 0 && <Notice tone="good">{t('wouldCatch', { n: wouldCatch })}</Notice>}
        <PairFields pair={draft} onChange={setDraft} />
        {making.error && <ErrorNotice error={making.error} />}
      </form>
    </Dialog>
  )
}
