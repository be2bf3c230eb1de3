/** The secrets that sign requests to an endpoint: made, shown once, rotated by giving the others an end. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { KeyRound, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { admin, queryClient } from '../../api.ts'
import { integrationTexts } from '../../texts/integration.ts'
import { useText } from '../../texts/text.ts'
import { uiTexts } from '../../texts/ui.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Code } from '../../ui/Code.tsx'
import { Confirm, Dialog } from '../../ui/Dialog.tsx'
import { SelectField } from '../../ui/Field.tsx'
import { shortId } from '../../ui/Id.tsx'
import { Section } from '../../ui/Page.tsx'
import { ErrorNotice, ErrorState, SkeletonRows } from '../../ui/Panels.tsx'
import { Time } from '../../ui/Time.tsx'
import { tellError } from '../../ui/Toast.tsx'
import { integrationQueries } from './queries.ts'

interface Props {
  readonly agentId: string
  /** The id of a human service; undefined for the message webhook. */
  readonly serviceId?: string | undefined
}

export function SigningSecrets({ agentId, serviceId }: Props) {
  const t = useText(integrationTexts)
  const { data, error, isPending, refetch } = useQuery(integrationQueries.secrets(agentId, serviceId))
  const [isMaking, setMaking] = useState(false)
  const make = (
    <Button size="s" icon={Plus} onClick={() => setMaking(true)}>
      {t('secretNew')}
    </Button>
  )
  return (
    <Section title={t('secrets')} about={t('secretsAbout')} actions={data && make}>
      {isPending && <SkeletonRows rows={2} />}
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {data?.length === 0 && (
        <p className="text-sm text-ink-2">
          <KeyRound size={14} aria-hidden className="mr-1.5 inline text-ink-3" />
          <b className="font-semibold text-ink">{t('secretsNone')}.</b> {t('secretsNoneWhy')}
        </p>
      )}
      {data && data.length > 0 && (
        <ul className="flex flex-col divide-y">
          {data.map((secret) => (
            <li key={secret.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-sm">
              <code>…{shortId(secret.id)}</code>
              <span className="text-ink-3">
                {t('made')} <Time at={secret.created_at} />
              </span>
              {secret.expires_at !== null && (
                <span className="text-warn">
                  {t('ends')} <Time at={secret.expires_at} isAhead />
                </span>
              )}
              <span className="ml-auto">
                <Remove
                  agentId={agentId}
                  serviceId={serviceId}
                  secretId={secret.id}
                  isLast={data.length === 1}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      <Make agentId={agentId} serviceId={serviceId} isOpen={isMaking} close={() => setMaking(false)} />
    </Section>
  )
}

const HOUR_S = 3_600
const ends = {
  stay: '',
  hour: String(HOUR_S),
  day: String(24 * HOUR_S),
  week: String(168 * HOUR_S),
  now: '0',
}

function Make({ agentId, serviceId, isOpen, close }: Props & { isOpen: boolean; close: () => void }) {
  const t = useText(integrationTexts)
  const ui = useText(uiTexts)
  const [end, setEnd] = useState(ends.day)
  const make = useMutation({
    mutationFn: () => {
      const body = end === '' ? {} : { expire_others_in_s: Number(end) }
      return serviceId === undefined
        ? admin.messageWebhook.createSigningSecret({ agentId }, body)
        : admin.humanServices.createSigningSecret({ agentId, serviceId }, body)
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['signing-secrets', agentId] }),
  })
  const leave = () => {
    close()
    make.reset()
  }
  return (
    <Dialog
      isOpen={isOpen}
      close={leave}
      title={t('secretNew')}
      foot={
        make.data ? (
          <Button look="ink" onClick={leave}>
            {ui('close')}
          </Button>
        ) : (
          <>
            <Button onClick={leave}>{ui('cancel')}</Button>
            <Button look="ink" isBusy={make.isPending} onClick={() => make.mutate()}>
              {t('secretMake')}
            </Button>
          </>
        )
      }
    >
      {make.data ? (
        <>
          <p className="text-sm">{t('secretOnce')}</p>
          <Code text={make.data.secret} label={t('secret')} isCopyShown />
        </>
      ) : (
        <SelectField
          label={t('othersEnd')}
          hint={t('othersEndHint')}
          value={end}
          onChange={(event) => setEnd(event.target.value)}
          choices={[
            { value: ends.day, label: t('inDay') },
            { value: ends.hour, label: t('inHour') },
            { value: ends.week, label: t('inWeek') },
            { value: ends.now, label: t('atOnce') },
            { value: ends.stay, label: t('never') },
          ]}
        />
      )}
      {make.error && <ErrorNotice error={make.error} />}
    </Dialog>
  )
}

function Remove({ agentId, serviceId, secretId, isLast }: Props & { secretId: string; isLast: boolean }) {
  const t = useText(integrationTexts)
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () =>
      serviceId === undefined
        ? admin.messageWebhook.deleteSigningSecret({ agentId, secretId })
        : admin.humanServices.deleteSigningSecret({ agentId, serviceId, secretId }),
    onError: tellError,
    onSuccess: () => {
      setAsking(false)
      return queryClient.invalidateQueries({ queryKey: ['signing-secrets', agentId] })
    },
  })
  return (
    <>
      <IconButton icon={Trash2} label={t('secretRemove')} onClick={() => setAsking(true)} />
      <Confirm
        isOpen={isAsking}
        close={() => setAsking(false)}
        title={t('secretRemove')}
        action={t('remove')}
        isBusy={remove.isPending}
        act={() => remove.mutate()}
      >
        {isLast ? t('secretRemoveLast') : t('secretRemoveWhy')}
      </Confirm>
    </>
  )
}
