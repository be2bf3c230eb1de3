/** When an endpoint was closed and opened again, for how long, and why. */
import type { Endpoint } from '@tandem/sdk/source'
import { useQuery } from '@tanstack/react-query'
import { endpointTexts } from '../../texts/deliveries.ts'
import { useLocale } from '../../texts/language.ts'
import { useText } from '../../texts/text.ts'
import { State, type StateTone } from '../../ui/Badge.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState, SkeletonRows } from '../../ui/Panels.tsx'
import { duration, Time } from '../../ui/Time.tsx'
import { endpointHistoryQuery } from './queries.ts'

export const endpointTones: Record<Endpoint['state'], StateTone> = {
  open: 'good',
  parked: 'bad',
  disabled: 'bad',
  paused: 'paused',
}

export function EndpointHistory({
  endpointId,
  name,
  isOpen,
  close,
}: {
  endpointId: string
  name: string
  isOpen: boolean
  close: () => void
}) {
  const t = useText(endpointTexts)
  const locale = useLocale()
  const { data, error, refetch } = useQuery({ ...endpointHistoryQuery(endpointId), enabled: isOpen })
  return (
    <Dialog isOpen={isOpen} close={close} title={t('history', { name })} width="m">
      <p className="text-sm text-ink-2">{t('historyHow')}</p>
      {!data &&
        (error ? <ErrorState error={error} retry={() => void refetch()} /> : <SkeletonRows rows={3} />)}
      {data?.items.length === 0 && <p className="text-sm">{t('noHistory')}</p>}
      <ul aria-label={t('history', { name })} className="flex flex-col">
        {data?.items.map(({ at, state, reason }, n) => (
          <li
            key={`${at} ${state}`}
            className="grid grid-cols-[100px_minmax(0,1fr)_auto] items-baseline gap-x-3 border-t py-1.5 text-sm first:border-t-0"
          >
            <span>
              <State is={endpointTones[state]}>{t(state)}</State>
            </span>
            <span className="min-w-0 break-words">
              {reason} {/* The newest lasts. */}
              {n > 0 && (
                <span className="text-ink-3">
                  {t('for', { length: duration((data.items[n - 1]?.at ?? at) - at, locale) })}
                </span>
              )}
            </span>
            <span className="text-ink-3">
              <Time at={at} />
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
