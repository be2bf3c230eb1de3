/** Adds a pair behind the others, and then another. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useAgentId } from '../../../agent.ts'
import { admin } from '../../../api.ts'
import { documentTexts } from '../../../texts/knowledge-document.ts'
import { useText } from '../../../texts/text.ts'
import { tell } from '../../../ui/Toast.tsx'
import { PairForm, type Said } from '../PairForm.tsx'
import { readAgain } from '../queries.ts'
import { draftNameOf } from './draft-name.ts'

const nothing = { question: '', answer: '' }

export function PairAdd({ docId, close }: { docId: string; close: () => void }) {
  const t = useText(documentTexts)
  const agentId = useAgentId()
  const [added, setAdded] = useState(0)
  const add = useMutation({
    mutationFn: ({ question, answer }: Said & { done: () => void }) =>
      admin.documents.addPair({ agentId, docId }, { question, answer }),
    onSuccess(_, { done }) {
      done()
      tell(t('pairAdded'))
      setAdded(added + 1)
      void readAgain()
    },
  })
  return (
    <section aria-label={t('addPair')} className="card p-3.5">
      <PairForm
        key={added}
        draftName={draftNameOf(docId, 'new')}
        pair={nothing}
        error={add.error}
        isBusy={add.isPending}
        action={t('addPair')}
        cancel={close}
        save={(said, done) => add.mutate({ ...said, done })}
      />
    </section>
  )
}
