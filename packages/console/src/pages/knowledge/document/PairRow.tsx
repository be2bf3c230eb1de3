/** One pair of a document, with where it came from. A click, or Enter, opens it. */
import type { StoredPair } from '@tandem/sdk/source'
import { useKept } from '../../../kept.ts'
import { documentTexts } from '../../../texts/knowledge-document.ts'
import { useText } from '../../../texts/text.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Origin } from '../Origin.tsx'
import { draftNameOf } from './draft-name.ts'

export function PairRow({
  docId,
  pair: { id, question, answer, origin },
  isPassage,
  open,
}: {
  docId: string
  pair: StoredPair
  isPassage: boolean
  open: () => void
}) {
  const t = useText(documentTexts)
  const [typed] = useKept(`draft.${draftNameOf(docId, id)}`)
  const hasMore = origin !== null || typed !== undefined
  return (
    <button
      type="button"
      onClick={open}
      className="grid w-full grid-cols-[minmax(0,2fr)_minmax(0,3fr)_160px] gap-x-4 gap-y-1 border-b px-3.5 py-2 text-start text-sm hover:bg-sunken focus-visible:-outline-offset-2 max-md:grid-cols-1"
    >
      <span dir="auto" className={`line-clamp-6 break-words ${isPassage ? 'text-ink-3' : 'font-semibold'}`}>
        {question}
      </span>
      <span
        dir="auto"
        className={`line-clamp-6 break-words whitespace-pre-wrap ${hasMore ? '' : 'md:col-span-2'}`}
      >
        {answer}
      </span>
      {hasMore && (
        <span className="flex flex-col items-start gap-1">
          {typed !== undefined && <Badge tone="warn">{t('notSaved')}</Badge>}
          <Origin origin={origin} />
        </span>
      )}
    </button>
  )
}
