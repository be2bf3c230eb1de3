/** All documents of an agent: what they hold and how far they have come, by base, state and name. */
import type { AdminDocument } from '@tandem/sdk/source'
import { useQuery } from '@tanstack/react-query'
import { BookOpen, FileText, FileUp, PenLine, Table2 } from 'lucide-react'
import { useLocation } from 'wouter'
import { useAgentId } from '../../agent.ts'
import { admin, liveOf } from '../../api.ts'
import { useFilters } from '../../filters.ts'
import { useLiveListing } from '../../listing.ts'
import { paths } from '../../paths.ts'
import { sayNumber } from '../../texts/formats.ts'
import { knowledgeTexts } from '../../texts/knowledge.ts'
import { useLocale } from '../../texts/language.ts'
import { shellTexts } from '../../texts/shell.ts'
import { useText } from '../../texts/text.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { FileButton } from '../../ui/FileButton.tsx'
import { ListFrame } from '../../ui/ListFrame.tsx'
import { NoneFits } from '../../ui/NoneFits.tsx'
import { Page } from '../../ui/Page.tsx'
import { Empty } from '../../ui/Panels.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import type { Column } from '../../ui/TableRow.tsx'
import { Time } from '../../ui/Time.tsx'
import { FILE_ENDINGS } from './add/file-kinds.ts'
import { BaseChoice } from './BaseChoice.tsx'
import { DocumentState } from './DocumentState.tsx'
import { DraftsNotice } from './DraftsNotice.tsx'
import { ImportsUnderWay } from './ImportsUnderWay.tsx'
import { useMayEdit } from './may-edit.ts'
import { type DocumentStatus, knowledge } from './queries.ts'
import { StatusFilter } from './StatusFilter.tsx'
import { lineUp } from './waiting-files.ts'

const PAGE = 100
const icons = { QA: BookOpen, TEXT: FileText, SPREADSHEET: Table2 }

const keyOf = ({ id }: AdminDocument) => id

export function DocumentsPage() {
  const t = useText(knowledgeTexts)
  const shell = useText(shellTexts)
  const agentId = useAgentId()
  const mayEdit = useMayEdit()
  const [, navigate] = useLocation()
  const [{ q, base, status }, setFilters] = useFilters(['q', 'base', 'status'])
  const bases = useQuery(knowledge.bases(agentId))
  const filter = { agentId, baseId: base, status: status as DocumentStatus | undefined, q }
  const listing = useLiveListing<AdminDocument>({
    queryKey: ['documents', filter],
    read: (cursor, signal) => admin.documents.list({ ...filter, cursor, limit: PAGE }, { signal }).page(),
    keyOf,
    meta: liveOf({ agent_id: agentId }, 'document'),
  })
  const columns = useColumns(new Map(bases.data?.map(({ id, name }) => [id, name])))
  const add = (isShort: boolean) =>
    mayEdit && (
      <>
        <ButtonLink icon={PenLine} isShort={isShort} href={paths.knowledgeType(agentId)}>
          {t('typePairs')}
        </ButtonLink>
        <FileButton
          look="ink"
          icon={FileUp}
          accept={FILE_ENDINGS}
          label={t('addFiles')}
          take={(files) => {
            lineUp(files)
            navigate(paths.knowledgeAdd(agentId, { base }))
          }}
        >
          {t('addFiles')}
        </FileButton>
      </>
    )
  const isFiltered = Boolean(q || base || status)
  const empty = isFiltered ? (
    <NoneFits icon={BookOpen} title={t('noneFits')} />
  ) : (
    <Empty icon={BookOpen} title={t('none')} action={add(false)}>
      {t('noneWhy')}
    </Empty>
  )
  return (
    <Page title={shell('knowledge')} about={t('about')} actions={add(true)} isFlush>
      <ListFrame
        label={t('documents')}
        {...listing}
        columns={columns}
        keyOf={keyOf}
        hrefOf={({ id }) => paths.document(agentId, id)}
        empty={empty}
        rowHeight={41}
        above={
          <>
            <ImportsUnderWay />
            <DraftsNotice agentId={agentId} />
          </>
        }
        filters={
          <>
            <SearchBox
              label={t('searchDocuments')}
              value={q ?? ''}
              onChange={(next) => setFilters({ q: next })}
            />
            <BaseChoice
              bases={bases.data ?? []}
              value={base}
              choose={(next) => setFilters({ base: next })}
              mayEdit={mayEdit}
            />
            <StatusFilter agentId={agentId} filter={{ base, q }} value={status} choose={setFilters} />
          </>
        }
      />
    </Page>
  )
}

function useColumns(bases: ReadonlyMap<string, string>): Column<AdminDocument>[] {
  const t = useText(knowledgeTexts)
  const locale = useLocale()
  return [
    {
      name: 'name',
      label: t('name'),
      width: 'minmax(110px, 1.4fr)',
      cell: ({ name, kind }) => {
        const Icon = icons[kind]
        return (
          <span className="inline-flex max-w-full items-center gap-2 font-semibold" title={name}>
            <Icon size={14} aria-hidden className="shrink-0 text-ink-3" />
            <bdi className="truncate">{name}</bdi>
          </span>
        )
      },
    },
    {
      name: 'format',
      label: t('format'),
      width: '64px',
      isWide: true,
      cell: ({ format }) => <Format format={format} />,
    },
    {
      name: 'base',
      label: t('base'),
      width: 'minmax(90px, 0.5fr)',
      isWide: true,
      cell: ({ base_id }) => <bdi>{bases.get(base_id) ?? ''}</bdi>,
    },
    {
      name: 'pairs',
      label: t('pairs'),
      width: '72px',
      isEnd: true,
      cell: ({ pairs }) => <span className="num">{sayNumber(pairs, locale)}</span>,
    },
    {
      name: 'state',
      label: t('state'),
      width: 'minmax(104px, 0.45fr)',
      cell: (row) => <DocumentState document={row} />,
    },
    {
      name: 'changed',
      label: t('changedAt'),
      width: '112px',
      isWide: true,
      cell: ({ updated_at }) => <Time at={updated_at} />,
    },
  ]
}

/** Pairs that were given one by one came from no file. */
const Format = ({ format }: { format: string }) => (
  <span className="text-xs text-ink-3">{format === 'QA' ? '–' : format}</span>
)
