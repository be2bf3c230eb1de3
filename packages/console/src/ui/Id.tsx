/** An id: its last characters, which tell ids of one moment apart; whole on hover, and copied by a click. */
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../texts/text.ts'
import { uiTexts } from '../texts/ui.ts'

const SHOWN = 6
const TOLD_MS = 1500

export const shortId = (id: string) => (id.length > 12 ? id.slice(-SHOWN) : id)

/** Copies a text; says whether it did a moment ago. */
export function useCopy(): [boolean, (text: string) => void] {
  const [isCopied, setCopied] = useState(false)
  const copy = (text: string) =>
    void navigator.clipboard.writeText(text).then(() => {
      setCopied(true)
      setTimeout(() => setCopied(false), TOLD_MS)
    })
  return [isCopied, copy]
}

export function Id({ id }: { id: string }) {
  const t = useText(uiTexts)
  const [isCopied, copy] = useCopy()
  const Icon = isCopied ? Check : Copy
  return (
    <button
      type="button"
      title={id}
      aria-label={t('copyId', { id: shortId(id) })}
      onClick={(event) => {
        event.stopPropagation()
        copy(id)
      }}
      className="group inline-flex min-h-6 items-center gap-1 rounded-sm font-mono text-[12.5px] hover:bg-sunken"
    >
      {shortId(id)}
      <Icon
        size={11}
        aria-hidden
        className={
          isCopied
            ? 'text-good'
            : 'text-ink-3 opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100'
        }
      />
    </button>
  )
}

export function CopyButton({ text, label }: { text: string; label?: string }) {
  const t = useText(uiTexts)
  const [isCopied, copy] = useCopy()
  const Icon = isCopied ? Check : Copy
  return (
    <button
      type="button"
      onClick={() => copy(text)}
      className="inline-flex min-h-7 items-center gap-1 rounded-md border border-line-strong bg-surface px-2 text-xs font-semibold hover:bg-sunken"
    >
      <Icon size={12} aria-hidden />
      <span aria-live="polite">{isCopied ? t('copied') : (label ?? t('copy'))}</span>
    </button>
  )
}
