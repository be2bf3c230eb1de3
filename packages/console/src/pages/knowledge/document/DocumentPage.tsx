/** One document: its pairs, how it came about, and what can be done with it. */
import { useQuery } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useLocation } from 'wouter'
import { useAgentId } from '../../../agent.ts'
import { useFilters } from '../../../filters.ts'
import { paths } from '../../../paths.ts'
import { knowledgeTexts } from '../../../texts/knowledge.ts'
import { documentTexts } from '../../../texts/knowledge-document.ts'
import { useText } from '../../../texts/text.ts'
import { FileButton } from '../../../ui/FileButton.tsx'
import { Page } from '../../../ui/Page.tsx'
import { ErrorState, SkeletonRows } from '../../../ui/Panels.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { FILE_ENDINGS } from '../add/file-kinds.ts'
import { meantFor } from '../add/mended-file.ts'
import { DocumentState } from '../DocumentState.tsx'
import { useMayEdit } from '../may-edit.ts'
import { useParent } from '../parent.ts'
import { knowledge } from '../queries.ts'
import { lineUp } from '../waiting-files.ts'
import { DocumentActions } from './DocumentActions.tsx'
import { HistoryTab } from './HistoryTab.tsx'
import { InTheWay } from './InTheWay.tsx'
import { PairsTab } from './PairsTab.tsx'
import { SourceTab } from './SourceTab.tsx'

export function DocumentPage({ docId }: { docId: string }) {
  const t = useText(documentTexts)
  const list = useText(knowledgeTexts)
  const agentId = useAgentId()
  const parent = useParent()
  const mayEdit = useMayEdit()
  const [, navigate] = useLocation()
  const [{ tab = 'pairs' }, setFilters] = useFilters(['tab', 'pair', 'revision'])
  const { data: document, error, refetch } = useQuery(knowledge.document(agentId, docId))
  if (!document)
    return (
      <Page title={parent.label}>
        {error ? <ErrorState error={error} retry={() => void refetch()} /> : <SkeletonRows />}
      </Page>
    )
  const tabs = [
    {
      value: 'pairs',
      label: `${list('pairs')} ${t('count', { n: document.pairs })}`,
      content: <PairsTab document={document} />,
    },
    { value: 'history', label: t('history'), content: <HistoryTab document={document} /> },
    { value: 'source', label: t('source'), content: <SourceTab document={document} /> },
  ]
  const replace = (files: File[]) => {
    lineUp(files)
    navigate(paths.knowledgeAdd(agentId, meantFor(docId, files)))
  }
  return (
    <Page
      parent={parent}
      title={document.name}
      isFlush
      actions={
        <>
          <DocumentState document={document} />
          {mayEdit && document.kind === 'QA' && (
            <FileButton isSingle icon={FileUp} accept={FILE_ENDINGS} label={t('replaceFile')} take={replace}>
              {t('replaceFile')}
            </FileButton>
          )}
          <DocumentActions document={document} />
        </>
      }
    >
      <div className="flex min-h-0 grow flex-col gap-3 p-5 pt-3 max-md:p-3">
        <InTheWay document={document} />
        <Tabs
          fills
          tabs={tabs}
          value={tabs.some(({ value }) => value === tab) ? tab : 'pairs'}
          onChange={(next) => setFilters({ tab: next === 'pairs' ? '' : next, pair: '', revision: '' })}
        />
      </div>
    </Page>
  )
}
