/** The rail at the left: the agent, the areas that the person may see, the state of the feed, the account menu. */

import type { Account } from '@tandem/sdk/source'
import { useQuery } from '@tanstack/react-query'
import { ArrowUpRight, ChevronsUpDown, Headset, Search, UserRound } from 'lucide-react'
import { lazy } from 'react'
import { Link, useLocation } from 'wouter'
import { useRouteAgent, usualAgent } from '../agent.ts'
import { queries } from '../api.ts'
import { type FeedState, useFeedState } from '../feed.ts'
import { PALETTE_KEY } from '../keys.ts'
import { DESK } from '../paths.ts'
import { type Area, areas, groups } from '../routes.tsx'
import { shellTexts } from '../texts/shell.ts'
import { useText } from '../texts/text.ts'
import { Initials } from '../ui/Initials.tsx'
import { LoadedOnClick } from '../ui/LoadedOnClick.tsx'
import { Brand } from './Brand.tsx'
import { type Needs, useNeeds } from './needs.ts'

const AgentMenu = lazy(() => import('./AgentMenu.tsx').then((file) => ({ default: file.AgentMenu })))
const AccountMenu = lazy(() => import('./AccountMenu.tsx').then((file) => ({ default: file.AccountMenu })))

export function Navigation({
  account,
  openPalette,
  openHelp,
}: {
  account: Account
  openPalette: () => void
  openHelp: () => void
}) {
  const t = useText(shellTexts)
  const own = areas.filter(({ roles, isHidden }) => !isHidden && roles.includes(account.role))
  const routeAgent = useRouteAgent()
  const isReader = account.role !== 'operator'
  const { data: agents } = useQuery({ ...queries.agents(), enabled: isReader })
  const agentId = routeAgent ?? usualAgent(agents ?? [])?.id
  // Areas of an agent need one.
  const shown = own.filter(({ pattern }) => agentId !== undefined || !pattern.startsWith('/a/'))
  const needs = useNeeds(agentId, new Set(shown.map(({ name }) => name)))
  return (
    <nav aria-label={t('navigation')} className="flex h-full flex-col px-2.5 py-3">
      <div className="px-2 pt-1 pb-3">
        <Brand />
      </div>
      {isReader && <AgentSwitcher agentId={agentId} />}
      <button
        type="button"
        onClick={openPalette}
        className="mb-2 flex min-h-8 items-center gap-2 rounded-md border px-2 text-left text-sm text-ink-3 hover:bg-sunken"
      >
        <Search size={13} aria-hidden />
        <span className="grow truncate">{t('find')}</span>
        <kbd className="rounded-sm border border-b-2 px-1 text-[11px]">{PALETTE_KEY}</kbd>
      </button>
      <div className="-mx-2.5 flex min-h-0 grow flex-col gap-px overflow-y-auto px-2.5">
        {shown
          .filter(({ group }) => group === undefined)
          .map((area) => (
            <Entry key={area.name} area={area} agentId={agentId ?? ''} needs={needs} />
          ))}
        {groups.map((group) => {
          const list = shown.filter((area) => area.group === group)
          if (list.length === 0) return null
          return (
            <div key={group} className="flex flex-col gap-px">
              <h2 className="px-2 pt-2.5 pb-1 text-[11px] font-semibold tracking-wide text-ink-3">
                {t(group)}
              </h2>
              {list.map((area) => (
                <Entry key={area.name} area={area} agentId={agentId ?? ''} needs={needs} />
              ))}
            </div>
          )
        })}
      </div>
      <div className="pt-2">
        {(account.role === 'admin' || account.desk) && (
          <a
            href={DESK}
            className="flex min-h-8 items-center gap-2.5 rounded-md px-2 text-[13.5px] text-ink-2 hover:bg-sunken hover:text-ink"
          >
            <Headset size={15} aria-hidden className="shrink-0" />
            <span className="grow truncate">{t('desk')}</span>
            <ArrowUpRight size={13} aria-hidden className="shrink-0" />
          </a>
        )}
      </div>
      <div className="flex items-center gap-2 pt-1">
        <Live />
        <AccountButton account={account} openHelp={openHelp} />
      </div>
    </nav>
  )
}

function Entry({ area, agentId, needs }: { area: Area; agentId: string; needs: Needs }) {
  const t = useText(shellTexts)
  const [location] = useLocation()
  const href = area.href(agentId)
  const isHere =
    area.pattern === '/a/:agent' ? location === href : location === href || location.startsWith(`${href}/`)
  const Icon = area.icon
  return (
    <Link
      href={href}
      aria-current={isHere ? 'page' : undefined}
      className={`flex min-h-7.5 shrink-0 items-center gap-2.5 rounded-md px-2 text-[13.5px] ${isHere ? 'bg-sunken font-semibold text-ink' : 'text-ink-2 hover:bg-sunken hover:text-ink'}`}
    >
      <Icon size={15} aria-hidden className="shrink-0" />
      <span className="grow truncate">{t(area.name)}</span>
      {area.name === 'handoffs' && (
        <Need n={needs.handoffs} words={t('openHandoffs', { n: needs.handoffs ?? 0 })} />
      )}
      {area.name === 'deliveries' && (
        <Need n={needs.deliveries} words={t('endpointsInTrouble', { n: needs.deliveries ?? 0 })} isBad />
      )}
    </Link>
  )
}

/** A number beside an area; its words are for readers of screens, and show on hover. */
function Need({ n = 0, words, isBad = false }: { n: number | undefined; words: string; isBad?: boolean }) {
  if (n === 0) return null
  return (
    <span
      title={words}
      className={`num shrink-0 rounded-full px-1.5 text-xs font-semibold ${isBad ? 'bg-bad-bg text-bad' : 'text-ink-3'}`}
    >
      <span aria-hidden>{n}</span>
      <span className="unseen">{words}</span>
    </span>
  )
}

const dots: Record<FeedState, string> = {
  live: 'bg-good',
  connecting: 'bg-line-strong',
  reconnecting: 'bg-warn motion-safe:animate-pulse',
}

function Live() {
  const t = useText(shellTexts)
  const state = useFeedState()
  return (
    <span role="status" className="flex items-center gap-1.5 pl-2 text-xs text-ink-2">
      <span aria-hidden className={`size-1.75 rounded-full ${dots[state]}`} />
      {t(state)}
    </span>
  )
}

function AgentSwitcher({ agentId }: { agentId: string | undefined }) {
  const t = useText(shellTexts)
  const { data: agents = [] } = useQuery(queries.agents())
  const current = agents.find(({ id }) => id === agentId)
  const button = (
    <button
      type="button"
      className="mb-2 flex min-h-9.5 items-center gap-2 rounded-lg border px-2 text-left font-semibold hover:bg-sunken"
    >
      <Initials name={current?.name ?? '–'} />
      <span className="grow truncate">
        <bdi>{current?.name ?? t('chooseAgent')}</bdi>
      </span>
      <ChevronsUpDown size={13} aria-hidden className="shrink-0 text-ink-3" />
    </button>
  )
  return (
    <LoadedOnClick button={button}>
      {(trigger) => <AgentMenu trigger={trigger} agents={agents} agentId={agentId} />}
    </LoadedOnClick>
  )
}

function AccountButton({ account, openHelp }: { account: Account; openHelp: () => void }) {
  const t = useText(shellTexts)
  const button = (
    <button
      type="button"
      aria-label={t('accountMenu', { name: account.name })}
      className="ml-auto flex min-h-7 min-w-0 items-center gap-1.5 rounded-md px-2 text-xs text-ink-2 hover:bg-sunken"
    >
      <UserRound size={13} aria-hidden className="shrink-0" />
      <bdi className="truncate">{account.name}</bdi>
    </button>
  )
  return (
    <LoadedOnClick button={button}>
      {(trigger) => <AccountMenu trigger={trigger} account={account} openHelp={openHelp} />}
    </LoadedOnClick>
  )
}
