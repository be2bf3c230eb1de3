/** All conversations of the agent that fit the filters, the most recently active first. */
import type { AdminConversation } from '@tandem/sdk/source'
import { MessagesSquare } from 'lucide-react'
import { useSearch } from 'wouter'
import { useAgentId } from '../../agent.ts'
import { liveOf } from '../../api.ts'
import { useFilters } from '../../filters.ts'
import { useLiveListing } from '../../listing.ts'
import { useIsNarrow } from '../../narrow.ts'
import { paths, withSearch } from '../../paths.ts'
import { conversationTexts } from '../../texts/conversations.ts'
import { languageName, useLocale } from '../../texts/language.ts'
import { shellTexts } from '../../texts/shell.ts'
import { useText } from '../../texts/text.ts'
import { Badge } from '../../ui/Badge.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { ListFrame } from '../../ui/ListFrame.tsx'
import { NoneFits } from '../../ui/NoneFits.tsx'
import { Page } from '../../ui/Page.tsx'
import { Empty } from '../../ui/Panels.tsx'
import type { Column } from '../../ui/TableRow.tsx'
import { exact, Time } from '../../ui/Time.tsx'
import { ConversationFilters } from './ConversationFilters.tsx'
import { ListExport } from './ListExport.tsx'
import { OutcomeBadge } from './OutcomeBadge.tsx'
import { filterNames, nameOf, paramsOf, readPage } from './queries.ts'

const keyOf = ({ conversation_id }: AdminConversation) => conversation_id

export function ConversationList() {
  const t = useText(conversationTexts)
  const shell = useText(shellTexts)
  const locale = useLocale()
  const agentId = useAgentId()
  const search = useSearch()
  const [filters, setFilters] = useFilters(filterNames)
  const { first, ...pages } = useLiveListing({
    queryKey: ['conversations', agentId, filters],
    read: (cursor, signal) => readPage(paramsOf(agentId, filters), cursor, signal),
    keyOf,
    meta: liveOf({ agent_id: agentId }, 'message', 'handoff'),
  })
  const isNarrow = useIsNarrow()
  const columns = useColumns(isNarrow)
  const isFiltered = Object.keys(filters).length > 0
  const empty = isFiltered ? (
    <NoneFits icon={MessagesSquare} title={t('noneFits')} />
  ) : (
    <Empty
      icon={MessagesSquare}
      title={t('none')}
      action={
        <ButtonLink look="ink" href={paths.test(agentId)}>
          {t('tryIt')}
        </ButtonLink>
      }
    >
      {t('noneWhy')}
    </Empty>
  )
  return (
    <Page
      title={shell('conversations')}
      about={t('about')}
      isFlush
      actions={<ListExport agentId={agentId} filters={filters} />}
    >
      <ListFrame
        label={shell('conversations')}
        {...pages}
        columns={columns}
        keyOf={keyOf}
        hrefOf={(row) => withSearch(paths.conversation(agentId, keyOf(row)), search)}
        empty={empty}
        rowHeight={isNarrow ? 60 : 40}
        filters={<ConversationFilters filters={filters} setFilters={setFilters} />}
        note={
          first && (
            <p role="status" className="ml-auto text-xs text-ink-3">
              {t('nFound', { n: first.total })}
              {first.searched_from !== null &&
                ` · ${t('searchedFrom', { time: exact(first.searched_from, locale) })}`}
            </p>
          )
        }
      />
    </Page>
  )
}

/** On a phone the words have a line of their own, and below them stands what came of them and who said them. */
function useColumns(isNarrow: boolean): Column<AdminConversation>[] {
  const t = useText(conversationTexts)
  const locale = useLocale()
  const wordsOf = ({ subject }: AdminConversation) => (subject.trim() === '' ? t('noWords') : subject)
  const userOf = (row: AdminConversation) => nameOf(row) ?? t('anonymous', { id: row.anonymous_id.slice(-6) })
  const outcomeOf = ({ outcome, owner }: AdminConversation) =>
    owner === 'human' ? <Badge tone="person">{t('human')}</Badge> : <OutcomeBadge outcome={outcome} />
  const active: Column<AdminConversation> = {
    name: 'active',
    label: t('active'),
    width: '76px',
    isEnd: true,
    cell: ({ recent_chat_time }) => <Time at={recent_chat_time} style="narrow" />,
  }
  if (isNarrow)
    return [
      {
        name: 'subject',
        label: t('subject'),
        width: 'minmax(100px, 1fr)',
        cell: (row) => (
          <>
            <span className="block truncate font-semibold">
              <bdi>{wordsOf(row)}</bdi>
            </span>
            <span className="mt-1 flex items-center gap-2">
              {outcomeOf(row)}
              <bdi className="truncate text-xs text-ink-2">{userOf(row)}</bdi>
            </span>
          </>
        ),
      },
      active,
    ]
  return [
    {
      name: 'subject',
      label: t('subject'),
      width: 'minmax(100px, 2.4fr)',
      cell: (row) => <bdi className="font-semibold">{wordsOf(row)}</bdi>,
    },
    {
      name: 'user',
      label: t('user'),
      width: 'minmax(90px, 1fr)',
      isWide: true,
      cell: (row) => <bdi>{userOf(row)}</bdi>,
    },
    { name: 'outcome', label: t('outcome'), width: 'minmax(138px, 1fr)', cell: outcomeOf },
    {
      name: 'type',
      label: t('type'),
      width: '110px',
      isWide: true,
      cell: ({ conversation_type }) => (
        <span className="text-ink-2">{t(conversation_type as 'API' | 'WEB' | 'PLAYGROUND')}</span>
      ),
    },
    {
      name: 'language',
      label: t('language'),
      width: '96px',
      isWide: true,
      cell: ({ language }) => <span className="text-ink-2">{languageName(language, locale)}</span>,
    },
    {
      name: 'messages',
      label: t('messages'),
      width: '88px',
      isEnd: true,
      isWide: true,
      cell: ({ message_count }) => <span className="num">{message_count}</span>,
    },
    active,
  ]
}
