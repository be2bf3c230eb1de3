/** Taking a conversation out as a file, and removing it for good. */
import type { AdminConversation } from '@tandem/sdk/source'
import { useMutation } from '@tanstack/react-query'
import { Download, Headset, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAccount } from '../../agent.ts'
import { admin, queryClient } from '../../api.ts'
import { deskConversation } from '../../paths.ts'
import { saveFile } from '../../save.ts'
import { conversationTexts } from '../../texts/conversations.ts'
import { useText } from '../../texts/text.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Dialog.tsx'
import { tell, tellError } from '../../ui/Toast.tsx'
import { nameOf, talkQuery } from './queries.ts'

export function ConversationActions({
  conversation,
  leave,
}: {
  conversation: AdminConversation
  leave: () => void
}) {
  const t = useText(conversationTexts)
  const { role, desk } = useAccount()
  const [isAsking, setAsking] = useState(false)
  const { conversation_id: conversationId, message_count: n } = conversation
  const exporting = useMutation({
    mutationFn: () => queryClient.fetchQuery(talkQuery(conversationId, Number.MAX_SAFE_INTEGER)),
    onSuccess: (talk) =>
      saveFile(
        `conversation-${conversationId}.json`,
        new Blob([JSON.stringify(talk, null, 2)], { type: 'application/json' }),
      ),
    onError: tellError,
  })
  const removing = useMutation({
    mutationFn: () => admin.conversations.remove({ conversationId }),
    onSuccess: () => {
      tell(t('removed'))
      leave()
      void queryClient.invalidateQueries({ queryKey: ['conversations'] })
    },
    onError: tellError,
    onSettled: () => setAsking(false),
  })
  const user = nameOf(conversation) ?? t('anonymous', { id: conversation.anonymous_id.slice(-6) })
  return (
    <>
      {(role === 'admin' || desk) && conversation.owner !== 'human' && (
        <Button
          size="s"
          icon={Headset}
          isShort
          title={t('takeOverHint')}
          onClick={() => window.location.assign(deskConversation(conversationId))}
        >
          {t('takeOver')}
        </Button>
      )}
      <Button
        size="s"
        icon={Download}
        isShort
        title={t('exportHint')}
        isBusy={exporting.isPending}
        onClick={() => exporting.mutate()}
      >
        {t('export')}
      </Button>
      {role === 'admin' && (
        <Button size="s" look="quiet" icon={Trash2} isShort onClick={() => setAsking(true)}>
          {t('remove')}
        </Button>
      )}
      <Confirm
        isOpen={isAsking}
        close={() => setAsking(false)}
        title={t('removeTitle')}
        action={t('remove')}
        isBusy={removing.isPending}
        act={() => removing.mutate()}
      >
        {t('removeWhy', { user, n })}
      </Confirm>
    </>
  )
}
