/** Finds anything by a few letters: a screen, an agent, or something by its id. */

import type { Account } from '@tandem/sdk/source'
import { useQuery } from '@tanstack/react-query'
import { Bot, type LucideIcon, MessageSquare, Send } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { useRouteAgent, usualAgent } from '../agent.ts'
import { queries } from '../api.ts'
import { paths } from '../paths.ts'
import { areas } from '../routes.tsx'
import { shellTexts } from '../texts/shell.ts'
import { useText } from '../texts/text.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { shortId } from '../ui/Id.tsx'

interface Found {
  readonly key: string
  readonly icon: LucideIcon
  readonly label: string
  readonly about: string
  readonly href: string
}

const MOST = 12
const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i

export function Palette({
  isOpen,
  close,
  account,
}: {
  isOpen: boolean
  close: () => void
  account: Account
}) {
  const t = useText(shellTexts)
  return (
    <Dialog isOpen={isOpen} close={close} title={t('find')} width="m">
      <Finder account={account} close={close} />
    </Dialog>
  )
}

function Finder({ account, close }: { account: Account; close: () => void }) {
  const t = useText(shellTexts)
  const id = useId()
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const found = useFound(text, account)
  const chosen = Math.min(at, found.length - 1)
  const open = (one: Found | undefined) => {
    if (!one) return
    close()
    navigate(one.href)
  }
  const hear = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setAt((chosen + step + found.length) % Math.max(1, found.length))
    }
    if (event.key === 'Enter') open(found[chosen])
  }
  return (
    <>
      <input
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={found[chosen] ? `${id}-${chosen}` : undefined}
        aria-label={t('find')}
        placeholder={t('findHint')}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={hear}
        className="min-h-9.5 w-full rounded-md border border-edge bg-surface px-3 text-talk"
      />
      <div id={`${id}-list`} role="listbox" aria-label={t('find')} className="flex flex-col">
        {found.map(({ key, icon: Icon, label, about }, n) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the input above
          <div
            key={key}
            id={`${id}-${n}`}
            role="option"
            tabIndex={-1}
            aria-selected={n === chosen}
            onClick={() => open(found[n])}
            onMouseMove={() => setAt(n)}
            className={`flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2 text-sm ${n === chosen ? 'bg-sunken' : ''}`}
          >
            <Icon size={15} aria-hidden className="shrink-0 text-ink-3" />
            <bdi className="truncate font-semibold">{label}</bdi>
            <span className="ml-auto truncate text-xs text-ink-3">{about}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="px-2 text-sm text-ink-3">{t('findNothing')}</p>}
    </>
  )
}

/** Screens of the agent at hand first, then agents; a whole id leads to whatever may have it. */
function useFound(text: string, account: Account): Found[] {
  const t = useText(shellTexts)
  const routeAgent = useRouteAgent()
  const { data: agents = [] } = useQuery({ ...queries.agents(), enabled: account.role !== 'operator' })
  const agent = agents.find(({ id }) => id === routeAgent) ?? usualAgent(agents)
  const wanted = text.trim().toLowerCase()
  const fits = (name: string) => wanted.split(/\s+/).every((part) => name.toLowerCase().includes(part))
  const own = areas.filter(
    ({ roles, pattern }) => roles.includes(account.role) && (agent || !pattern.startsWith('/a/')),
  )
  const names = new Set(own.map(({ name }) => name))
  const byId: Found[] = []
  if (ID.test(wanted) && agent) {
    const short = shortId(wanted)
    if (names.has('deliveries'))
      byId.push({
        key: 'd',
        icon: Send,
        label: t('findDelivery', { id: short }),
        about: '',
        href: paths.delivery(agent.id, wanted),
      })
    if (names.has('conversations'))
      byId.push({
        key: 'c',
        icon: MessageSquare,
        label: t('findConversation', { id: short }),
        about: '',
        href: paths.conversation(agent.id, wanted),
      })
  }
  const screens = own
    .filter(({ name }) => fits(t(name)))
    .map(({ name, icon, href, pattern }) => ({
      key: name,
      icon,
      label: t(name),
      about: pattern.startsWith('/a/') ? (agent?.name ?? '') : '',
      href: href(agent?.id ?? ''),
    }))
  const ofAgents = agents
    .filter(({ id, name }) => fits(name) || id === wanted)
    .map(({ id, name }) => ({
      key: id,
      icon: Bot,
      label: name,
      about: t('agents'),
      href: paths.overview(id),
    }))
  return [...byId, ...screens, ...ofAgents].slice(0, MOST)
}
