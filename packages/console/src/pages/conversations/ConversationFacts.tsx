/** What there is to know of a conversation besides the talk, and the way to others of the same user. */
import type { AdminConversation } from '@tandem/sdk/source'
import { Link } from 'wouter'
import { paths, withQuery } from '../../paths.ts'
import { conversationTexts } from '../../texts/conversations.ts'
import { languageName, useLocale } from '../../texts/language.ts'
import { useText } from '../../texts/text.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Id } from '../../ui/Id.tsx'
import { Time } from '../../ui/Time.tsx'
import { OutcomeBadge } from './OutcomeBadge.tsx'

export function ConversationFacts({
  agentId,
  conversation,
}: {
  agentId: string
  conversation: AdminConversation
}) {
  const t = useText(conversationTexts)
  const locale = useLocale()
  const { user_id, email, language } = conversation
  return (
    <div className="flex flex-col gap-3 text-sm">
      <h2 className="font-semibold">{t('side')}</h2>
      <Facts
        facts={[
          [t('id'), <Id key="id" id={conversation.conversation_id} />],
          [t('user'), user_id && <bdi className="break-all">{user_id}</bdi>],
          [t('email'), email && <bdi className="break-all">{email}</bdi>],
          [t('language'), languageName(language, locale)],
          [t('type'), t(conversation.conversation_type as 'API' | 'WEB' | 'PLAYGROUND')],
          [t('outcome'), <OutcomeBadge key="outcome" outcome={conversation.outcome} />],
          [t('messages'), conversation.message_count],
          [t('credits'), conversation.cost_credit],
          [t('began'), <Time key="began" at={conversation.created_at} />],
          [t('active'), <Time key="active" at={conversation.recent_chat_time} />],
        ]}
      />
      {user_id && (
        <Link href={withQuery(paths.conversations(agentId), { user: user_id })} className="linked">
          {t('othersOfUser')}
        </Link>
      )}
    </div>
  )
}
