/** Files on their way into knowledge, one after the other: each is read and shown, and nothing is stored before somebody says so. */
import { useIsMutating, useMutation, useQuery } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useAgentId } from '../../../agent.ts'
import { admin } from '../../../api.ts'
import { useFilters } from '../../../filters.ts'
import { useLeadOn } from '../../../lead-on.ts'
import { paths } from '../../../paths.ts'
import { addTexts } from '../../../texts/knowledge-add.ts'
import { useText } from '../../../texts/text.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { Button } from '../../../ui/Button.tsx'
import { FileButton } from '../../../ui/FileButton.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Empty, ErrorNotice, ErrorState, SkeletonRows } from '../../../ui/Panels.tsx'
import { tell } from '../../../ui/Toast.tsx'
import { ImportsUnderWay } from '../ImportsUnderWay.tsx'
import { useParent } from '../parent.ts'
import { readAgain } from '../queries.ts'
import { dismiss, dismissAll, lineUp, useWaitingFiles, type WaitingFile } from '../waiting-files.ts'
import { type As, asOf, FILE_ENDINGS } from './file-kinds.ts'
import { Preview } from './Preview.tsx'
import { Target } from './Target.tsx'

/** So many pairs can be compared with what a document shows. */
const SHOWN_PAIRS = 500

export function AddPage() {
  const t = useText(addTexts)
  const files = useWaitingFiles()
  const parent = useParent()
  const [file] = files
  if (file) return <Adding key={file.id} waiting={file} more={files.length - 1} />
  return (
    <Page parent={parent} title={t('addFiles')}>
      <div className="grid grow place-items-center rounded-xl border-2 border-dashed border-line-strong">
        <Empty
          icon={FileUp}
          title={t('drop')}
          action={
            <FileButton look="ink" accept={FILE_ENDINGS} label={t('chooseFiles')} take={lineUp}>
              {t('chooseFiles')}
            </FileButton>
          }
        >
          {t('dropWhat')}
        </Empty>
      </div>
    </Page>
  )
}

function Adding({ waiting: { id, file }, more }: { waiting: WaitingFile; more: number }) {
  const t = useText(addTexts)
  const ui = useText(uiTexts)
  const agentId = useAgentId()
  const [, navigate] = useLocation()
  const leadOn = useLeadOn()
  const [{ base, replace, into }, setFilters] = useFilters(['base', 'replace', 'into'])
  const [as, setAs] = useState<As>()
  const preview = useQuery({
    queryKey: ['preview', agentId, id, as, replace, into],
    queryFn: ({ signal }) =>
      admin.documents.previewFile(
        agentId,
        { name: file.name, data: file, as, docId: replace ?? into, limit: SHOWN_PAIRS },
        { signal },
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const { data } = preview
  // It goes on when somebody leaves this screen, and is found again by its key.
  const mutationKey = ['store-file', id]
  const isStoring = useIsMutating({ mutationKey }) > 0
  const store = useMutation({
    mutationKey,
    mutationFn() {
      const { knowledge } = admin.asAgent(agentId)
      const entry = { name: file.name, data: file }
      if (replace) return knowledge.replaceFile(replace, entry)
      if (into) return knowledge.appendFile(into, entry)
      return knowledge.addFile({ ...entry, knowledgeBaseId: base, ...(data && { as: asOf(data.purpose) }) })
    },
    onSuccess({ doc_id }) {
      void readAgain()
      tell(t('stored', { name: file.name }))
      if (more === 0) leadOn(paths.document(agentId, doc_id))
      else setFilters({ replace: undefined, into: undefined })
      dismiss(id)
    },
  })
  const leave = () => {
    dismissAll()
    const document = replace ?? into
    navigate(document ? paths.document(agentId, document) : paths.knowledge(agentId, { base }))
  }
  const canStore = data !== undefined && data.reason === null && !preview.isFetching
  return (
    <Page
      parent={useParent()}
      title={file.name}
      about={more > 0 ? t('nothingYetMore', { n: more }) : t('nothingYet')}
      actions={
        <>
          {more > 0 && <Button onClick={() => dismiss(id)}>{t('passOver')}</Button>}
          <Button onClick={leave}>{ui('cancel')}</Button>
          <Button look="ink" disabled={!canStore} isBusy={isStoring} onClick={() => store.mutate()}>
            {t(replace ? 'replaceBy' : into ? 'addTo' : 'add', { n: data?.pair_count ?? 0 })}
          </Button>
        </>
      }
    >
      {store.error && <ErrorNotice error={store.error} />}
      {isStoring && <ImportsUnderWay fileName={file.name} />}
      <Target
        fileName={file.name}
        base={base}
        document={replace ?? into}
        isAdded={into !== undefined}
        choose={setFilters}
        as={as ?? (data && asOf(data.purpose))}
        chooseAs={setAs}
      />
      {preview.error && <ErrorState error={preview.error} retry={() => void preview.refetch()} />}
      {preview.isPending && <SkeletonRows rows={10} />}
      {data && <Preview preview={data} replace={replace} />}
      <div>
        <FileButton
          isSingle
          size="s"
          icon={FileUp}
          accept={FILE_ENDINGS}
          label={t('otherFile')}
          take={(files) => {
            dismiss(id)
            lineUp(files)
          }}
        >
          {t('otherFile')}
        </FileButton>
      </div>
    </Page>
  )
}
