/** Connects the agent to the desk of Tandem with one click: users who ask for a person then ring there. */
import { useMutation } from '@tanstack/react-query'
import { Headset } from 'lucide-react'
import { admin, queryClient } from '../../api.ts'
import { integrationTexts } from '../../texts/integration.ts'
import { useText } from '../../texts/text.ts'
import { Button } from '../../ui/Button.tsx'
import { tell, tellError } from '../../ui/Toast.tsx'
import { integrationQueries } from './queries.ts'

export function DeskConnect({ agentId }: { agentId: string }) {
  const t = useText(integrationTexts)
  const connecting = useMutation({
    mutationFn: () => admin.humanServices.create({ agentId }, { name: t('deskName'), kind: 'desk' }),
    onError: tellError,
    onSuccess() {
      tell(t('deskConnected'))
      return queryClient.invalidateQueries({ queryKey: integrationQueries.services(agentId).queryKey })
    },
  })
  return (
    <Button icon={Headset} isBusy={connecting.isPending} onClick={() => connecting.mutate()}>
      {t('deskConnect')}
    </Button>
  )
}
