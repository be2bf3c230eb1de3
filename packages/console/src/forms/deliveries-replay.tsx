/** Sends again what fits a filter: counts first, then acts. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../api.ts'
import { type LogFilters, paramsOf } from '../pages/deliveries/queries.ts'
import { deliveryTexts } from '../texts/deliveries.ts'
import { useText } from '../texts/text.ts'
import { uiTexts } from '../texts/ui.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { SelectField } from '../ui/Field.tsx'
import { ErrorNotice } from '../ui/Panels.tsx'
import { tell } from '../ui/Toast.tsx'

interface Props {
  readonly isOpen: boolean
  readonly close: () => void
  readonly agentId: string
  readonly filters: LogFilters
}

type ReplayState = 'dead' | 'delivered'

export function DeliveriesReplay(props: Props) {
  const t = useText(deliveryTexts)
  return (
    <Dialog isOpen={props.isOpen} close={props.close} title={t('replayTitle')}>
      <ReplayForm {...props} />
    </Dialog>
  )
}

function ReplayForm({ close, agentId, filters }: Props) {
  const t = useText(deliveryTexts)
  const ui = useText(uiTexts)
  const [state, setState] = useState<ReplayState>(filters.state === 'delivered' ? 'delivered' : 'dead')
  // The moment it begins stays the same from the count to the act.
  const [params] = useState(() => paramsOf(agentId, filters))
  const request = {
    agent_id: agentId,
    state,
    since: params.from ?? 0,
    conversation_id: params.conversationId,
    kind: params.kind,
    endpoint: params.endpoint,
    http_status: params.httpStatus,
    q: params.q,
  }
  const count = useQuery({
    queryKey: ['replay-count', request],
    queryFn: ({ signal }) => admin.deliveries.replayMany({ ...request, dry_run: true }, { signal }),
    staleTime: 0,
  })
  const replay = useMutation({
    mutationFn: () => admin.deliveries.replayMany(request),
    onSuccess: ({ replayed }) => {
      tell(t('replayDone', { n: replayed }))
      close()
    },
  })
  const n = count.data?.replayed
  const error = replay.error ?? count.error
  return (
    <>
      <SelectField
        label={t('replayWhich')}
        value={state}
        onChange={(event) => setState(event.target.value as ReplayState)}
        choices={[
          { value: 'dead', label: t('replayDead') },
          { value: 'delivered', label: t('replayDelivered') },
        ]}
      />
      {error ? (
        <ErrorNotice error={error} />
      ) : (
        <p role="status" className="text-sm">
          {n === undefined ? t('replayCounting') : n === 0 ? t('replayNone') : t('replayWould', { n })}
        </p>
      )}
      <p className="text-xs text-ink-3">{t('replayLeftOut')}</p>
      <div className="flex justify-end gap-2">
        <Button onClick={close}>{ui('cancel')}</Button>
        <Button look="ink" disabled={!n} isBusy={replay.isPending} onClick={() => replay.mutate()}>
          {t('replayDo', { n: n ?? 0 })}
        </Button>
      </div>
    </>
  )
}
