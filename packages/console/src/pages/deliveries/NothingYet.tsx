/** In place of an empty log: what has to be set up, and the step that needs no server. */
import { Send } from 'lucide-react'
import { paths } from '../../paths.ts'
import { deliveryTexts } from '../../texts/deliveries.ts'
import { useText } from '../../texts/text.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Panels.tsx'
import { SinkButton } from './SinkButton.tsx'

export function NothingYet({ agentId }: { agentId: string }) {
  const t = useText(deliveryTexts)
  return (
    <Empty
      icon={Send}
      title={t('none')}
      action={
        <>
          <ButtonLink href={paths.integration(agentId)}>{t('toIntegration')}</ButtonLink>
          <SinkButton agentId={agentId} />
        </>
      }
    >
      {t('noneWhy')}
    </Empty>
  )
}
