/** The human services: who answers when the AI cannot, when they are there, and which users they are for. */
import type { HumanService } from '@tandem/sdk/source'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Headset, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { admin, queryClient } from '../../api.ts'
import { useFilters } from '../../filters.ts'
import { HumanServiceEdit } from '../../forms/human-service-edit.tsx'
import { DESK } from '../../paths.ts'
import { integrationTexts } from '../../texts/integration.ts'
import { useText } from '../../texts/text.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Dialog.tsx'
import { Id } from '../../ui/Id.tsx'
import { Section } from '../../ui/Page.tsx'
import { Empty, ErrorState, SkeletonRows } from '../../ui/Panels.tsx'
import { Duration } from '../../ui/Time.tsx'
import { tell, tellError } from '../../ui/Toast.tsx'
import { DeskConnect } from './DeskConnect.tsx'
import { integrationQueries } from './queries.ts'
import { SigningSecrets } from './SigningSecrets.tsx'
import { TestNow } from './TestNow.tsx'

export function ServicesPart({ agentId }: { agentId: string }) {
  const t = useText(integrationTexts)
  const [{ service }, change] = useFilters(['service'])
  const { data, error, isPending, refetch } = useQuery(integrationQueries.services(agentId))
  const make = (
    <Button look="ink" icon={Plus} onClick={() => change({ service: 'new' })}>
      {t('serviceNew')}
    </Button>
  )
  if (isPending) return <SkeletonRows />
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  const hasDesk = data?.some(({ kind }) => kind === 'desk') ?? false
  const edited = data?.find(({ id }) => id === service)
  return (
    <div className="flex max-w-4xl flex-col gap-4 pt-2">
      <div className="flex items-center gap-3 max-md:flex-wrap">
        <p className="grow text-sm text-ink-2">{t('servicesAbout')}</p>
        {data && data.length > 0 && (
          <span className="flex flex-wrap gap-2 md:shrink-0">
            {!hasDesk && <DeskConnect agentId={agentId} />}
            {make}
          </span>
        )}
      </div>
      {data?.length === 0 && (
        <div className="card">
          <Empty
            icon={Headset}
            title={t('servicesNone')}
            action={
              <>
                <DeskConnect agentId={agentId} />
                {make}
              </>
            }
          >
            {t('servicesNoneWhy')}
          </Empty>
        </div>
      )}
      {data?.map((each) => (
        <Service key={each.id} agentId={agentId} service={each} edit={() => change({ service: each.id })} />
      ))}
      <HumanServiceEdit
        key={service ?? ''}
        agentId={agentId}
        service={edited}
        isOpen={service === 'new' || edited !== undefined}
        close={() => change({ service: undefined })}
      />
    </div>
  )
}

function Service({ agentId, service, edit }: { agentId: string; service: HumanService; edit: () => void }) {
  const t = useText(integrationTexts)
  const { id, name, kind, webhook_url, waiting_timeout_s, idle_timeout_s, options } = service
  const { hours, languages = [], phrases = [] } = options
  return (
    <Section
      title={name}
      about={<Id id={id} />}
      actions={
        <>
          <Button size="s" icon={Pencil} onClick={edit}>
            {t('edit')}
          </Button>
          <Remove agentId={agentId} service={service} />
        </>
      }
    >
      {kind === 'desk' ? (
        <p className="text-sm text-ink-2">
          {t('deskIs')}{' '}
          <a href={DESK} className="underline underline-offset-2">
            {t('deskOpen')}
          </a>
        </p>
      ) : (
        <p className="font-mono text-sm break-all text-endpoint">{webhook_url}</p>
      )}
      <div className="flex flex-wrap gap-2 text-sm">
        <Badge>{hours ? t('hoursIn', { zone: hours.time_zone }) : t('always')}</Badge>
        <Badge>
          {t('waits')} <Duration ms={waiting_timeout_s * 1000} />
        </Badge>
        <Badge>
          {t('idle')} <Duration ms={idle_timeout_s * 1000} />
        </Badge>
        {languages.length > 0 && <Badge>{languages.join(', ')}</Badge>}
        {phrases.length > 0 && <Badge>{t('phrasesN', { n: phrases.length })}</Badge>}
      </div>
      <TestNow agentId={agentId} endpointId={`human:${id}`} />
      {kind !== 'desk' && <SigningSecrets agentId={agentId} serviceId={id} />}
    </Section>
  )
}

function Remove({ agentId, service }: { agentId: string; service: HumanService }) {
  const t = useText(integrationTexts)
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => admin.humanServices.delete({ agentId, serviceId: service.id }),
    onError: tellError,
    onSuccess: () => {
      setAsking(false)
      tell(t('serviceRemoved', { name: service.name }))
      return queryClient.invalidateQueries({ queryKey: integrationQueries.services(agentId).queryKey })
    },
  })
  return (
    <>
      <Button size="s" icon={Trash2} onClick={() => setAsking(true)}>
        {t('remove')}
      </Button>
      <Confirm
        isOpen={isAsking}
        close={() => setAsking(false)}
        title={t('serviceRemove', { name: service.name })}
        action={t('remove')}
        isBusy={remove.isPending}
        act={() => remove.mutate()}
      >
        {t('serviceRemoveWhy')}
      </Confirm>
    </>
  )
}
