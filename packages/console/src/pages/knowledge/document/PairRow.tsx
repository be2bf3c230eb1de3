/** One pair of a document, with where it came from. */
import type { StoredPair } from '@tandem/sdk/source'
import { Origin } from '../Origin.tsx'

export function PairRow({
  pair: { question, answer, origin },
  isPassage,
}: {
  pair: StoredPair
  isPassage: boolean
}) {
  return (
    <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_160px] gap-x-4 gap-y-1 border-b px-3.5 py-2 text-sm max-md:grid-cols-1">
      <span dir="auto" className={`line-clamp-6 break-words ${isPassage ? 'text-ink-3' : 'font-semibold'}`}>
        {question}
      </span>
      <span dir="auto" className="line-clamp-6 break-words whitespace-pre-wrap">
        {answer}
      </span>
      <Origin origin={origin} />
    </div>
  )
}
