/** How an answer came about: what was searched for, what was found, how sure it was, and what a model was sent. */
import type { AdminMessage } from '@tandem/sdk/source'
import { useMutation } from '@tanstack/react-query'
import { admin } from '../../api.ts'
import { playgroundTexts } from '../../texts/playground.ts'
import { useText } from '../../texts/text.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorNotice, Notice } from '../../ui/Panels.tsx'
import { DryRunView } from './DryRunView.tsx'
import { type AnswerDetail, detailOf } from './detail.ts'
import { WireCard } from './WireCard.tsx'

const SHOWN = 5

export function AnswerCard({ agentId, message }: { agentId: string; message: AdminMessage }) {
  const t = useText(playgroundTexts)
  const detail = detailOf(message)
  const { hits = [], band = 'none', model } = detail
  const sure = hits[0]?.confidence
  return (
    <WireCard
      party="ai"
      title={
        <>
          <span>{t('found', { n: hits.length })}</span>
          <span className="text-ink-3">
            {sure === undefined ? t(band) : `${t(band)}: ${sure.toFixed(2)}`}
          </span>
        </>
      }
      end={<span className="text-ink-3">{model ? model.name : t('noModel')}</span>}
    >
      {() => <Details agentId={agentId} detail={detail} />}
    </WireCard>
  )
}

function Details({ agentId, detail }: { agentId: string; detail: AnswerDetail }) {
  const t = useText(playgroundTexts)
  const { question = '', hits = [], failure } = detail
  const again = useMutation({ mutationFn: () => admin.agents.dryRun({ agentId }, { text: question }) })
  return (
    <>
      <p className="text-sm">
        <span className="text-ink-3">{t('searchedFor')}</span> <span dir="auto">{question}</span>
      </p>
      {failure && <Notice tone="bad">{failure}</Notice>}
      {!again.data && (
        <ol className="flex flex-col gap-1 text-sm">
          {hits.slice(0, SHOWN).map(({ question, confidence, docName }, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a list that does not change
            <li key={n} className={`flex gap-3 ${n > 0 ? 'text-ink-3' : ''}`}>
              <span dir="auto" className="min-w-0 grow break-words">
                {question}
              </span>
              <span className="truncate text-ink-3 max-md:hidden">{docName}</span>
              <span className="num">{confidence.toFixed(2)}</span>
            </li>
          ))}
        </ol>
      )}
      {again.data ? (
        <>
          <p className="text-xs text-ink-3">{t('askedAgain')}</p>
          <DryRunView run={again.data} />
        </>
      ) : (
        <div>
          <Button size="s" isBusy={again.isPending} onClick={() => again.mutate()}>
            {t('seeWhy')}
          </Button>
        </div>
      )}
      {again.error && <ErrorNotice error={again.error} />}
    </>
  )
}
