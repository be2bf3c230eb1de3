/** Talk to the agent as a user would, and see everything that goes over the wire, to the server of the developer and back. */
import { useQuery } from '@tanstack/react-query'
import { Columns2, ListChecks } from 'lucide-react'
import { useState } from 'react'
import { useAccount, useAgentId } from '../../agent.ts'
import { useFilters } from '../../filters.ts'
import { QuestionSetSave } from '../../forms/question-set-save.tsx'
import { useIsNarrow } from '../../narrow.ts'
import { playgroundTexts } from '../../texts/playground.ts'
import { shellTexts } from '../../texts/shell.ts'
import { useText } from '../../texts/text.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { Compare } from './Compare.tsx'
import { detailOf } from './detail.ts'
import { playgroundQueries } from './queries.ts'
import { ServerBar } from './ServerBar.tsx'
import { TalkPane } from './TalkPane.tsx'
import { type PlaygroundTalk, useTalk } from './use-talk.ts'
import { WirePane } from './WirePane.tsx'

export function PlaygroundPage() {
  const t = useText(playgroundTexts)
  const shell = useText(shellTexts)
  const agentId = useAgentId()
  const talk = useTalk(agentId)
  // Question sets are the work of editors.
  const maySave = useAccount().role === 'admin'
  const [{ view }, change] = useFilters(['view'])
  const [isSaving, setSaving] = useState(false)
  const isComparing = view === 'compare'
  const questions = questionsOf(talk)
  return (
    <Page
      title={shell('playground')}
      isFlush
      actions={
        <>
          <span className="max-md:hidden">
            <Badge>{t('countsNowhere')}</Badge>
          </span>
          <Button
            size="s"
            icon={Columns2}
            isShort
            aria-pressed={isComparing}
            onClick={() => change({ view: isComparing ? undefined : 'compare' })}
          >
            {t('compare')}
          </Button>
          {maySave && (
            <Button
              size="s"
              icon={ListChecks}
              isShort
              disabled={questions.length === 0}
              onClick={() => setSaving(true)}
            >
              {t('save')}
            </Button>
          )}
        </>
      }
    >
      {isComparing ? <Compare agentId={agentId} /> : <Panes talk={talk} />}
      <QuestionSetSave
        agentId={agentId}
        questions={questions}
        isOpen={isSaving}
        close={() => setSaving(false)}
      />
    </Page>
  )
}

function Panes({ talk }: { talk: PlaygroundTalk }) {
  const t = useText(playgroundTexts)
  const { agentId, conversationId } = talk
  const isNarrow = useIsNarrow()
  const [{ view }, change] = useFilters(['view'])
  const query = useQuery({
    ...playgroundQueries.deliveries(agentId, conversationId ?? ''),
    enabled: conversationId !== undefined,
  })
  const deliveries = conversationId === undefined ? [] : (query.data ?? [])
  const isWire = view === 'wire'
  return (
    <>
      {isNarrow && (
        <fieldset className="flex gap-2 border-b bg-surface px-3 py-1.5">
          <legend className="unseen">{t('view')}</legend>
          <Button
            size="s"
            aria-pressed={!isWire}
            look={isWire ? 'quiet' : 'plain'}
            onClick={() => change({ view: undefined })}
          >
            {t('talk')}
          </Button>
          <Button
            size="s"
            aria-pressed={isWire}
            look={isWire ? 'plain' : 'quiet'}
            onClick={() => change({ view: 'wire' })}
          >
            {t('wire')}
          </Button>
        </fieldset>
      )}
      <div className="grid min-h-0 grow grid-cols-[minmax(320px,5fr)_7fr] grid-rows-[minmax(0,1fr)] max-md:grid-cols-1 md:[&>:first-child]:border-r">
        {!(isNarrow && isWire) && <TalkPane talk={talk} />}
        {!(isNarrow && !isWire) && <WirePane talk={talk} deliveries={deliveries} />}
      </div>
      <ServerBar agentId={agentId} deliveries={deliveries} />
    </>
  )
}

/** What the user asked, each with the pair that answered it. */
function questionsOf({ messages }: PlaygroundTalk) {
  return messages.flatMap((message) => {
    if (message.role !== 'user' || message.text.trim() === '') return []
    const answer = messages.find(({ role, parent_id }) => role === 'assistant' && parent_id === message.id)
    const { band, hits = [] } = answer ? detailOf(answer) : {}
    return [{ question: message.text, expected: band === 'answer' ? hits[0]?.question : undefined }]
  })
}
