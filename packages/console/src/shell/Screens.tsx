/** Finds the screen of an address: a page of an area, the usual one at the start, or words for an address that leads nowhere. */

import type { Account } from '@tandem/sdk/source'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Compass, UserRoundX } from 'lucide-react'
import { useEffect } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { useRouteAgent, usualAgent } from '../agent.ts'
import { queries } from '../api.ts'
import { DESK, paths } from '../paths.ts'
import { type Area, areas } from '../routes.tsx'
import { shellTexts } from '../texts/shell.ts'
import { useText } from '../texts/text.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Empty } from '../ui/Panels.tsx'

export function Screens({ account }: { account: Account }) {
  const own = areas.filter(({ roles }) => roles.includes(account.role))
  return (
    <Switch>
      <Route path={paths.home}>{account.role === 'operator' ? <ForOperators /> : <Start />}</Route>
      <Route path={paths.signIn}>
        <Redirect to={paths.home} replace />
      </Route>
      {own.map((area) => (
        <Route key={area.name} path={area.pattern}>
          <Screen area={area} />
        </Route>
      ))}
      {areas.map(
        (area) =>
          !own.includes(area) && (
            <Route key={area.name} path={area.pattern}>
              <NotAllowed />
            </Route>
          ),
      )}
      <Route>
        <NotFound />
      </Route>
    </Switch>
  )
}

function Screen({ area: { page: Page, pattern } }: { area: Area }) {
  return pattern.startsWith('/a/:agent') ? (
    <OfAgent>
      <Page />
    </OfAgent>
  ) : (
    <Page />
  )
}

/** An address with an agent that is not there says so, whatever screen it names. */
function OfAgent({ children }: { children: React.ReactNode }) {
  const t = useText(shellTexts)
  const { data: agents } = useSuspenseQuery(queries.agents())
  const agentId = useRouteAgent()
  if (agents.some(({ id }) => id === agentId)) return children
  return (
    <Empty
      isPage
      icon={Compass}
      title={t('noAgent')}
      action={<ButtonLink href={paths.agents}>{t('allAgents')}</ButtonLink>}
    >
      {t('noAgentWhy')}
    </Empty>
  )
}

function Start() {
  const { data: agents } = useSuspenseQuery(queries.agents())
  const agent = usualAgent(agents)
  return <Redirect to={agent ? paths.overview(agent.id) : paths.agents} replace />
}

function ForOperators() {
  const t = useText(shellTexts)
  // Their links to sign in lead here.
  useEffect(() => window.location.replace(DESK), [])
  return (
    <Empty isPage icon={UserRoundX} title={t('forOperators')}>
      {t('forOperatorsWhy')}
    </Empty>
  )
}

function NotAllowed() {
  const t = useText(shellTexts)
  return (
    <Empty
      isPage
      icon={UserRoundX}
      title={t('notAllowed')}
      action={<ButtonLink href={paths.home}>{t('toStart')}</ButtonLink>}
    >
      {t('notAllowedWhy')}
    </Empty>
  )
}

function NotFound() {
  const t = useText(shellTexts)
  return (
    <Empty
      isPage
      icon={Compass}
      title={t('notFound')}
      action={<ButtonLink href={paths.home}>{t('toStart')}</ButtonLink>}
    >
      {t('notFoundWhy')}
    </Empty>
  )
}
