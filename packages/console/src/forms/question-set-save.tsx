/** Keeps the questions of a talk as a question set, or adds them to one. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { admin, queryClient } from '../api.ts'
import { playgroundTexts } from '../texts/playground.ts'
import { useText } from '../texts/text.ts'
import { uiTexts } from '../texts/ui.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Check, TextField } from '../ui/Field.tsx'
import { tell } from '../ui/Toast.tsx'

const LONGEST_NAME = 200

export interface AskedQuestion {
  readonly question: string
  /** The question of the pair that answered it. */
  readonly expected: string | undefined
}

export function QuestionSetSave({
  agentId,
  questions,
  isOpen,
  close,
}: {
  agentId: string
  questions: readonly AskedQuestion[]
  isOpen: boolean
  close: () => void
}) {
  const t = useText(playgroundTexts)
  const ui = useText(uiTexts)
  const [name, setName] = useState('')
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const chosen = questions.filter((_, n) => !left.has(n))
  const save = useMutation({
    mutationFn: async () => {
      const added = chosen.map(({ question, expected }) => ({ question, expected_question: expected }))
      return admin.questionSets.put(
        { agentId },
        { name: name.trim(), questions: [...(await before()), ...added] },
      )
    },
    onSuccess: () => {
      tell(t('saved', { n: chosen.length, name: name.trim() }))
      close()
      return queryClient.invalidateQueries({ queryKey: ['question-sets'] })
    },
  })
  /** A set of that name keeps what it has. */
  async function before() {
    const { items } = await admin.questionSets.list({ agentId })
    const known = items.find((set) => set.name === name.trim())
    if (!known) return []
    const { questions } = await admin.questionSets.get({ agentId, setId: known.id })
    return questions.map(({ question, expected_pair_id, expected_question, note }) => ({
      question,
      expected_pair_id: expected_pair_id ?? undefined,
      expected_question: expected_question ?? undefined,
      note: note ?? undefined,
    }))
  }
  return (
    <Dialog isOpen={isOpen} close={close} title={t('save')} width="m">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <TextField
          label={t('setName')}
          hint={t('setNameHint')}
          error={save.error ? (save.error.hint ?? save.error.message) : undefined}
          required
          maxLength={LONGEST_NAME}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <div className="flex max-h-72 flex-col gap-2 overflow-y-auto">
          {questions.map(({ question, expected }, n) => (
            <Check
              // biome-ignore lint/suspicious/noArrayIndexKey: questions of a talk keep their places
              key={n}
              label={question}
              hint={expected === undefined ? t('expectsNone') : t('expects', { question: expected })}
              checked={!left.has(n)}
              onChange={({ target }) =>
                setLeft(new Set(target.checked ? [...left].filter((each) => each !== n) : [...left, n]))
              }
            />
          ))}
        </div>
        <div className="flex justify-end gap-2">
          <Button onClick={close}>{ui('cancel')}</Button>
          <Button
            look="ink"
            type="submit"
            isBusy={save.isPending}
            disabled={name.trim() === '' || chosen.length === 0}
          >
            {t('saveN', { n: chosen.length })}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
