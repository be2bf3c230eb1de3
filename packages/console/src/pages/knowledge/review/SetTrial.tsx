/** What a draft changes for the questions of a set: they are asked of the knowledge as it is, and as the draft would make it. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { useAgentId } from '../../../agent.ts'
import { admin } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { reviewTexts } from '../../../texts/knowledge-review.ts'
import { useText } from '../../../texts/text.ts'
import { SelectField } from '../../../ui/Field.tsx'
import { ErrorState, SkeletonRows } from '../../../ui/Panels.tsx'
import { setsQuery } from '../../test/queries.ts'
import { RunChanges } from '../../test/RunResults.tsx'

/** `version` is that of the plan: another one is tried anew. */
export function SetTrial({ docId, version }: { docId: string; version: string }) {
  const t = useText(reviewTexts)
  const agentId = useAgentId()
  const [chosen, setChosen] = useState<string>()
  const { data } = useQuery(setsQuery(agentId))
  const sets = data?.items.filter(({ question_count }) => question_count > 0) ?? []
  const set = sets.find(({ id }) => id === chosen) ?? sets[0]
  const trial = useQuery({
    queryKey: ['set-trial', agentId, docId, version, set?.id],
    queryFn: ({ signal }) =>
      admin.questionSets.run(
        { agentId, setId: set?.id ?? '' },
        { draft: docId, trial: true },
        { signal, maxRetries: 0 },
      ),
    enabled: set !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (!data) return null
  return (
    <section aria-label={t('trial')} className="flex flex-col gap-2 text-sm">
      <h3 className="font-semibold">{t('trial')}</h3>
      {set === undefined && (
        <p className="text-ink-2">
          {t('noSets')}{' '}
          <Link href={paths.test(agentId)} className="underline">
            {t('toTest')}
          </Link>
        </p>
      )}
      {sets.length > 1 && (
        <SelectField
          label={t('set')}
          value={set?.id ?? ''}
          onChange={({ target }) => setChosen(target.value)}
          choices={sets.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {set && trial.isPending && (
        <>
          <p className="text-ink-2">{t('asking', { n: set.question_count, name: set.name })}</p>
          <SkeletonRows rows={2} />
        </>
      )}
      {trial.error && <ErrorState error={trial.error} retry={() => void trial.refetch()} />}
      {set && trial.data && (
        <>
          <p className="text-ink-2">
            {t('otherwise', { changed: trial.data.changed, n: trial.data.questions, name: set.name })}
          </p>
          <RunChanges agentId={agentId} run={trial.data} />
        </>
      )}
    </section>
  )
}
