/** One set of questions: run it, see how the runs came out over time, and what changed since the one before. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { Pencil, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAgentId } from '../../agent.ts'
import { admin } from '../../api.ts'
import { useFilters } from '../../filters.ts'
import { QuestionSetEdit } from '../../forms/question-set-edit.tsx'
import { useLeadOn } from '../../lead-on.ts'
import { paths } from '../../paths.ts'
import { shellTexts } from '../../texts/shell.ts'
import { testTexts } from '../../texts/test.ts'
import { useText } from '../../texts/text.ts'
import { uiTexts } from '../../texts/ui.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Dialog.tsx'
import { Page } from '../../ui/Page.tsx'
import { Empty, ErrorNotice, ErrorState, Notice, SkeletonRows } from '../../ui/Panels.tsx'
import { tell, tellError } from '../../ui/Toast.tsx'
import { useMayEdit } from '../knowledge/may-edit.ts'
import { runQuery, runsQuery, setQuery, setsChanged } from './queries.ts'
import { RunHistory } from './RunHistory.tsx'
import { RunResults } from './RunResults.tsx'

export function SetPage({ setId }: { setId: string }) {
  const t = useText(testTexts)
  const ui = useText(uiTexts)
  const shell = useText(shellTexts)
  const agentId = useAgentId()
  const mayEdit = useMayEdit()
  const leadOn = useLeadOn()
  const [{ run: chosen }, setPlace] = useFilters(['run'])
  const [dialog, setDialog] = useState<'edit' | 'delete' | undefined>()
  const set = useQuery(setQuery(agentId, setId))
  const runs = useQuery(runsQuery(agentId, setId))
  const runId = chosen ?? runs.data?.items[0]?.id ?? ''
  const run = useQuery(runQuery(agentId, setId, runId))
  const running = useMutation({
    mutationFn: () => admin.questionSets.run({ agentId, setId }, {}, { maxRetries: 0 }),
    async onSuccess({ id }) {
      await setsChanged(agentId)
      setPlace({ run: id })
    },
  })
  const deleting = useMutation({
    mutationFn: () => admin.questionSets.delete({ agentId, setId }),
    onSuccess: () => {
      tell(t('deleted', { name: set.data?.name ?? '' }))
      leadOn(paths.test(agentId))
      void setsChanged(agentId)
    },
    onError: tellError,
  })
  const parent = { label: shell('test'), href: paths.test(agentId) }
  if (!set.data)
    return (
      <Page parent={parent} title={t('sets')}>
        {set.error ? <ErrorState error={set.error} retry={() => void set.refetch()} /> : <SkeletonRows />}
      </Page>
    )
  const { name, questions } = set.data
  const start = (
    <Button
      look="ink"
      size="s"
      icon={Play}
      isBusy={running.isPending}
      disabled={questions.length === 0}
      onClick={() => running.mutate()}
    >
      {t('run')}
    </Button>
  )
  return (
    <Page
      parent={parent}
      title={name}
      about={t('nQuestions', { n: questions.length })}
      actions={
        <>
          {mayEdit && (
            <>
              <Button size="s" icon={Pencil} onClick={() => setDialog('edit')}>
                {ui('edit')}
              </Button>
              <IconButton icon={Trash2} label={ui('delete')} onClick={() => setDialog('delete')} />
            </>
          )}
          {start}
        </>
      }
    >
      {running.isPending && <Notice tone="plain">{t('running', { n: questions.length })}</Notice>}
      {running.error && <ErrorNotice error={running.error} />}
      {runs.error && !runs.data && <ErrorState error={runs.error} retry={() => void runs.refetch()} />}
      {runs.data?.items.length === 0 && (
        <Empty icon={Play} title={t('noRuns')} action={start}>
          {t('setsWhy')}
        </Empty>
      )}
      {runs.data && runs.data.items.length > 0 && (
        <>
          <RunHistory runs={runs.data.items} openId={runId} open={(id) => setPlace({ run: id })} />
          {run.data && <RunResults agentId={agentId} run={run.data} />}
          {run.error && <ErrorState error={run.error} retry={() => void run.refetch()} />}
          {run.isPending && <SkeletonRows />}
        </>
      )}
      {dialog === 'edit' && (
        <QuestionSetEdit agentId={agentId} isOpen close={() => setDialog(undefined)} set={set.data} />
      )}
      <Confirm
        isOpen={dialog === 'delete'}
        close={() => setDialog(undefined)}
        title={t('deleteTitle', { name })}
        action={ui('delete')}
        isBusy={deleting.isPending}
        act={() => deleting.mutate()}
      >
        {t('deleteWhy', { n: questions.length })}
      </Confirm>
    </Page>
  )
}
