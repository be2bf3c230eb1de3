/** Pairs before and after: how many changed, came, went and stayed, and each of them with its words. */
import type { PlanItem } from '@tandem/sdk/source'
import { useState } from 'react'
import { liveOf } from '../../api.ts'
import { useListing } from '../../listing.ts'
import { knowledgeTexts } from '../../texts/knowledge.ts'
import { useText } from '../../texts/text.ts'
import { Chips } from '../../ui/Chips.tsx'
import { Diff } from '../../ui/Diff.tsx'
import { VirtualList } from '../../ui/VirtualList.tsx'
import { byPlace } from './queries.ts'

const lists = ['changed', 'added', 'removed', 'same'] as const
export type ChangeList = (typeof lists)[number]
export type ChangeCounts = Readonly<Record<ChangeList, number>>

export function Changes({
  docId,
  counts,
  queryKey,
  read,
}: {
  docId: string
  counts: ChangeCounts
  queryKey: readonly unknown[]
  read: (
    list: ChangeList,
    from: number,
    signal: AbortSignal,
  ) => Promise<{ items: PlanItem[]; next_from: number | null }>
}) {
  const t = useText(knowledgeTexts)
  const [chosen, setChosen] = useState<ChangeList>()
  const list = chosen ?? lists.find((each) => counts[each] > 0) ?? 'changed'
  const listing = useListing<PlanItem>({
    queryKey: [...queryKey, list],
    read: async (cursor, signal) => byPlace(await read(list, Number(cursor ?? 0), signal)),
    meta: liveOf({ doc_id: docId }, 'document'),
  })
  const entries = listing.rows.map((item, n) => ({ item, key: String(n) }))
  return (
    <div className="flex min-h-0 flex-col gap-2.5">
      <Chips
        label={t('changes')}
        value={list}
        choose={(next) => setChosen(next as ChangeList)}
        choices={lists.map((each) => ({ value: each, label: t(each), count: counts[each] }))}
      />
      <div className="card flex min-h-0 flex-col overflow-hidden">
        <VirtualList
          label={t('changes')}
          {...listing}
          rows={entries}
          keyOf={({ key }) => key}
          className="max-h-[56vh]"
          empty={<p className="p-4 text-sm text-ink-3">{t('noChanges')}</p>}
        >
          {({ item }) => <Change item={item} />}
        </VirtualList>
      </div>
    </div>
  )
}

function Change({ item: { before, after } }: { item: PlanItem }) {
  const from = before ?? { question: '', answer: '' }
  const to = after ?? { question: '', answer: '' }
  return (
    <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-4 gap-y-0.5 border-b px-3.5 py-2 text-sm max-md:grid-cols-1">
      <div className="font-semibold">
        <Diff before={from.question} after={to.question} />
      </div>
      <Diff before={from.answer} after={to.answer} />
    </div>
  )
}
