/** The pairs of a document, however many. */
import type { AdminDocument, StoredPair } from '@tandem/sdk/source'
import { BookOpen } from 'lucide-react'
import { useAgentId } from '../../../agent.ts'
import { admin } from '../../../api.ts'
import { useListing } from '../../../listing.ts'
import { documentTexts } from '../../../texts/knowledge-document.ts'
import { useText } from '../../../texts/text.ts'
import { Empty } from '../../../ui/Panels.tsx'
import { VirtualList } from '../../../ui/VirtualList.tsx'
import { byPlace } from '../queries.ts'
import { PairRow } from './PairRow.tsx'

const PAGE = 200

export function PairsTab({ document: { id: docId, name, kind } }: { document: AdminDocument }) {
  const t = useText(documentTexts)
  const agentId = useAgentId()
  const listing = useListing<StoredPair>({
    queryKey: ['pairs', agentId, docId],
    read: async (cursor, signal) =>
      byPlace(
        await admin.documents
          .pairs({ agentId, docId, from: Number(cursor ?? 0), limit: PAGE }, { signal })
          .page(),
      ),
    kinds: ['document'],
  })
  return (
    <div className="card flex min-h-0 flex-col overflow-hidden">
      <VirtualList
        label={name}
        {...listing}
        keyOf={({ ordinal }) => String(ordinal)}
        empty={<Empty icon={BookOpen} title={t('noPairs')} />}
      >
        {(pair) => <PairRow pair={pair} isPassage={kind !== 'QA'} />}
      </VirtualList>
    </div>
  )
}
