/** The chat on somebody's pages: the tag to paste, which sites may show it, its words and its look. */
import { useQuery } from '@tanstack/react-query'
import { useAccount, useAgentId } from '../../agent.ts'
import { queries } from '../../api.ts'
import { ChatAccess, ChatIdentity, ChatLook, ChatWords } from '../../forms/chat-settings.tsx'
import { chatTexts } from '../../texts/chat.ts'
import { shellTexts } from '../../texts/shell.ts'
import { useText } from '../../texts/text.ts'
import { Code } from '../../ui/Code.tsx'
import { Page, Section } from '../../ui/Page.tsx'
import { ErrorState, Notice, SkeletonRows } from '../../ui/Panels.tsx'

export function ChatPage() {
  const t = useText(chatTexts)
  const shell = useText(shellTexts)
  const agentId = useAgentId()
  const { role } = useAccount()
  const query = useQuery(queries.agentSettings(agentId))
  const web = query.data?.web
  const sections = {
    agentId,
    settings: query.data ?? {},
    canChange: role === 'admin' || role === 'developer',
  }
  const tag = `<script src="${location.origin}/widget.js" data-agent="${agentId}" async></script>`
  return (
    <Page
      title={shell('chat')}
      about={t('about')}
      actions={
        <a
          href={`/chat/${agentId}`}
          target="_blank"
          rel="noopener noreferrer"
          className="text-sm text-ink-2 underline hover:text-ink"
        >
          {t('openPage')}
        </a>
      }
    >
      <div className="flex max-w-3xl flex-col gap-4">
        {query.isPending && <SkeletonRows />}
        {!query.data && query.error && <ErrorState error={query.error} retry={() => query.refetch()} />}
        {web && (
          <>
            {!web.enabled && <Notice tone="plain">{t('isOff')}</Notice>}
            <Section title={t('tag')} about={t('tagAbout')}>
              <Code text={tag} label={t('tag')} isCopyShown />
            </Section>
            <ChatAccess {...sections} />
            <ChatLook {...sections} />
            <ChatWords {...sections} />
            <ChatIdentity {...sections} />
          </>
        )}
      </div>
    </Page>
  )
}
