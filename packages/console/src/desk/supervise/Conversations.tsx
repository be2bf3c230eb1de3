/** Conversations of one's agents, with the AI or with people: found by their words, read, and taken over in one step. */
import type { AdminConversation, DeskPresence } from '@tandem/sdk/source'
import { useQuery } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { Link, useRoute } from 'wouter'
import { useFilters } from '../../filters.ts'
import { deskTexts } from '../../texts/desk.ts'
import { deskSuperviseTexts } from '../../texts/desk-supervise.ts'
import { useText } from '../../texts/text.ts'
import { Badge } from '../../ui/Badge.tsx'
import { FilterSelect } from '../../ui/FilterSelect.tsx'
import { Empty, ErrorState, SkeletonRows } from '../../ui/Panels.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { Time } from '../../ui/Time.tsx'
import { deskPaths } from '../desk-paths.ts'
import { conversationsQuery } from '../queries.ts'
import type { Acts } from '../use-acts.ts'
import { BackToList } from './BackToList.tsx'
import { OneConversation } from './OneConversation.tsx'

export function Conversations({ presence, acts }: { presence: DeskPresence; acts: Acts }) {
  const [, params] = useRoute<{ conversation: string }>('/conversations/:conversation')
  if (params) return <OneConversation conversationId={params.conversation} acts={acts} me={presence.me.id} />
  return <List presence={presence} />
}

function List({ presence: { agents } }: { presence: DeskPresence }) {
  const t = useText(deskSuperviseTexts)
  const desk = useText(deskTexts)
  const [{ q, agent }, change] = useFilters(['q', 'agent'])
  const agentId = agents.find(({ id }) => id === agent)?.id ?? agents[0]?.id
  const { data, error, refetch } = useQuery({
    ...conversationsQuery(agentId ?? '', q),
    enabled: agentId !== undefined,
  })
  return (
    <div className="flex min-h-0 grow flex-col">
      <header className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b bg-surface px-4.5 py-1.5 max-md:px-3">
        <BackToList />
        <h1 className="text-talk font-semibold tracking-tight">{desk('conversations')}</h1>
        <SearchBox label={t('search')} value={q ?? ''} onChange={(text) => change({ q: text })} />
        {agents.length > 1 && (
          <FilterSelect
            label={t('agent')}
            all={agents[0]?.name ?? ''}
            value={agent}
            choose={(value) => change({ agent: value })}
            choices={agents.slice(1).map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
      </header>
      <div className="min-h-0 grow overflow-y-auto">
        {agentId === undefined && <Empty icon={MessagesSquare} title={desk('notConnected')} />}
        {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
        {agentId !== undefined && !error && !data && <SkeletonRows />}
        {data?.items.length === 0 && (
          <Empty icon={MessagesSquare} title={t(q ? 'noneFits' : 'none')}>
            {t('noneWhy')}
          </Empty>
        )}
        <ul>
          {data?.items.map((conversation) => (
            <Row key={conversation.conversation_id} conversation={conversation} />
          ))}
        </ul>
      </div>
    </div>
  )
}

function Row({ conversation }: { conversation: AdminConversation }) {
  const t = useText(deskSuperviseTexts)
  const desk = useText(deskTexts)
  const { conversation_id: id, user_id, email, anonymous_id, owner, subject, recent_chat_time } = conversation
  return (
    <li className="relative flex items-center gap-3 border-b bg-surface px-4.5 py-2.5 text-sm hover:bg-sunken max-md:px-3">
      <div className="min-w-0 grow">
        <Link
          href={deskPaths.conversation(id)}
          className="block truncate font-semibold after:absolute after:inset-0"
        >
          <bdi>{user_id ?? email ?? desk('visitor', { id: anonymous_id.slice(-4) })}</bdi>
        </Link>
        <p dir="auto" className="truncate text-ink-2">
          {subject ?? desk('noWords')}
        </p>
      </div>
      <span className="shrink-0">
        <Badge tone={owner === 'human' ? 'person' : 'ai'}>
          {t(owner === 'human' ? 'personHas' : 'aiHas')}
        </Badge>
      </span>
      <span className="w-18 shrink-0 text-right text-xs text-ink-3">
        <Time at={recent_chat_time} style="narrow" />
      </span>
    </li>
  )
}
