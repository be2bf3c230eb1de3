/** The pairs of a document, however many, edited in place. The one in the address is open. */
import type { AdminDocument, StoredPair } from '@tandem/sdk/source'
import { BookOpen, Plus } from 'lucide-react'
import { useRef } from 'react'
import { useAgentId } from '../../../agent.ts'
import { admin, liveOf } from '../../../api.ts'
import { useFilters } from '../../../filters.ts'
import { useKeys } from '../../../keys.ts'
import { useListing } from '../../../listing.ts'
import { documentTexts } from '../../../texts/knowledge-document.ts'
import { useText } from '../../../texts/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Empty } from '../../../ui/Panels.tsx'
import { SearchBox } from '../../../ui/SearchBox.tsx'
import { type ListHandle, VirtualList } from '../../../ui/VirtualList.tsx'
import { useMayEdit } from '../may-edit.ts'
import { byPlace } from '../queries.ts'
import { PairAdd } from './PairAdd.tsx'
import { LinkedPair, PairEdit } from './PairEdit.tsx'
import { PairRow } from './PairRow.tsx'
import { TryIt } from './TryIt.tsx'

const PAGE = 200
const NEW = 'new'

export function PairsTab({ document }: { document: AdminDocument }) {
  const t = useText(documentTexts)
  const agentId = useAgentId()
  const mayEdit = useMayEdit()
  const { id: docId, name, kind } = document
  const [{ pair: openId, q }, setFilters] = useFilters(['pair', 'q'])
  const list = useRef<ListHandle>(null)
  const add = useRef<HTMLButtonElement>(null)
  const listing = useListing<StoredPair>({
    queryKey: ['pairs', agentId, docId, q],
    read: async (cursor, signal) =>
      byPlace(
        await admin.documents
          .pairs({ agentId, docId, q, from: Number(cursor ?? 0), limit: PAGE }, { signal })
          .page(),
      ),
    meta: liveOf({ doc_id: docId }, 'document'),
  })
  const { rows } = listing
  const open = (id: string | undefined) => setFilters({ pair: id })
  const close = () => {
    const at = rows.findIndex(({ id }) => id === openId)
    open(undefined)
    if (at >= 0) list.current?.focus(at)
  }
  const closeNew = () => {
    open(undefined)
    add.current?.focus()
  }
  const step = (by: number) => {
    const at = (list.current?.focused() ?? -1) + by
    if (rows.length > 0) list.current?.focus(Math.max(0, Math.min(rows.length - 1, at)))
  }
  const canAdd = mayEdit && kind === 'QA'
  useKeys({ j: () => step(1), k: () => step(-1), ...(canAdd ? { n: () => open(NEW) } : {}) })
  // A link to a pair that is not among those read so far shows it above the list.
  const isFar =
    openId !== undefined && openId !== NEW && !listing.isLoading && !rows.some(({ id }) => id === openId)
  return (
    <div className="flex min-h-0 grow flex-col gap-3">
      <div className="flex flex-wrap items-start gap-3">
        <TryIt agentId={agentId} />
        <SearchBox label={t('searchPairs')} value={q ?? ''} onChange={(next) => setFilters({ q: next })} />
        {canAdd && (
          <Button ref={add} icon={Plus} onClick={() => open(NEW)}>
            {t('addPair')}
          </Button>
        )}
      </div>
      {canAdd && openId === NEW && <PairAdd docId={docId} close={closeNew} />}
      {isFar && <LinkedPair document={document} pairId={openId} close={close} />}
      <div className="card flex min-h-0 flex-col overflow-hidden">
        <VirtualList
          label={name}
          {...listing}
          keyOf={({ id }) => id}
          handle={list}
          empty={<Empty icon={BookOpen} title={q ? t('noPairFits') : t('noPairs')} />}
        >
          {(pair) =>
            pair.id === openId ? (
              <PairEdit document={document} pair={pair} close={close} />
            ) : (
              <PairRow docId={docId} pair={pair} isPassage={kind !== 'QA'} open={() => open(pair.id)} />
            )
          }
        </VirtualList>
      </div>
    </div>
  )
}
