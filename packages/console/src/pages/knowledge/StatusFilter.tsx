/** How many documents are in each state; each number leads to them. */
import { useQuery } from '@tanstack/react-query'
import { knowledgeTexts } from '../../texts/knowledge.ts'
import { useText } from '../../texts/text.ts'
import { uiTexts } from '../../texts/ui.ts'
import { Chips } from '../../ui/Chips.tsx'
import { type DocumentFilter, knowledge, statuses } from './queries.ts'

export function StatusFilter({
  agentId,
  filter,
  value,
  choose,
}: {
  agentId: string
  filter: DocumentFilter
  value: string | undefined
  choose: (change: { status: string | undefined }) => void
}) {
  const t = useText(knowledgeTexts)
  const ui = useText(uiTexts)
  const { data: counts } = useQuery(knowledge.counts(agentId, filter))
  const total = counts && statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0)
  return (
    <Chips
      label={t('state')}
      value={value ?? ''}
      choose={(next) => choose({ status: next || undefined })}
      choices={[
        { value: '', label: ui('all'), count: total },
        ...statuses.map((status) => ({ value: status, label: t(status), count: counts?.[status] })),
      ]}
    />
  )
}
