/** Points the message webhook of an agent at the receiver inside Tandem: the step to a first delivery that needs no server. */
import { useMutation } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { admin, queryClient } from '../../api.ts'
import { overviewTexts } from '../../texts/overview.ts'
import { useText } from '../../texts/text.ts'
import { Button } from '../../ui/Button.tsx'
import { tell, tellError } from '../../ui/Toast.tsx'

export function SinkButton({ agentId, size }: { agentId: string; size?: 's' }) {
  const t = useText(overviewTexts)
  const connect = useMutation({
    mutationFn: () => admin.sink.connect({ agentId }),
    onSuccess: () => {
      tell(t('sinkSet'))
      void queryClient.invalidateQueries()
    },
    onError: tellError,
  })
  return (
    <Button icon={Inbox} size={size} isBusy={connect.isPending} onClick={() => connect.mutate()}>
      {t('useSink')}
    </Button>
  )
}
