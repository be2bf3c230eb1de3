/** Goes to another agent: the newest ones, and the list of all. */
import type { Agent } from '@tandem/sdk/source'
import type { ReactElement } from 'react'
import { useLocation } from 'wouter'
import { paths } from '../paths.ts'
import { shellTexts } from '../texts/shell.ts'
import { useText } from '../texts/text.ts'
import { Menu, MenuChoices, MenuItem, MenuLine } from '../ui/Menu.tsx'

const MOST_IN_MENU = 12

export function AgentMenu({
  trigger,
  agents,
  agentId,
}: {
  trigger: ReactElement
  agents: readonly Agent[]
  agentId: string | undefined
}) {
  const t = useText(shellTexts)
  const [location, navigate] = useLocation()
  /** The same screen of the other agent, where the address is that of a whole screen. */
  const choose = (id: string) => {
    const [, , , screen] = location.split('/')
    navigate(agentId && screen ? `${paths.overview(id)}/${screen}` : paths.overview(id))
  }
  const near = agents.slice(0, MOST_IN_MENU)
  return (
    <Menu isOpenAtFirst trigger={trigger}>
      {near.length > 0 && (
        <MenuChoices
          label={t('agents')}
          value={agentId ?? ''}
          choose={choose}
          choices={near.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <MenuLine />
      <MenuItem onClick={() => navigate(paths.agents)}>{t('allAgents')}</MenuItem>
    </Menu>
  )
}
