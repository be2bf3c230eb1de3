/** The colleagues whom a user can be offered to; the user stays until one accepts. */
import type { DeskCase } from '@tandem/sdk/source'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { deskTexts } from '../../texts/desk.ts'
import { useText } from '../../texts/text.ts'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { presenceQuery } from '../queries.ts'
import { PresenceDot } from '../queue/Colleagues.tsx'
import type { Acts } from '../use-acts.ts'

export function HandOver({
  trigger,
  handoff,
  acts,
}: {
  trigger: ReactElement
  handoff: DeskCase
  acts: Acts
}) {
  const t = useText(deskTexts)
  const { data } = useQuery(presenceQuery())
  const colleagues = (data?.people ?? []).filter(
    ({ id, agents, state }) =>
      id !== data?.me.id && state !== 'off' && (agents === 'all' || agents.includes(handoff.agent_id)),
  )
  return (
    <Menu align="end" isOpenAtFirst trigger={trigger}>
      <p className="px-2 pt-1.5 pb-1 text-xs text-ink-3">
        {t(colleagues.length > 0 ? 'handToWhom' : 'handToNobody')}
      </p>
      {colleagues.map(({ id, name, state, open }) => (
        <MenuItem key={id} onClick={() => acts.offer(handoff, id)}>
          <span className="flex items-center gap-2">
            <PresenceDot state={state} />
            <bdi>{name}</bdi>
            <span className="text-xs text-ink-3">
              {state === 'here' ? t('talks', { n: open }) : t(`presence_${state}`)}
            </span>
          </span>
        </MenuItem>
      ))}
    </Menu>
  )
}
