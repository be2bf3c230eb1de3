/** One thing on the wire: a line in the colour of its party, which opens to what exactly went over. */
import { ChevronDown, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'

export type WireParty = 'user' | 'ai' | 'person' | 'endpoint' | 'bad'

const edges: Record<WireParty, string> = {
  user: 'border-l-user',
  ai: 'border-l-ai',
  person: 'border-l-person',
  endpoint: 'border-l-endpoint',
  bad: 'border-l-bad',
}

export function WireCard({
  party,
  title,
  end,
  children,
}: {
  party: WireParty
  title: ReactNode
  /** Status and time. */
  end: ReactNode
  /** What it opens to; made when it is open. */
  children: () => ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <article className={`card border-l-3 ${edges[party]}`}>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-9 w-full items-center gap-x-2.5 px-3 py-1.5 text-left text-sm"
      >
        <Chevron size={13} aria-hidden className="shrink-0 text-ink-3" />
        <span className="flex min-w-0 grow flex-wrap items-center gap-x-2.5 break-words">{title}</span>
        <span className="ml-auto flex shrink-0 items-center gap-2 max-md:flex-col max-md:items-end max-md:gap-0.5">
          {end}
        </span>
      </button>
      {isOpen && <div className="flex flex-col gap-2.5 border-t px-3 py-2.5">{children()}</div>}
    </article>
  )
}
