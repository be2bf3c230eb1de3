/** The sets of questions of the agent, each with how its last run came out. */
import type { QuestionSetSummary } from '@tandem/sdk/source'
import { useQuery } from '@tanstack/react-query'
import { ListChecks, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { QuestionSetEdit } from '../../forms/question-set-edit.tsx'
import { paths } from '../../paths.ts'
import { numberFormat } from '../../texts/formats.ts'
import { useLocale } from '../../texts/language.ts'
import { testTexts } from '../../texts/test.ts'
import { useText } from '../../texts/text.ts'
import { Button } from '../../ui/Button.tsx'
import { Section } from '../../ui/Page.tsx'
import { Empty, ErrorState, SkeletonRows } from '../../ui/Panels.tsx'
import { Time } from '../../ui/Time.tsx'
import { useMayEdit } from '../knowledge/may-edit.ts'
import { setsQuery } from './queries.ts'

export function SetList({ agentId }: { agentId: string }) {
  const t = useText(testTexts)
  const mayEdit = useMayEdit()
  const [isNew, setNew] = useState(false)
  const sets = useQuery(setsQuery(agentId))
  const make = mayEdit && (
    <Button size="s" icon={Plus} onClick={() => setNew(true)}>
      {t('newSet')}
    </Button>
  )
  return (
    <Section title={t('sets')} actions={sets.data && sets.data.items.length > 0 && make}>
      {sets.error && !sets.data && <ErrorState error={sets.error} retry={() => void sets.refetch()} />}
      {sets.isPending && <SkeletonRows rows={3} />}
      {sets.data?.items.length === 0 && (
        <Empty icon={ListChecks} title={t('noSets')} action={make}>
          {t('setsWhy')}
        </Empty>
      )}
      <ul className="-my-1 flex flex-col">
        {sets.data?.items.map((set) => (
          <li key={set.id} className="border-b py-2 last:border-b-0">
            <SetRow agentId={agentId} set={set} />
          </li>
        ))}
      </ul>
      <QuestionSetEdit agentId={agentId} isOpen={isNew} close={() => setNew(false)} />
    </Section>
  )
}

function SetRow({ agentId, set }: { agentId: string; set: QuestionSetSummary }) {
  const t = useText(testTexts)
  const percent = numberFormat(useLocale(), { style: 'percent' })
  const run = set.last_run
  return (
    <Link href={paths.questionSet(agentId, set.id)} className="group flex flex-col gap-0.5 text-sm">
      <span className="flex items-baseline gap-2">
        <bdi className="min-w-0 truncate font-semibold group-hover:underline">{set.name}</bdi>
        {run && run.recall_at_1 !== null && (
          <span className="num ml-auto font-semibold" title={t('recall1Long')}>
            {percent.format(run.recall_at_1)}
          </span>
        )}
      </span>
      <span className="flex flex-wrap gap-x-2 text-xs text-ink-3">
        {t('nQuestions', { n: set.question_count })}
        <span aria-hidden>·</span>
        {run ? <Time at={run.at} /> : t('neverRun')}
        {run && run.changed > 0 && <span className="text-warn">{t('nChanged', { n: run.changed })}</span>}
      </span>
    </Link>
  )
}
