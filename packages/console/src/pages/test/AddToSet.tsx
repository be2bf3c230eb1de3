/** Keeps a question in a set, with the pair that it found as the one it should find. */
import type { DryRun, QuestionSetSummary } from '@tandem/sdk/source'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ListPlus } from 'lucide-react'
import { useState } from 'react'
import { admin } from '../../api.ts'
import { QuestionSetEdit } from '../../forms/question-set-edit.tsx'
import { testTexts } from '../../texts/test.ts'
import { useText } from '../../texts/text.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu, MenuItem, MenuLine } from '../../ui/Menu.tsx'
import { tell, tellError } from '../../ui/Toast.tsx'
import { useMayEdit } from '../knowledge/may-edit.ts'
import { setsChanged, setsQuery } from './queries.ts'

export function AddToSet({ agentId, question, run }: { agentId: string; question: string; run: DryRun }) {
  const t = useText(testTexts)
  const mayEdit = useMayEdit()
  const [isNew, setNew] = useState(false)
  const sets = useQuery(setsQuery(agentId))
  const hit = run.searches[0]?.hits[0]
  const expected = hit?.kind === 'pair' && hit.band !== 'none' ? hit.question : undefined
  const one = { question, ...(expected ? { expected_question: expected } : {}) }
  const adding = useMutation({
    async mutationFn({ id: setId, name }: QuestionSetSummary) {
      const set = await admin.questionSets.get({ agentId, setId })
      if (set.questions.some((each) => each.question === question)) return t('alreadyIn', { name })
      const kept = set.questions.map((each) => ({
        question: each.question,
        expected_pair_id: each.expected_pair_id ?? undefined,
        expected_question: each.expected_question ?? undefined,
        note: each.note ?? undefined,
      }))
      await admin.questionSets.put({ agentId }, { id: setId, name, questions: [...kept, one] })
      return t('added', { name })
    },
    onSuccess: tell,
    onError: tellError,
    onSettled: () => setsChanged(agentId),
  })
  if (!mayEdit) return null
  return (
    <>
      <Menu
        trigger={
          <Button size="s" look="quiet" icon={ListPlus} isBusy={adding.isPending}>
            {t('addToSet')}
          </Button>
        }
      >
        {sets.data?.items.map((set) => (
          <MenuItem key={set.id} onClick={() => adding.mutate(set)}>
            {set.name}
          </MenuItem>
        ))}
        {sets.data && sets.data.items.length > 0 && <MenuLine />}
        <MenuItem onClick={() => setNew(true)}>{t('newSet')}</MenuItem>
      </Menu>
      <QuestionSetEdit agentId={agentId} isOpen={isNew} close={() => setNew(false)} first={one} />
    </>
  )
}
