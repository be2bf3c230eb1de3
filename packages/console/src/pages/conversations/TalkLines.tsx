/** The talk: every message in the colour of its party. A click shows how it came about. */
import type { AdminMessage } from '@tandem/sdk/source'
import { Paperclip, ThumbsDown, ThumbsUp } from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import { conversationTexts } from '../../texts/conversations.ts'
import { useText } from '../../texts/text.ts'
import { Happening, Line, type Party, Talk } from '../../ui/Talk.tsx'
import { Clock } from '../../ui/Time.tsx'
import { readDetail, shownText } from './answer-detail.ts'

const parties: Record<string, Party> = { user: 'user', assistant: 'ai', human: 'person' }

interface Props {
  readonly messages: readonly AdminMessage[]
  readonly openId: string | undefined
  readonly open: (id: string | undefined) => void
}

/** Does not change while somebody drags through the score. */
export const TalkLines = memo(function TalkLines({ messages, openId, open }: Props) {
  const t = useText(conversationTexts)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (openId)
      box.current
        ?.querySelector(`[data-message="${CSS.escape(openId)}"]`)
        ?.scrollIntoView({ block: 'nearest' })
  }, [openId])
  return (
    <div ref={box}>
      <Talk label={t('talk')}>
        {messages.map((message) => (
          <Said key={message.id} message={message} isOpen={message.id === openId} open={open} />
        ))}
      </Talk>
    </div>
  )
})

const Said = memo(function Said({
  message,
  isOpen,
  open,
}: {
  message: AdminMessage
  isOpen: boolean
  open: Props['open']
}) {
  const t = useText(conversationTexts)
  const party = parties[message.role]
  if (!party)
    return (
      <Happening>
        <bdi className="whitespace-pre-wrap">{message.text}</bdi> · <Clock at={message.created_at} />
      </Happening>
    )
  const detail = readDetail(message)
  return (
    <div data-message={message.id} className="flex flex-col gap-1">
      <Line
        party={party}
        who={<Who message={message} outcome={detail.outcome} />}
        text={shownText(message)}
        isOpen={isOpen}
        onClick={() => open(isOpen ? undefined : message.id)}
      >
        {message.files.length > 0 && (
          <span className="mt-1 flex flex-col gap-0.5 text-sm text-ink-2">
            {message.files.map((file, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: files of a message that does not change
              <span key={n} className="inline-flex max-w-full items-center gap-1.5">
                <Paperclip size={13} aria-hidden className="shrink-0" />
                <bdi className="min-w-0 break-all">{file.name ?? t('noName', { kind: file.kind })}</bdi>
              </span>
            ))}
          </span>
        )}
      </Line>
      {detail.dropped && <Happening>{t('dropped')}</Happening>}
    </div>
  )
})

function Who({ message, outcome }: { message: AdminMessage; outcome: string | undefined }) {
  const t = useText(conversationTexts)
  const { role, feedback } = message
  const isKnown = outcome === 'offered' || outcome === 'unanswered' || outcome === 'small_talk'
  return (
    <span className="inline-flex items-center gap-1.5">
      {role === 'assistant' && 'AI'}
      {role === 'human' && t('person')}
      {role !== 'user' && <span aria-hidden>·</span>}
      {isKnown && (
        <>
          {t(outcome)}
          <span aria-hidden>·</span>
        </>
      )}
      <span className="font-normal text-ink-3">
        <Clock at={message.created_at} />
      </span>
      {feedback === 'POSITIVE' && (
        <ThumbsUp size={12} role="img" aria-label={t('ratedGood')} className="text-good" />
      )}
      {feedback === 'NEGATIVE' && (
        <ThumbsDown size={12} role="img" aria-label={t('ratedBad')} className="text-bad" />
      )}
    </span>
  )
}
