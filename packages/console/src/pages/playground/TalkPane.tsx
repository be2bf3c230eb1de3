/** The left half: how it is said, the talk, and the place to say something. */

import { useQuery } from '@tanstack/react-query'
import { Eraser, MessagesSquare } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { paths } from '../../paths.ts'
import { playgroundTexts } from '../../texts/playground.ts'
import { useText } from '../../texts/text.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Id } from '../../ui/Id.tsx'
import { Empty, ErrorState, SkeletonRows } from '../../ui/Panels.tsx'
import { Happening, Line, Talk } from '../../ui/Talk.tsx'
import { Composer } from './Composer.tsx'
import { detailOf } from './detail.ts'
import { playgroundQueries } from './queries.ts'
import { modes, type PlaygroundTalk } from './use-talk.ts'

export function TalkPane({ talk }: { talk: PlaygroundTalk }) {
  const t = useText(playgroundTexts)
  const { conversationId, mode, setMode, messages, saying, query } = talk
  const end = useRef<HTMLDivElement>(null)
  const spoken = messages.length + (saying ? 1 : 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest is shown whenever there is more
  useEffect(() => void end.current?.scrollIntoView({ block: 'nearest' }), [spoken, saying?.written])
  const isLoading = conversationId !== undefined && query.isPending
  return (
    <section aria-label={t('talk')} className="flex min-h-0 min-w-0 flex-col bg-surface">
      <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2 text-sm">
        <select
          aria-label={t('mode')}
          value={mode}
          onChange={(event) => setMode(event.target.value)}
          className="min-h-7 rounded-full border border-edge bg-surface px-2 text-sm"
        >
          {modes.map((each) => (
            <option key={each} value={each}>
              {t(each)}
            </option>
          ))}
        </select>
        <span className="grow" />
        {conversationId && (
          <>
            <Id id={conversationId} />
            <Button size="s" look="quiet" icon={Eraser} onClick={talk.anew}>
              {t('anew')}
            </Button>
          </>
        )}
      </div>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="min-h-0 grow overflow-y-auto"
      >
        {isLoading && <SkeletonRows rows={5} />}
        {query.error && conversationId && !query.data && (
          <ErrorState error={query.error} retry={() => void query.refetch()} />
        )}
        {!isLoading && !query.error && spoken === 0 && <Starters talk={talk} />}
        {spoken > 0 && <Lines talk={talk} />}
        <div ref={end} />
      </div>
      <Composer talk={talk} />
    </section>
  )
}

function Lines({ talk }: { talk: PlaygroundTalk }) {
  const t = useText(playgroundTexts)
  const { messages, saying } = talk
  return (
    <Talk label={t('talk')}>
      {messages.map((message) => {
        const { id, role, text } = message
        if (role === 'notice') return <Happening key={id}>{text}</Happening>
        if (role === 'user') return <Line key={id} party="user" who={t('you')} text={text} />
        if (role === 'human') return <Line key={id} party="person" who={t('person')} text={text} />
        const { outcome, hits } = detailOf(message)
        const sure = hits?.[0]?.confidence
        const how = outcome ? t(outcomeKeys[outcome] ?? 'answered') : ''
        const who = [t('ai'), how, sure === undefined ? '' : sure.toFixed(2)].filter(Boolean).join(' · ')
        return <Line key={id} party="ai" who={who} text={text} />
      })}
      {saying &&
        !messages.some(
          ({ role, text }, n) => n >= messages.length - 2 && role === 'user' && text === saying.text,
        ) && <Line party="user" who={t('you')} text={saying.text} />}
      {saying && (
        <div aria-busy="true">
          <Line party="ai" who={t('ai')} text={saying.written || '…'} />
        </div>
      )}
      <Offers talk={talk} />
    </Talk>
  )
}

const outcomeKeys: Readonly<Record<string, 'answered' | 'offered' | 'unanswered' | 'smallTalk'>> = {
  answered: 'answered',
  offered: 'offered',
  unanswered: 'unanswered',
  small_talk: 'smallTalk',
}

/** The questions that the last answer offers, to be asked by a click. */
function Offers({ talk }: { talk: PlaygroundTalk }) {
  const t = useText(playgroundTexts)
  const last = talk.messages.at(-1)
  const offered = last && !talk.saying ? (detailOf(last).offered ?? []) : []
  if (offered.length === 0) return null
  return (
    <ul aria-label={t('offers')} className="flex flex-wrap gap-1.5 pt-1">
      {offered.map(({ question }) => (
        <li key={question} className="max-w-full">
          <Choice text={question} choose={talk.say} />
        </li>
      ))}
    </ul>
  )
}

function Choice({ text, choose }: { text: string; choose: (text: string) => unknown }) {
  return (
    <button
      type="button"
      dir="auto"
      onClick={() => void choose(text)}
      className="max-w-full truncate rounded-full border border-ai bg-surface px-3 py-1 text-sm text-ai hover:bg-ai-bg"
    >
      {text}
    </button>
  )
}

function Starters({ talk }: { talk: PlaygroundTalk }) {
  const t = useText(playgroundTexts)
  const { data } = useQuery(playgroundQueries.starters(talk.agentId))
  const hasNone = data?.length === 0
  return (
    <Empty
      icon={MessagesSquare}
      title={hasNone ? t('knowsNothing') : t('begin')}
      action={
        hasNone ? (
          <ButtonLink href={paths.knowledge(talk.agentId)}>{t('addKnowledge')}</ButtonLink>
        ) : (
          data?.map((question) => <Choice key={question} text={question} choose={talk.say} />)
        )
      }
    >
      {hasNone ? t('knowsNothingWhy') : t('beginWhy')}
    </Empty>
  )
}
