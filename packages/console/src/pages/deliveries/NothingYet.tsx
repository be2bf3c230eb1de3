/** In place of an empty log: what has to be set up, and the step that needs no server. */
import { useMutation } from '@tanstack/react-query'
import { Inbox, Send } from 'lucide-react'
import { admin, queryClient } from '../../api.ts'
import { paths } from '../../paths.ts'
import { deliveryTexts } from '../../texts/deliveries.ts'
import { useText } from '../../texts/text.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Panels.tsx'
import { tell, tellError } from '../../ui/Toast.tsx'

/** Points the message webhook of an agent at the receiver inside Tandem. */
export function useSinkAsWebhook(agentId: string) {
  const t = useText(deliveryTexts)
  return useMutation({
    mutationFn: () => admin.sink.connect({ agentId }),
    onSuccess: () => {
      tell(t('sinkSet'))
      void queryClient.invalidateQueries()
    },
    onError: tellError,
  })
}

export function NothingYet({ agentId }: { agentId: string }) {
  const t = useText(deliveryTexts)
  const sink = useSinkAsWebhook(agentId)
  return (
    <Empty
      icon={Send}
      title={t('none')}
      action={
        <>
          <ButtonLink href={paths.integration(agentId)}>{t('toIntegration')}</ButtonLink>
          <Button icon={Inbox} isBusy={sink.isPending} onClick={() => sink.mutate()}>
            {t('useSink')}
          </Button>
        </>
      }
    >
      {t('noneWhy')}
    </Empty>
  )
}
