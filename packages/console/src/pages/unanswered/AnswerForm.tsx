/** Answers a group with one pair. Before it is added it says which past questions it would have caught; those are closed with it. */
import type { CaughtQuestions, UnansweredQuestion } from '@tandem/sdk/source'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { admin, queryClient } from '../../api.ts'
import { PairFields } from '../../forms/pair-fields.tsx'
import { useKeptDraft } from '../../kept-draft.ts'
import { useText } from '../../texts/text.ts'
import { unansweredTexts } from '../../texts/unanswered.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Check } from '../../ui/Field.tsx'
import { ErrorNotice } from '../../ui/Panels.tsx'
import { caughtQuery, unansweredChanged } from './queries.ts'

export interface Answered {
  readonly docId: string
  readonly question: string
  /** How many questions are off the list with it. */
  readonly closed: number
}

/** Most ids that one answer may close. */
const MOST_ALSO = 500

export function AnswerForm({
  agentId,
  questions,
  onDone,
  dismiss,
}: {
  agentId: string
  questions: readonly UnansweredQuestion[]
  onDone: (answered: Answered) => void
  dismiss: ReactNode
}) {
  const t = useText(unansweredTexts)
  const first = questions[0] as UnansweredQuestion
  const [draft, setDraft, forget] = useKeptDraft(`unanswered.${first.id}`, {
    question: first.question,
    answer: '',
  })
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set())
  const pair = { question: draft.question.trim(), answer: draft.answer.trim() }
  const isComplete = pair.question !== '' && pair.answer !== ''
  const checking = useMutation({
    mutationFn: (wanted: typeof pair) => queryClient.fetchQuery(caughtQuery(agentId, wanted)),
  })
  // What was found for other words says nothing of these.
  const isCurrent =
    checking.variables?.question === pair.question && checking.variables.answer === pair.answer
  const caught = isCurrent ? checking.data : undefined
  const own = new Set(questions.map(({ id }) => id))
  const others = caught?.items.filter(({ question }) => !own.has(question.id)) ?? []
  const also = [
    ...questions.slice(1).map(({ id }) => id),
    ...others.filter(({ band }) => band === 'answer').map(({ question }) => question.id),
  ].filter((id) => !unticked.has(id))
  const answering = useMutation({
    mutationFn: () =>
      admin.unanswered.answer({ agentId, questionId: first.id }, { ...pair, also: also.slice(0, MOST_ALSO) }),
    onSuccess({ doc_id: docId }) {
      forget()
      onDone({ docId, question: pair.question, closed: also.length + 1 })
      void unansweredChanged(agentId)
    },
  })
  const error = answering.error ?? checking.error
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (caught) answering.mutate()
        else checking.mutate(pair)
      }}
    >
      <PairFields pair={draft} onChange={setDraft} />
      {error && <ErrorNotice error={error} />}
      {caught && (
        <Caught
          caught={caught}
          others={others}
          isTicked={(id) => !unticked.has(id)}
          toggle={(id) => setUnticked(toggled(unticked, id))}
        />
      )}
      <div className="flex justify-end gap-2">
        {dismiss}
        <Button
          look="ink"
          type="submit"
          disabled={!isComplete}
          isBusy={answering.isPending || checking.isPending}
        >
          {t(caught ? 'answerIt' : 'check')}
        </Button>
      </div>
    </form>
  )
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

function Caught({
  caught,
  others,
  isTicked,
  toggle,
}: {
  caught: CaughtQuestions
  others: CaughtQuestions['items']
  isTicked: (id: string) => boolean
  toggle: (id: string) => void
}) {
  const t = useText(unansweredTexts)
  return (
    <section role="status" className="flex flex-col gap-2 rounded-md bg-sunken p-3">
      <p className="font-semibold">
        {t('catches', { n: caught.answered })}
        {caught.offered > 0 && `, ${t('offers', { n: caught.offered })}`}
      </p>
      {caught.asked > 0 && <p className="text-ink-2">{t('caughtAsked', { n: caught.asked })}</p>}
      {others.length === 0 ? (
        <p className="text-ink-2">{t('catchesNone')}</p>
      ) : (
        <>
          <ul className="flex max-h-48 flex-col gap-1 overflow-y-auto">
            {others.map(({ question: { id, question }, band }) => (
              <li key={id} className="flex items-start gap-2">
                {band === 'answer' ? (
                  <Check label={<bdi>{question}</bdi>} checked={isTicked(id)} onChange={() => toggle(id)} />
                ) : (
                  <bdi className="pl-6 text-ink-2">{question}</bdi>
                )}
                <span className="ml-auto">
                  <Badge tone={band === 'answer' ? 'good' : 'warn'}>
                    {t(band === 'answer' ? 'wouldAnswer' : 'wouldOffer')}
                  </Badge>
                </span>
              </li>
            ))}
          </ul>
          <p className="text-xs text-ink-3">{t('tickHint')}</p>
        </>
      )}
    </section>
  )
}
