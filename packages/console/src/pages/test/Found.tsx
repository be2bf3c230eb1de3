/** Every search with what it found: how sure each hit is, and why, in parts that add up to it. */
import type { DryRunSearch, SearchHit } from '@tandem/sdk/source'
import { Link } from 'wouter'
import { useAgentId } from '../../agent.ts'
import { paths } from '../../paths.ts'
import { numberFormat } from '../../texts/formats.ts'
import { useLocale } from '../../texts/language.ts'
import { testTexts } from '../../texts/test.ts'
import { useText } from '../../texts/text.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Bar } from '../../ui/Bar.tsx'
import { Section } from '../../ui/Page.tsx'

export function Found({ searches }: { searches: readonly DryRunSearch[] }) {
  const t = useText(testTexts)
  if (searches.length === 0) return null
  return (
    <Section title={t('searches')}>
      {searches.map(({ text, hits, embedding }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: searches of one run that do not change
        <div key={n} className="flex flex-col gap-3">
          <h3 dir="auto" className="text-sm break-words text-ink-2">
            {t('searched', { text })}
          </h3>
          {hits.length === 0 && <p className="text-sm text-ink-2">{t('nothingFound')}</p>}
          <ol className="flex flex-col gap-3">
            {hits.map((hit) => (
              <Hit key={`${hit.doc_id} ${hit.ordinal}`} hit={hit} />
            ))}
          </ol>
          {(embedding.note ?? (embedding.state === 'off' && t('embeddingOff'))) && (
            <p className="text-xs text-ink-3">{embedding.note ?? t('embeddingOff')}</p>
          )}
        </div>
      ))}
    </Section>
  )
}

const tones: Record<SearchHit['band'], Tone> = { answer: 'good', offer: 'warn', none: 'plain' }

function Hit({ hit }: { hit: SearchHit }) {
  const t = useText(testTexts)
  const agentId = useAgentId()
  const percent = numberFormat(useLocale(), { style: 'percent' })
  return (
    <li className="flex flex-col gap-1 border-t pt-3 text-sm">
      <p className="flex flex-wrap items-baseline gap-2">
        <bdi className="min-w-0 font-semibold break-words">
          {hit.kind === 'passage' ? t('passage') : hit.question}
        </bdi>
        <Badge tone={tones[hit.band]}>{t(`band_${hit.band}`)}</Badge>
        <span className="num ml-auto text-ink-2">
          {t('sure', { percent: percent.format(hit.confidence) })}
        </span>
      </p>
      <p dir="auto" className="line-clamp-3 break-words whitespace-pre-wrap text-ink-2">
        {hit.answer}
      </p>
      <p className="truncate text-xs text-ink-3">
        <Link href={paths.document(agentId, hit.doc_id)} className="hover:underline">
          <bdi>{hit.doc_name}</bdi>
        </Link>
      </p>
      <details>
        <summary className="cursor-pointer text-xs text-ink-3">{t('why')}</summary>
        <Why hit={hit} />
      </details>
    </li>
  )
}

const places = { question: 'inQuestion', answer: 'inAnswer', both: 'inBoth' } as const

function Why({ hit: { explain } }: { hit: SearchHit }) {
  const t = useText(testTexts)
  const percent = numberFormat(useLocale(), { style: 'percent' })
  const parts = [
    [t('phrasingTerms'), explain.phrasing.terms],
    [t('phrasingCharacters'), explain.phrasing.characters],
    [t('meaning'), explain.embedding],
    [t('otherPhrasings'), explain.other_phrasings],
    [t('answerTerms'), explain.answer],
  ] as const
  return (
    <div className="mt-2 flex flex-col gap-2 rounded-md bg-sunken p-3">
      <dl className="grid grid-cols-[max-content_minmax(60px,160px)_max-content] items-center gap-x-3 gap-y-1 text-xs">
        {parts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd>
              <Bar share={value ?? 0} />
            </dd>
            <dd className="num text-right">{value === null ? '–' : percent.format(value)}</dd>
          </div>
        ))}
      </dl>
      {explain.terms.length > 0 && (
        <p className="flex flex-wrap items-center gap-1.5 text-xs">
          <span className="text-ink-2">{t('terms')}</span>
          {explain.terms.map(({ term, weight, where }) => (
            <span key={term} title={t(places[where])} className="rounded-sm bg-surface px-1.5 py-0.5">
              <bdi>{term}</bdi> <span className="num text-ink-3">{percent.format(weight)}</span>
            </span>
          ))}
        </p>
      )}
    </div>
  )
}
