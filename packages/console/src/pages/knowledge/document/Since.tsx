/** What has changed in a document since a revision, and the way back to it. */
import type { AdminDocument, RevisionEntry } from '@tandem/sdk/source'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useAgentId } from '../../../agent.ts'
import { admin, liveOf } from '../../../api.ts'
import { historyTexts } from '../../../texts/knowledge-history.ts'
import { useText } from '../../../texts/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Confirm } from '../../../ui/Dialog.tsx'
import { ErrorNotice, ErrorState, SkeletonRows } from '../../../ui/Panels.tsx'
import { tell } from '../../../ui/Toast.tsx'
import { type ChangeList, Changes } from '../Changes.tsx'
import { useMayEdit } from '../may-edit.ts'
import { readAgain } from '../queries.ts'

export function Since({ document, entry }: { document: AdminDocument; entry: RevisionEntry }) {
  const t = useText(historyTexts)
  const agentId = useAgentId()
  const mayEdit = useMayEdit()
  const [isAsking, setAsking] = useState(false)
  const { revision, pairs, is_live } = entry
  const key = ['diff', agentId, document.id, revision]
  const read = (list: ChangeList, from: number, signal: AbortSignal) =>
    admin.documents
      .diff({ agentId, docId: document.id, revision: String(revision), list, from }, { signal })
      .page()
  const { data, error, refetch } = useQuery({
    queryKey: [...key, 'counts'],
    queryFn: ({ signal }) => read('changed', 0, signal),
    meta: liveOf({ doc_id: document.id }, 'document'),
  })
  const back = useMutation({
    mutationFn: () => admin.documents.rollback({ agentId, docId: document.id }, { revision }),
    onSuccess() {
      setAsking(false)
      tell(t('isBack', { n: pairs }))
      return readAgain()
    },
  })
  return (
    <section aria-label={t('since')} className="flex min-w-0 flex-col gap-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="font-semibold">{is_live ? t('isLive') : t('since')}</h2>
        {mayEdit && !is_live && (
          <Button size="s" icon={Undo2} className="ml-auto" onClick={() => setAsking(true)}>
            {t('goBack')}
          </Button>
        )}
      </div>
      {data && !is_live && (
        <Changes
          docId={document.id}
          counts={data.counts}
          queryKey={[...key, data.live_revision]}
          read={read}
        />
      )}
      {!data && error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={4} />}
      <Confirm
        isOpen={isAsking}
        close={() => setAsking(false)}
        title={t('backTitle', { name: document.name })}
        action={t('backDo', { n: pairs })}
        isBusy={back.isPending}
        act={() => back.mutate()}
        look="ink"
      >
        {data && <p>{t('backWhat', data.counts)}</p>}
        {back.error && <ErrorNotice error={back.error} />}
      </Confirm>
    </section>
  )
}
