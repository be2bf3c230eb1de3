/** What keeps a document from answering, or waits for somebody: a conversion that runs or failed, a draft. */
import type { AdminDocument, DocumentConversion } from '@tandem/sdk/source'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ClipboardCheck, RotateCw } from 'lucide-react'
import { useAgentId } from '../../../agent.ts'
import { admin } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { documentTexts } from '../../../texts/knowledge-document.ts'
import { useText } from '../../../texts/text.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { ErrorNotice, Notice } from '../../../ui/Panels.tsx'
import { Progress } from '../../../ui/Progress.tsx'
import { useMayEdit } from '../may-edit.ts'
import { knowledge, readAgain } from '../queries.ts'

export function InTheWay({ document: { id, status } }: { document: AdminDocument }) {
  const t = useText(documentTexts)
  const agentId = useAgentId()
  const mayEdit = useMayEdit()
  const { data } = useQuery(knowledge.conversion(agentId, id))
  if (!data) return null
  if (data.status === 'waiting')
    return (
      <div className="card flex flex-wrap items-center gap-3 px-3.5 py-2.5 text-sm">
        <ClipboardCheck size={15} aria-hidden className="text-warn" />
        <span className="grow">{t('draftWaits', { n: data.pairs })}</span>
        {mayEdit && (
          <ButtonLink look="ink" size="s" href={paths.review(agentId, id)}>
            {t('review')}
          </ButtonLink>
        )}
      </div>
    )
  if (data.status === 'running') return <Running conversion={data} />
  if (data.status === 'failed' || status === 'FAILED') return <Failed conversion={data} />
  return data.progress.failed > 0 && data.status === 'published' ? <PartlyFailed conversion={data} /> : null
}

function Running({ conversion: { progress } }: { conversion: DocumentConversion }) {
  const t = useText(documentTexts)
  const { chunks, done, failed } = progress
  return (
    <div role="status" className="card px-3.5 py-2.5 text-sm">
      {chunks > 0 ? (
        <Progress
          done={done + failed}
          of={chunks}
          label={t('converting', { done: done + failed, n: chunks })}
        />
      ) : (
        t('reading')
      )}
    </div>
  )
}

function Failed({ conversion }: { conversion: DocumentConversion }) {
  const t = useText(documentTexts)
  return (
    <Notice tone="bad">
      <strong>{t('failed')}</strong> {conversion.reason} {t('failedNext')}
      {conversion.progress.failed > 0 && <Retry docId={conversion.doc_id} />}
    </Notice>
  )
}

function PartlyFailed({ conversion }: { conversion: DocumentConversion }) {
  const t = useText(documentTexts)
  return (
    <Notice tone="warn">
      {t('partlyFailed', { n: conversion.progress.failed })} <Retry docId={conversion.doc_id} />
    </Notice>
  )
}

/** Asks the model again about the passages that failed. */
function Retry({ docId }: { docId: string }) {
  const t = useText(documentTexts)
  const agentId = useAgentId()
  const mayEdit = useMayEdit()
  const retry = useMutation({
    mutationFn: () => admin.documents.retryConversion({ agentId, docId }),
    onSuccess: readAgain,
  })
  if (!mayEdit) return null
  return (
    <div className="mt-2 flex flex-col items-start gap-2">
      <Button size="s" icon={RotateCw} isBusy={retry.isPending} onClick={() => retry.mutate()}>
        {t('retryPassages')}
      </Button>
      {retry.error && <ErrorNotice error={retry.error} />}
    </div>
  )
}
