/** What can be done about an endpoint: test it, pause and resume it, see its history, give up what holds others up. */

import type { Endpoint } from '@tandem/sdk/source'
import { useMutation } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { admin, queryClient } from '../../api.ts'
import { useFilters } from '../../filters.ts'
import { endpointTexts } from '../../texts/deliveries.ts'
import { useLocale } from '../../texts/language.ts'
import { useText } from '../../texts/text.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Dialog.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { duration } from '../../ui/Time.tsx'
import { tell, tellError } from '../../ui/Toast.tsx'
import { EndpointHistory } from './EndpointHistory.tsx'

const onSettled = () => queryClient.invalidateQueries({ queryKey: ['endpoints'] })

/** Testing it, and pausing or resuming it. */
function useActs(endpoint: Endpoint) {
  const t = useText(endpointTexts)
  const locale = useLocale()
  const params = { endpointId: endpoint.id }
  const probe = useMutation({
    mutationFn: () => admin.endpoints.probe(params),
    onSuccess: ({ reachable, http_status, latency_ms, error }) =>
      reachable
        ? tell(t('probeGood', { status: http_status ?? 200, took: duration(latency_ms, locale) }))
        : tellError(new Error(t('probeBad', { error: error ?? String(http_status) }))),
    onError: tellError,
    onSettled,
  })
  const hold = useMutation({
    mutationFn: async (): Promise<unknown> =>
      endpoint.paused ? admin.endpoints.resume(params) : admin.endpoints.pause(params, {}),
    onError: tellError,
    onSettled,
  })
  return { probe, hold, holdLabel: t(endpoint.paused ? 'resume' : 'pause') }
}

/** All of them, behind one button. */
export function EndpointMenu({ endpoint, name }: { endpoint: Endpoint; name: string }) {
  const t = useText(endpointTexts)
  const { probe, hold, holdLabel } = useActs(endpoint)
  const [isSkipping, setSkipping] = useState(false)
  const [{ history }, setPlace] = useFilters(['history'])
  const skip = useMutation({
    mutationFn: () => admin.endpoints.skipHead({ endpointId: endpoint.id }, {}),
    onSuccess: ({ skipped }) => tell(t('skipped', { n: skipped })),
    onError: tellError,
    onSettled: () => {
      setSkipping(false)
      return onSettled()
    },
  })
  return (
    <>
      <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t('more', { name })} />}>
        <MenuItem onClick={() => probe.mutate()}>{t('testNow')}</MenuItem>
        <MenuItem onClick={() => hold.mutate()}>{holdLabel}</MenuItem>
        <MenuItem onClick={() => setPlace({ history: endpoint.id })}>{t('showHistory')}</MenuItem>
        {endpoint.pending > 0 && (
          <MenuItem isBad onClick={() => setSkipping(true)}>
            {t('skipHead')}
          </MenuItem>
        )}
      </Menu>
      <EndpointHistory
        endpointId={endpoint.id}
        name={name}
        isOpen={history === endpoint.id}
        close={() => setPlace({ history: undefined })}
      />
      <Confirm
        isOpen={isSkipping}
        close={() => setSkipping(false)}
        title={t('skipTitle')}
        action={t('skipDo')}
        isBusy={skip.isPending}
        act={() => skip.mutate()}
      >
        {t('skipWhy', { name })}
      </Confirm>
    </>
  )
}

/** The usual ones at hand, for an endpoint that needs somebody. */
export function EndpointButtons({ endpoint }: { endpoint: Endpoint }) {
  const t = useText(endpointTexts)
  const { probe, hold, holdLabel } = useActs(endpoint)
  return (
    <>
      <Button size="s" isBusy={probe.isPending} onClick={() => probe.mutate()}>
        {t('testNow')}
      </Button>
      <Button size="s" isBusy={hold.isPending} onClick={() => hold.mutate()}>
        {holdLabel}
      </Button>
    </>
  )
}
