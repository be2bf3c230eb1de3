/** The passage a pair came from. What no model has touched stands in the file as it is here. */
import type { DraftPair } from '@tandem/sdk/source'
import { reviewTexts } from '../../../texts/knowledge-review.ts'
import { useText } from '../../../texts/text.ts'

export function Passage({ pair: { question, answer, original, origin } }: { pair: DraftPair }) {
  const t = useText(reviewTexts)
  if (origin?.how === 'model') return <p className="text-sm text-ink-2">{t('passageModel')}</p>
  const said = original ?? { question, answer }
  return (
    <div className="rounded-lg bg-sunken p-3.5 text-sm">
      <p dir="auto" className="font-semibold break-words">
        {said.question}
      </p>
      <p dir="auto" className="mt-1 break-words whitespace-pre-wrap">
        {said.answer}
      </p>
      <p className="mt-2.5 text-xs text-ink-3">{t('passageWhole')}</p>
    </div>
  )
}
