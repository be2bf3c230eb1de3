/** A state or a party in a word: a colour always has its word, and a state its icon too. */
import { CircleAlert, CircleCheck, CircleDashed, CirclePause, Clock, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export type Tone = 'plain' | 'good' | 'bad' | 'warn' | 'ai' | 'person' | 'endpoint' | 'user'

const tones: Record<Tone, string> = {
  plain: 'bg-sunken text-ink-2',
  good: 'bg-good-bg text-good',
  bad: 'bg-bad-bg text-bad',
  warn: 'bg-warn-bg text-warn',
  ai: 'bg-ai-bg text-ai',
  person: 'bg-person-bg text-person',
  endpoint: 'bg-endpoint-bg text-endpoint',
  user: 'bg-user-bg text-user',
}

export function Badge({
  tone = 'plain',
  icon: Icon,
  children,
}: {
  tone?: Tone
  icon?: LucideIcon
  children: ReactNode
}) {
  return (
    <span
      className={`inline-flex max-w-full items-center gap-1 rounded-full px-2 py-px text-xs font-semibold whitespace-nowrap ${tones[tone]}`}
    >
      {Icon && <Icon size={12} aria-hidden className="shrink-0" />}
      <span className="truncate">{children}</span>
    </span>
  )
}

export type StateTone = 'good' | 'bad' | 'waiting' | 'paused' | 'none'

const icons: Record<StateTone, [Tone, LucideIcon]> = {
  good: ['good', CircleCheck],
  bad: ['bad', CircleAlert],
  waiting: ['warn', Clock],
  paused: ['plain', CirclePause],
  none: ['plain', CircleDashed],
}

export function State({ is, children }: { is: StateTone; children: ReactNode }) {
  const [tone, icon] = icons[is]
  return (
    <Badge tone={tone} icon={icon}>
      {children}
    </Badge>
  )
}
