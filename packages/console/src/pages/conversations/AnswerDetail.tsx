/** How an answer came about: what was searched, what was found, how it was judged, and whether a model worded it. */
import type { AdminMessage } from '@tandem/sdk/source'
import { FlaskConical } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths, withQuery } from '../../paths.ts'
import { conversationTexts } from '../../texts/conversations.ts'
import { numberFormat } from '../../texts/formats.ts'
import { useLocale } from '../../texts/language.ts'
import { useText } from '../../texts/text.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Panels.tsx'
import { readDetail, type StoredDetail, type StoredHit } from './answer-detail.ts'
import { OutcomeBadge } from './OutcomeBadge.tsx'

export function AnswerDetail({ agentId, message }: { agentId: string; message: AdminMessage }) {
  const t = useText(conversationTexts)
  const detail = readDetail(message)
  if (detail.outcome === undefined) return <p className="text-ink-2">{t('unknownHow')}</p>
  return (
    <>
      {detail.failure && <Notice tone="bad">{t('failure', { reason: detail.failure })}</Notice>}
      <Part title={t('searchedFor')}>
        <p dir="auto" className="rounded-md bg-sunken px-2.5 py-1.5 break-words">
          {detail.question}
        </p>
        {detail.transcript && (
          <p className="text-ink-2">
            {t('transcript')}: {detail.transcript}
          </p>
        )}
        {detail.question && (
          <div>
            <ButtonLink
              size="s"
              icon={FlaskConical}
              href={withQuery(paths.test(agentId), { q: detail.question.slice(0, 2000) })}
            >
              {t('tryAgain')}
            </ButtonLink>
          </div>
        )}
      </Part>
      <Part title={t('found')}>
        <Found hits={detail.hits ?? []} />
      </Part>
      <Part title={t('judged')}>
        <p className="flex flex-wrap items-center gap-2">
          <OutcomeBadge outcome={detail.outcome} />
          {detail.band && <span className="text-ink-2">{t(`band_${detail.band}`)}</span>}
        </p>
        {detail.smallTalk && <p className="text-ink-2">{t('smallTalk', { kind: detail.smallTalk })}</p>}
        {detail.offered && (
          <>
            <p className="text-ink-3">{t('offeredThese')}</p>
            <ol className="list-decimal pl-5">
              {detail.offered.map(({ question }) => (
                <li key={question} dir="auto">
                  {question}
                </li>
              ))}
            </ol>
          </>
        )}
      </Part>
      <Part title={t('model')}>
        <Model detail={detail} />
      </Part>
      <FilesOf detail={detail} />
      {detail.voiceFailure && (
        <Notice tone="warn">{t('voiceFailure', { reason: detail.voiceFailure })}</Notice>
      )}
    </>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex flex-col gap-1.5">
    <h3 className="font-semibold">{title}</h3>
    {children}
  </section>
)

function Found({ hits }: { hits: readonly StoredHit[] }) {
  const t = useText(conversationTexts)
  const locale = useLocale()
  if (hits.length === 0) return <p className="text-ink-2">{t('foundNothing')}</p>
  const percent = numberFormat(locale, { style: 'percent' })
  return (
    <ol className="flex flex-col gap-2">
      {hits.map(({ docId, docName, ordinal, question, score, confidence = score }) => (
        <li key={`${docId} ${ordinal}`} className="flex flex-col gap-0.5">
          <bdi className="break-words">{question}</bdi>
          <span className="flex items-center gap-2 text-xs text-ink-3">
            <span aria-hidden className="h-1.5 w-16 overflow-hidden rounded-full bg-sunken">
              <span className="block h-full bg-ai" style={{ width: `${Math.round(confidence * 100)}%` }} />
            </span>
            <span className="num">{t('confidence', { percent: percent.format(confidence) })}</span>
            <bdi className="truncate">{docName}</bdi>
          </span>
        </li>
      ))}
    </ol>
  )
}

function Model({ detail: { model } }: { detail: StoredDetail }) {
  const t = useText(conversationTexts)
  if (!model) return <p className="text-ink-2">{t('noModel')}</p>
  return (
    <>
      <p>
        <span className="font-mono text-[12.5px]">{model.name}</span>
        {model.finish && <span className="text-ink-3"> · {t('finish', { finish: model.finish })}</span>}
      </p>
      {model.failure && (
        <Notice tone="bad">
          {t('modelFailed', { reason: model.failure.reason ?? '' })} {model.wasCut && t('wasCut')}
        </Notice>
      )}
    </>
  )
}

function FilesOf({ detail: { used = [], unused = [] } }: { detail: StoredDetail }) {
  const t = useText(conversationTexts)
  return (
    <>
      {used.length > 0 && (
        <Part title={t('filesRead')}>
          {used.map(({ name }) => (
            <bdi key={name} className="break-all">
              {name}
            </bdi>
          ))}
        </Part>
      )}
      {unused.length > 0 && (
        <Part title={t('filesUnused')}>
          {unused.map(({ name, reason }) => (
            <p key={name} className="break-all">
              <bdi>{name}</bdi>: <span className="text-ink-2">{reason}</span>
            </p>
          ))}
        </Part>
      )}
    </>
  )
}
