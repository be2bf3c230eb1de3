/** One open pair. Of two who edit it, the second is told, sees what the first has made of it, and decides. */
import type { AdminDocument, LivePair, StoredPair } from '@tandem/sdk/source'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAgentId } from '../../../agent.ts'
import { admin, queryClient } from '../../../api.ts'
import { documentTexts } from '../../../texts/knowledge-document.ts'
import { useText } from '../../../texts/text.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorState, SkeletonRows } from '../../../ui/Panels.tsx'
import { tell } from '../../../ui/Toast.tsx'
import { useMayEdit } from '../may-edit.ts'
import { Origin } from '../Origin.tsx'
import { PairForm, type Said } from '../PairForm.tsx'
import { knowledge, readAgain } from '../queries.ts'
import { draftNameOf } from './draft-name.ts'
import { Meanwhile } from './Meanwhile.tsx'
import { PairDelete } from './PairDelete.tsx'

interface Props {
  readonly document: AdminDocument
  readonly pair: StoredPair
  readonly close: () => void
}

/** A pair that a link leads to. */
export function LinkedPair({
  document,
  pairId,
  close,
}: {
  document: AdminDocument
  pairId: string
  close: () => void
}) {
  const { data, error, refetch } = useQuery(knowledge.pair(useAgentId(), document.id, pairId))
  return (
    <div className="card">
      {data && <PairEdit document={document} pair={data} close={close} />}
      {!data && error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={3} />}
    </div>
  )
}

export function PairEdit(props: Props) {
  const query = useQuery(knowledge.pair(useAgentId(), props.document.id, props.pair.id))
  const mayEdit = useMayEdit()
  if (!mayEdit) return <Whole {...props} />
  if (query.error && !query.data) return <ErrorState error={query.error} retry={() => void query.refetch()} />
  return query.data ? <Editing {...props} now={query.data} /> : <SkeletonRows rows={3} />
}

/** `now` is the pair as the document shows it at this moment: the feed keeps it so. */
function Editing({ document, pair, close, now }: Props & { now: LivePair }) {
  const t = useText(documentTexts)
  const ui = useText(uiTexts)
  const agentId = useAgentId()
  const docId = document.id
  const draftName = draftNameOf(docId, pair.id)
  // What the person has seen; a change by somebody else is a change since.
  const [seen, setSeen] = useState(now)
  const [isDeleting, setDeleting] = useState(false)
  const isChanged = now.question !== seen.question || now.answer !== seen.answer
  const { queryKey } = knowledge.pair(agentId, docId, pair.id)
  const edit = useMutation({
    mutationFn: ({ question, answer }: Said & { done: () => void }) =>
      admin.documents.editPair(
        { agentId, docId, pairId: pair.id },
        { ...(document.kind === 'QA' && { question }), answer, if_revision: seen.revision },
      ),
    onSuccess(saved, { done }) {
      done()
      queryClient.setQueryData(queryKey, saved)
      tell(t('pairSaved'))
      close()
      void readAgain()
    },
    // Somebody else was first: what they made of it is read, and shown above.
    onError: (error) => (error.status === 409 ? queryClient.invalidateQueries({ queryKey }) : undefined),
  })
  return (
    <div className="border-b bg-sunken p-3.5">
      <PairForm
        draftName={draftName}
        pair={seen}
        isPassage={document.kind !== 'QA'}
        error={isChanged ? null : edit.error}
        isBusy={edit.isPending}
        isBlocked={isChanged}
        action={ui('save')}
        cancel={close}
        save={(said, done) => edit.mutate({ ...said, done })}
        beside={
          <>
            <Button look="quiet" className="-ml-3" icon={Trash2} onClick={() => setDeleting(true)}>
              {t('deletePair')}
            </Button>
            <Origin origin={pair.origin} />
          </>
        }
      >
        {isChanged && (
          <Meanwhile
            before={seen}
            now={now}
            draftName={draftName}
            goOn={() => {
              edit.reset()
              setSeen(now)
            }}
          />
        )}
      </PairForm>
      <PairDelete
        docId={docId}
        pair={now}
        isOpen={isDeleting}
        close={() => setDeleting(false)}
        deleted={close}
      />
    </div>
  )
}

/** For whoever may only read. */
function Whole({ pair: { question, answer, origin }, close }: Props) {
  const ui = useText(uiTexts)
  return (
    <div className="flex flex-col gap-2 border-b bg-sunken p-3.5 text-sm">
      <p dir="auto" className="font-semibold break-words">
        {question}
      </p>
      <p dir="auto" className="break-words whitespace-pre-wrap">
        {answer}
      </p>
      <div className="flex items-center justify-between gap-3">
        <Origin origin={origin} />
        <Button size="s" onClick={close}>
          {ui('close')}
        </Button>
      </div>
    </div>
  )
}
