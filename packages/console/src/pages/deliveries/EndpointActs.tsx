/** What can be done about an endpoint: test it, pause and resume it, see its history, give up what holds others up. */

import type { Endpoint } from '@tandem/sdk/source'
import { useMutation } from '@tanstack/react-query'
import { Ellipsis, History } from 'lucide-react'
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

export function EndpointActs({ endpoint, name }: { endpoint: Endpoint; name: string }) {
  const t = useText(endpointTexts)
  const locale = useLocale()
  const [isSkipping, setSkipping] = useState(false)
  const [{ history }, setPlace] = useFilters(['history'])
  const params = { endpointId: endpoint.id }
  const onSettled = () => queryClient.invalidateQueries({ queryKey: ['endpoints'] })
  const probe = useMutation({
    mutationFn: () => admin.endpoints.probe(params),
    onSuccess: ({ reachable, http_status, latency_ms, error }) =>
      reachable
        ? tell(t('probeGood', { status: http_status ?? 200, took: duration(latency_ms, locale) }))
        : tellError(new Error(t('probeBad', { error: error ?? String(http_status) }))),
    onError: tellError,
    onSettled,
  })
  const pause = useMutation({
    mutationFn: () => admin.endpoints.pause(params, {}),
    onError: tellError,
    onSettled,
  })
  const resume = useMutation({
    mutationFn: () => admin.endpoints.resume(params),
    onError: tellError,
    onSettled,
  })
  const skip = useMutation({
    mutationFn: () => admin.endpoints.skipHead(params, {}),
    onSuccess: ({ skipped }) => tell(t('skipped', { n: skipped })),
    onError: tellError,
    onSettled: () => {
      setSkipping(false)
      return onSettled()
    },
  })
  return (
    <>
      <Button size="s" isBusy={probe.isPending} onClick={() => probe.mutate()}>
        {t('testNow')}
      </Button>
      {endpoint.paused ? (
        <Button size="s" isBusy={resume.isPending} onClick={() => resume.mutate()}>
          {t('resume')}
        </Button>
      ) : (
        <Button size="s" isBusy={pause.isPending} onClick={() => pause.mutate()}>
          {t('pause')}
        </Button>
      )}
      <Menu trigger={<IconButton icon={Ellipsis} label={t('more', { name })} />}>
        <MenuItem icon={History} onClick={() => setPlace({ history: endpoint.id })}>
          {t('showHistory')}
        </MenuItem>
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
