/** One message: what was said, its files and ratings, and of an answer how it came about. */
import type { AdminMessage } from '@tandem/sdk/source'
import { useMutation } from '@tanstack/react-query'
import { admin, queryClient } from '../../api.ts'
import { conversationTexts } from '../../texts/conversations.ts'
import { useLocale } from '../../texts/language.ts'
import { useText } from '../../texts/text.ts'
import { Button } from '../../ui/Button.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Id } from '../../ui/Id.tsx'
import { exact } from '../../ui/Time.tsx'
import { tell, tellError } from '../../ui/Toast.tsx'
import { AnswerDetail } from './AnswerDetail.tsx'
import { isSafeLink, tokensOf } from './answer-detail.ts'

export function MessageDetail({ agentId, message }: { agentId: string; message: AdminMessage }) {
  const t = useText(conversationTexts)
  const locale = useLocale()
  const tokens = tokensOf(message)
  const isAnswer = message.role === 'assistant'
  return (
    <div className="flex flex-col gap-4 text-sm">
      <h2 className="pr-8 font-semibold">{t(isAnswer ? 'how' : 'said')}</h2>
      {isAnswer && <AnswerDetail agentId={agentId} message={message} />}
      {message.files.length > 0 && <Files message={message} />}
      <Facts
        facts={[
          [t('id'), <Id key="id" id={message.id} />],
          [t('when'), exact(message.created_at, locale)],
          [t('way'), message.mode],
          [t('consumed'), tokens && t('tokens', tokens)],
          [t('feedback'), message.feedback && t(message.feedback === 'POSITIVE' ? 'ratedGood' : 'ratedBad')],
        ]}
      />
      {isAnswer && <Verdict agentId={agentId} message={message} />}
    </div>
  )
}

function Files({ message }: { message: AdminMessage }) {
  const t = useText(conversationTexts)
  return (
    <section className="flex flex-col gap-1.5">
      <h3 className="font-semibold">{t('files')}</h3>
      <ul className="flex flex-col gap-1.5">
        {message.files.map((file, n) => {
          const name = file.name ?? t('noName', { kind: file.kind })
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: files of a message that does not change
            <li key={n} className="break-all">
              {isSafeLink(file.url) ? (
                <a href={file.url} target="_blank" rel="noreferrer noopener" className="linked">
                  <bdi>{name}</bdi>
                </a>
              ) : (
                <>
                  <bdi>{name}</bdi>
                  {file.url !== null && <p className="text-xs text-ink-3">{t('unsafeLink')}</p>}
                </>
              )}
              {file.transcript && <p className="text-ink-2">{file.transcript}</p>}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const verdicts = ['FULLY_RESOLVED', 'PARTIALLY_RESOLVED', 'UNRESOLVED'] as const

/** What a reviewer thinks of an answer; a second click takes it back. */
function Verdict({ agentId, message }: { agentId: string; message: AdminMessage }) {
  const t = useText(conversationTexts)
  const rating = useMutation({
    mutationFn: (quality: (typeof verdicts)[number]) =>
      admin
        .asAgent(agentId)
        .quality.rate({ answer_id: message.id, quality: message.quality === quality ? 'NONE' : quality }),
    onSuccess: () => tell(t('qualityKept')),
    onError: tellError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['conversation'] }),
  })
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="mb-1.5 font-semibold">{t('quality')}</legend>
      {verdicts.map((verdict) => (
        <Button
          key={verdict}
          size="s"
          look={message.quality === verdict ? 'ink' : 'plain'}
          aria-pressed={message.quality === verdict}
          isBusy={rating.isPending}
          onClick={() => rating.mutate(verdict)}
        >
          {t(verdict)}
        </Button>
      ))}
    </fieldset>
  )
}
