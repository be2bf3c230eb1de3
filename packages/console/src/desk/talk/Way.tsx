/** Under a reply, its way to the user: stored, on the user's screen, under way, delivered, or failed and why. */
import type { DeskWay } from '@tandem/sdk/source'
import { Check, CheckCheck, CircleAlert, Clock3 } from 'lucide-react'
import { deskTexts } from '../../texts/desk.ts'
import { useLocale } from '../../texts/language.ts'
import { useText } from '../../texts/text.ts'
import { duration } from '../../ui/Time.tsx'

const icons = { stored: Check, seen: CheckCheck, pending: Clock3, delivered: CheckCheck, dead: CircleAlert }

export function Way({ way: { state, ms, error } }: { way: DeskWay }) {
  const t = useText(deskTexts)
  const locale = useLocale()
  const Icon = icons[state]
  return (
    <p className={`mx-1 flex items-center gap-1 text-xs ${state === 'dead' ? 'text-bad' : 'text-ink-3'}`}>
      <Icon size={12} aria-hidden className="shrink-0" />
      {state === 'delivered' && ms !== null
        ? t('way_deliveredIn', { time: duration(ms, locale) })
        : state === 'dead' || error
          ? t(state === 'dead' ? 'way_failedWhy' : 'way_retrying', { reason: error ?? '' })
          : t(`way_${state}`)}
    </p>
  )
}
