/** One conversation: its score on top, the talk below, and beside it how an answer came about or what was the case at a moment. */
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useAgentId } from '../../agent.ts'
import { useFilters } from '../../filters.ts'
import { useKeys } from '../../keys.ts'
import { paths, withQuery } from '../../paths.ts'
import { conversationTexts } from '../../texts/conversations.ts'
import { shellTexts } from '../../texts/shell.ts'
import { useText } from '../../texts/text.ts'
import { uiTexts } from '../../texts/ui.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { shortId } from '../../ui/Id.tsx'
import { Page } from '../../ui/Page.tsx'
import { ErrorState, SkeletonRows } from '../../ui/Panels.tsx'
import { ConversationActions } from './ConversationActions.tsx'
import { ConversationFacts } from './ConversationFacts.tsx'
import { MessageDetail } from './MessageDetail.tsx'
import { filterNames, nameOf, scoreQuery, talkQuery } from './queries.ts'
import { layoutScore } from './score/layout.ts'
import { MomentView } from './score/MomentView.tsx'
import { ScorePanel } from './score/ScorePanel.tsx'
import { TalkLines } from './TalkLines.tsx'

const SHOWN = 200

export function OneConversation({ conversationId }: { conversationId: string }) {
  const t = useText(conversationTexts)
  const shell = useText(shellTexts)
  const ui = useText(uiTexts)
  const agentId = useAgentId()
  const [, navigate] = useLocation()
  const listPath = useListPath(agentId)
  const [{ message: openId }, setPlace] = useFilters(['message'])
  const [at, setAt] = useState<number | undefined>()
  const [most, setMost] = useState(SHOWN)
  const talk = useQuery(talkQuery(conversationId, most))
  const score = useQuery(scoreQuery(conversationId))
  const layout = useMemo(() => score.data && layoutScore(score.data), [score.data])
  /** A message or a moment is looked at, not both. */
  const openMessage = useCallback(
    (id: string | undefined) => {
      setAt(undefined)
      setPlace({ message: id })
    },
    [setPlace],
  )
  const openMoment = (next: number) => {
    setAt(next)
    if (openId !== undefined) setPlace({ message: undefined })
  }
  const closeSide = () => (openId || at !== undefined ? openMessage(undefined) : navigate(listPath))
  useKeys({ Escape: closeSide })

  const parent = { label: shell('conversations'), href: listPath }
  if (!talk.data)
    return (
      <Page parent={parent} title={shortId(conversationId)}>
        {talk.error ? <ErrorState error={talk.error} retry={() => void talk.refetch()} /> : <SkeletonRows />}
      </Page>
    )
  const { conversation, messages } = talk.data
  const opened = messages.find(({ id }) => id === openId)
  const hidden = conversation.message_count - messages.length
  const side = opened ? (
    <MessageDetail agentId={agentId} message={opened} />
  ) : at !== undefined && score.data && layout ? (
    <MomentView agentId={agentId} score={score.data} layout={layout} at={at} openMessage={openMessage} />
  ) : (
    <ConversationFacts agentId={agentId} conversation={conversation} />
  )
  const isAside = opened !== undefined || at !== undefined
  return (
    <Page
      parent={parent}
      title={nameOf(conversation) ?? t('anonymous', { id: conversation.anonymous_id.slice(-6) })}
      isFlush
      actions={
        <>
          <Badge tone={conversation.owner === 'human' ? 'person' : 'ai'}>
            {t(conversation.owner === 'human' ? 'personHas' : 'aiHas')}
          </Badge>
          <ConversationActions conversation={conversation} leave={() => navigate(listPath)} />
        </>
      }
      above={
        <ScorePanel query={score} layout={layout} at={at} setAt={openMoment} openMessage={openMessage} />
      }
      isSideSpare={!isAside}
      side={
        <>
          {isAside && (
            <div className="-mb-6 flex justify-end">
              <IconButton icon={X} label={ui('close')} onClick={closeSide} />
            </div>
          )}
          {side}
        </>
      }
    >
      <div className="min-h-0 grow overflow-y-auto">
        {hidden > 0 && (
          <p className="pt-3 text-center">
            <Button size="s" isBusy={talk.isFetching} onClick={() => setMost(most + SHOWN)}>
              {t('earlier', { n: Math.min(hidden, SHOWN) })}
            </Button>
          </p>
        )}
        <TalkLines messages={messages} openId={openId} open={openMessage} />
      </div>
    </Page>
  )
}

/** The list as it was left: with its filters. */
function useListPath(agentId: string): string {
  const given = new URLSearchParams(useSearch())
  const kept = filterNames.map((name) => [name, given.get(name) ?? undefined] as const)
  return withQuery(paths.conversations(agentId), Object.fromEntries(kept))
}
