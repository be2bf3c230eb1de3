/** Where in its document a pair came from. */
import type { PairOrigin } from '@tandem/sdk/source'
import { documentTexts } from '../../texts/knowledge-document.ts'
import { useText } from '../../texts/text.ts'

export function Origin({ origin }: { origin: PairOrigin | null }) {
  const t = useText(documentTexts)
  if (!origin) return <span />
  const { page, heading, how } = origin
  const place = [page !== undefined && t('page', { n: page }), heading].filter(Boolean).join(' · ')
  return (
    <span className="min-w-0 text-xs text-ink-3" title={place}>
      <span className="line-clamp-2 break-words">{place}</span>
      {how === 'model' && <span className="text-ai">{t('byModel')}</span>}
    </span>
  )
}
