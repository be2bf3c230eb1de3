/** A pair of a draft in the list at the side: how it was decided, and its question. */
import type { DraftPair } from '@tandem/sdk/source'
import { Circle, CircleAlert, CircleCheck, CircleX, PencilLine } from 'lucide-react'
import { reviewTexts } from '../../../texts/knowledge-review.ts'
import { useText } from '../../../texts/text.ts'

const icons = {
  pending: [Circle, 'text-ink-3'],
  approved: [CircleCheck, 'text-good'],
  edited: [PencilLine, 'text-good'],
  dropped: [CircleX, 'text-ink-3'],
} as const

export function DraftEntry({ pair, isOpen, open }: { pair: DraftPair; isOpen: boolean; open: () => void }) {
  const t = useText(reviewTexts)
  const isHeld = pair.state === 'pending' && Boolean(pair.origin?.held?.length)
  const [Icon, tone] = isHeld ? ([CircleAlert, 'text-warn'] as const) : icons[pair.state]
  return (
    <button
      type="button"
      aria-current={isOpen ? 'true' : undefined}
      onClick={open}
      className={`flex w-full items-start gap-2.5 border-b px-3.5 py-2.5 text-left text-sm hover:bg-sunken ${isOpen ? 'bg-sunken shadow-[inset_2px_0_var(--color-ink)]' : ''}`}
    >
      <Icon size={15} className={`mt-0.5 shrink-0 ${tone}`} aria-hidden />
      <span className="unseen">{isHeld ? t('held') : t(pair.state)}: </span>
      <span
        dir="auto"
        className={`line-clamp-2 min-w-0 break-words ${pair.state === 'dropped' ? 'text-ink-3 line-through' : ''}`}
      >
        {pair.question}
      </span>
    </button>
  )
}
