/** Makes a set of questions, or changes one: its name, and its questions as lines. */
import type { QuestionSet } from '@tandem/sdk/source'
import { useMutation } from '@tanstack/react-query'
import { admin } from '../api.ts'
import { useKeptDraft } from '../kept-draft.ts'
import { useLeadOn } from '../lead-on.ts'
import { setsChanged } from '../pages/test/queries.ts'
import { linesOf, questionsOf } from '../pages/test/set-lines.ts'
import { paths } from '../paths.ts'
import { testTexts } from '../texts/test.ts'
import { useText } from '../texts/text.ts'
import { uiTexts } from '../texts/ui.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextArea, TextField } from '../ui/Field.tsx'
import { ErrorNotice } from '../ui/Panels.tsx'

const LONGEST_NAME = 200

export function QuestionSetEdit({
  agentId,
  isOpen,
  close,
  set,
  first,
}: {
  agentId: string
  isOpen: boolean
  close: () => void
  /** The one to change; a new one without it. */
  set?: QuestionSet
  /** A question that a new set begins with. */
  first?: { readonly question: string; readonly expected_question?: string }
}) {
  const t = useText(testTexts)
  const ui = useText(uiTexts)
  const leadOn = useLeadOn()
  const begin = first ? [{ ...first, expected_question: first.expected_question ?? null }] : []
  const initial = { name: set?.name ?? '', lines: linesOf(set?.questions ?? begin), seenAt: set?.updated_at }
  const [draft, setDraft, forget] = useKeptDraft(
    `set.${agentId}.${set?.id ?? first?.question ?? 'new'}`,
    initial,
  )
  const questions = questionsOf(draft.lines, set?.questions ?? [])
  const saving = useMutation({
    mutationFn: () =>
      admin.questionSets.put(
        { agentId },
        // What was typed before a colleague's change must not undo it.
        {
          ...(set ? { id: set.id } : {}),
          ...(draft.seenAt === undefined ? {} : { if_updated_at: draft.seenAt }),
          name: draft.name.trim(),
          questions,
        },
      ),
    async onSuccess(saved) {
      await setsChanged(agentId)
      forget()
      close()
      leadOn(paths.questionSet(agentId, saved.id))
    },
  })
  /** What was typed is there again next time. */
  const leave = () => {
    saving.reset()
    close()
  }
  const giveUp = () => {
    forget()
    leave()
  }
  return (
    <Dialog
      isOpen={isOpen}
      close={leave}
      title={t(set ? 'editSet' : 'newSet')}
      width="l"
      foot={
        <>
          <Button onClick={giveUp}>{ui('cancel')}</Button>
          <Button
            look="ink"
            isBusy={saving.isPending}
            disabled={draft.name.trim() === ''}
            onClick={() => saving.mutate()}
          >
            {ui('save')}
          </Button>
        </>
      }
    >
      {saving.error && <ErrorNotice error={saving.error} />}
      <TextField
        label={t('name')}
        required
        maxLength={LONGEST_NAME}
        value={draft.name}
        onChange={(event) => setDraft({ ...draft, name: event.target.value })}
      />
      <TextArea
        label={t('lines')}
        hint={
          <>
            {t('linesHint')} {t('nQuestions', { n: questions.length })}.
          </>
        }
        rows={12}
        dir="auto"
        value={draft.lines}
        onChange={(event) => setDraft({ ...draft, lines: event.target.value })}
      />
    </Dialog>
  )
}
