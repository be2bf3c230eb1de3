/** A dry run: the answer, each search with why its hits fit, and what the model was sent. */
import type { DryRun } from '@tandem/sdk/source'
import { playgroundTexts } from '../../texts/playground.ts'
import { useText } from '../../texts/text.ts'
import { Code } from '../../ui/Code.tsx'

const SHOWN = 5

export function DryRunView({ run }: { run: DryRun }) {
  const t = useText(playgroundTexts)
  return (
    <div className="flex min-w-0 flex-col gap-3 text-sm">
      {run.searches.map((search, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a list that does not change
        <section key={n} className="flex flex-col gap-1.5">
          <p>
            <span className="text-ink-3">{t('searchedFor')}</span> <span dir="auto">{search.text}</span>{' '}
            <span className="text-ink-3">· {t(search.band)}</span>
          </p>
          <ol className="flex flex-col gap-1.5">
            {search.hits.slice(0, SHOWN).map((hit) => (
              <Hit key={`${hit.doc_id} ${hit.ordinal}`} hit={hit} />
            ))}
          </ol>
        </section>
      ))}
      {run.gaps.length > 0 && (
        <p className="text-ink-2">
          {t('gaps')} <span dir="auto">{run.gaps.join(' · ')}</span>
        </p>
      )}
      {run.model ? (
        <section className="flex flex-col gap-1.5">
          <p className="text-ink-3">{t('sentToModel', { name: run.model.name })}</p>
          {run.model.requests.map((request, n) => (
            <Code
              // biome-ignore lint/suspicious/noArrayIndexKey: a list that does not change
              key={n}
              label={t('modelRequest')}
              text={JSON.stringify(request, null, 2)}
              isJson
            />
          ))}
          {run.model.failure && <p className="text-bad">{run.model.failure}</p>}
        </section>
      ) : (
        <p className="text-ink-3">{t('noModelAsked')}</p>
      )}
    </div>
  )
}

type HitOf = DryRun['searches'][number]['hits'][number]

/** The words that count are named with their weight: a pair is found for a reason. */
function Hit({ hit }: { hit: HitOf }) {
  const t = useText(playgroundTexts)
  const { explain } = hit
  const terms = explain.terms.slice(0, 6).map(({ term, weight }) => `${term} ${weight.toFixed(2)}`)
  return (
    <li className="flex flex-col border-l-2 border-line-strong pl-2.5">
      <span className="flex gap-3">
        <span dir="auto" className="min-w-0 grow break-words">
          {hit.question || hit.answer.slice(0, 120)}
        </span>
        <span className="num">{hit.confidence.toFixed(2)}</span>
      </span>
      <span className="text-xs break-words text-ink-3">
        {hit.doc_name}
        {terms.length > 0 && ` · ${t('words')} ${terms.join(', ')}`}
        {` · ${t('phrasing')} ${explain.phrasing.terms.toFixed(2)}`}
        {explain.embedding !== null && ` · ${t('meaning')} ${explain.embedding.toFixed(2)}`}
      </span>
    </li>
  )
}
