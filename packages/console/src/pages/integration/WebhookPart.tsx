/** Where messages of the agent go, how they prove where they come from, and a test of it. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { FlaskConical, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { admin, queryClient } from '../../api.ts'
import { MessageWebhookSet } from '../../forms/message-webhook-set.tsx'
import { paths } from '../../paths.ts'
import { integrationTexts } from '../../texts/integration.ts'
import { useText } from '../../texts/text.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Dialog.tsx'
import { Section } from '../../ui/Page.tsx'
import { ErrorState, SkeletonRows } from '../../ui/Panels.tsx'
import { tell, tellError } from '../../ui/Toast.tsx'
import { integrationQueries } from './queries.ts'
import { SigningSecrets } from './SigningSecrets.tsx'
import { TestNow } from './TestNow.tsx'

export function WebhookPart({ agentId }: { agentId: string }) {
  const t = useText(integrationTexts)
  const { data, error, isPending, refetch } = useQuery(integrationQueries.webhook(agentId))
  if (isPending) return <SkeletonRows />
  if (error && data === undefined) return <ErrorState error={error} retry={() => void refetch()} />
  return (
    <div className="flex max-w-4xl flex-col gap-4 pt-2">
      <Section
        title={t('webhook')}
        about={data ? undefined : t('webhookNone')}
        actions={
          <>
            <ButtonLink size="s" icon={FlaskConical} href={paths.playground(agentId)}>
              {t('toPlayground')}
            </ButtonLink>
            {data && <Remove agentId={agentId} url={data.url} />}
          </>
        }
      >
        <p className="text-sm text-ink-2">{t('webhookAbout')}</p>
        <MessageWebhookSet key={data?.url ?? ''} agentId={agentId} webhook={data ?? null} />
        {data && <TestNow agentId={agentId} endpointId={`message:${agentId}`} />}
      </Section>
      {data && <SigningSecrets agentId={agentId} />}
    </div>
  )
}

function Remove({ agentId, url }: { agentId: string; url: string }) {
  const t = useText(integrationTexts)
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => admin.messageWebhook.delete({ agentId }),
    onError: tellError,
    onSuccess: () => {
      setAsking(false)
      tell(t('webhookRemoved'))
      return queryClient.invalidateQueries({ queryKey: integrationQueries.webhook(agentId).queryKey })
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
        title={t('webhookRemove')}
        action={t('remove')}
        isBusy={remove.isPending}
        act={() => remove.mutate()}
      >
        <p className="font-mono break-all text-ink">{url}</p>
        <p className="pt-2">{t('webhookRemoveWhy')}</p>
      </Confirm>
    </>
  )
}
