/** What was said, as everywhere in Tandem, with how the AI came to it and the way of each reply. */
import type { AdminMessage, DeskWay } from '@tandem/sdk/source'
import { Check, Clock3, Paperclip } from 'lucide-react'
import { memo, useState } from 'react'
import { isSafeLink, readDetail, shownText } from '../../pages/conversations/answer-detail.ts'
import { deskTexts } from '../../texts/desk.ts'
import { useText } from '../../texts/text.ts'
import { Happening, Line, Talk } from '../../ui/Talk.tsx'
import { Clock } from '../../ui/Time.tsx'
import type { Outgoing } from './outbox.ts'
import { Way } from './Way.tsx'
import { Why } from './Why.tsx'

export const DeskLines = memo(function DeskLines({
  talk,
  outgoing = [],
  name,
  me,
}: {
  talk: readonly Shown[]
  outgoing?: readonly Outgoing[]
  /** The name of the user. */
  name: string
  /** The account of whoever reads it. */
  me: string
}) {
  const t = useText(deskTexts)
  return (
    <Talk label={t('talk')}>
      {talk.map((message) => (
        <Said key={message.id} message={message} name={name} me={me} />
      ))}
      {outgoing.map(({ key, text, files = [], isLate, messageId }) => (
        <div key={key} className="flex flex-col gap-1">
          <Line
            party="person"
            who={t('you')}
            text={[text, ...files.map(({ name: each }) => each)].filter(Boolean).join('\n')}
          />
          <p className="mx-1 flex items-center gap-1 text-xs text-ink-3">
            {messageId ? <Check size={12} aria-hidden /> : <Clock3 size={12} aria-hidden />}
            {t(messageId ? 'way_stored' : isLate ? 'sendingLate' : 'sending')}
          </p>
        </div>
      ))}
    </Talk>
  )
})

/** Where it was said to be shown at the desk, words of people have a way. */
type Shown = AdminMessage & { readonly way?: DeskWay | null }

const Said = memo(function Said({ message, name, me }: { message: Shown; name: string; me: string }) {
  const t = useText(deskTexts)
  const { role, files, created_at } = message
  if (role === 'notice')
    return (
      <Happening>
        <bdi className="whitespace-pre-wrap">{message.text}</bdi>
      </Happening>
    )
  const when = (
    <span className="font-normal text-ink-3">
      <Clock at={created_at} />
    </span>
  )
  if (role === 'assistant') return <AiLine message={message} />
  const party = role === 'user' ? 'user' : 'person'
  const { by } = (message.detail ?? {}) as { by?: { id: string; name: string } }
  return (
    <div className="flex flex-col gap-1">
      <Line
        party={party}
        who={
          <span className="inline-flex items-center gap-1.5">
            <bdi>{role === 'user' ? name : by?.id === me ? t('you') : (by?.name ?? t('person'))}</bdi>
            <span aria-hidden>·</span>
            {when}
          </span>
        }
        text={message.text}
      >
        {files.length > 0 && <Files files={files} />}
      </Line>
      {message.way && <Way way={message.way} />}
    </div>
  )
})

function AiLine({ message }: { message: AdminMessage }) {
  const t = useText(deskTexts)
  const [isOpen, setOpen] = useState(false)
  const { outcome } = readDetail(message)
  const isKnown = outcome === 'offered' || outcome === 'unanswered' || outcome === 'small_talk'
  return (
    <div className="flex flex-col gap-1">
      <Line
        party="ai"
        who={
          <span className="inline-flex flex-wrap items-center gap-x-1.5">
            AI
            {isKnown && (
              <>
                <span aria-hidden>·</span>
                {t(`ai_${outcome}`)}
              </>
            )}
            <span aria-hidden>·</span>
            <span className="font-normal text-ink-3">
              <Clock at={message.created_at} />
            </span>
            {outcome && (
              <button
                type="button"
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
                className="min-h-6 px-1 font-normal text-ink-3 underline decoration-line-strong underline-offset-2 hover:text-ink"
              >
                {t('why')}
              </button>
            )}
          </span>
        }
        text={shownText(message)}
      />
      {isOpen && <Why message={message} />}
    </div>
  )
}

function Files({ files }: { files: AdminMessage['files'] }) {
  const t = useText(deskTexts)
  return (
    <span className="mt-1 flex flex-col gap-0.5 text-sm">
      {files.map((file, n) => {
        const label = file.name ?? t('file')
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: files of a message that does not change
          <span key={n} className="inline-flex max-w-full items-center gap-1.5">
            <Paperclip size={13} aria-hidden className="shrink-0" />
            {isSafeLink(file.url) ? (
              <a
                href={file.url}
                target="_blank"
                rel="noreferrer noopener"
                className="min-w-0 break-all underline underline-offset-2"
              >
                <bdi>{label}</bdi>
              </a>
            ) : (
              <bdi className="min-w-0 break-all">{label}</bdi>
            )}
          </span>
        )
      })}
    </span>
  )
}
