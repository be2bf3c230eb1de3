/** Asks the agent what a user would ask; nothing is stored. The answer is asked for again whenever knowledge changes. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleHelp } from 'lucide-react'
import { useState } from 'react'
import { admin, live } from '../../../api.ts'
import { documentTexts } from '../../../texts/knowledge-document.ts'
import { useText } from '../../../texts/text.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErrorNotice } from '../../../ui/Panels.tsx'

const tones = {
  answered: 'good',
  offered: 'warn',
  unanswered: 'bad',
  small_talk: 'plain',
  handed_over: 'person',
} as const
const MOST_CHARS = 2_000

export function TryIt({ agentId }: { agentId: string }) {
  const t = useText(documentTexts)
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const { data, error, isFetching } = useQuery({
    queryKey: ['try', agentId, asked],
    queryFn: ({ signal }) => admin.agents.dryRun({ agentId }, { text: asked }, { signal }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    meta: live('document'),
  })
  return (
    <section aria-label={t('try')} className="flex min-w-0 grow flex-col gap-2">
      <form
        className="flex max-w-xl gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(text.trim())
        }}
      >
        <div className="relative grow">
          <CircleHelp
            size={14}
            aria-hidden
            className="absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-3"
          />
          <input
            aria-label={t('tryLabel')}
            placeholder={t('tryLabel')}
            dir="auto"
            maxLength={MOST_CHARS}
            value={text}
            onChange={({ target }) => setText(target.value)}
            className="min-h-8 w-full rounded-md border border-edge bg-surface pr-2.5 pl-8 text-sm"
          />
        </div>
        <Button type="submit" isBusy={isFetching} disabled={text.trim() === ''}>
          {t('ask')}
        </Button>
      </form>
      {error && <ErrorNotice error={error} />}
      {data && !error && (
        <div role="status" className="flex max-w-3xl items-start gap-2.5 text-sm">
          <span className="mt-1.5 shrink-0">
            <Badge tone={tones[data.outcome]}>{t(data.outcome)}</Badge>
          </span>
          <p
            dir="auto"
            className="min-w-0 rounded-xl rounded-bl-sm bg-ai-bg px-3 py-1.5 break-words whitespace-pre-wrap"
          >
            {data.text || t('saysNothing')}
          </p>
        </div>
      )}
    </section>
  )
}
