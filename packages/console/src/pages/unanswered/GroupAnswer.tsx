/** A group of questions: as people asked them, and a form that answers them all with one pair. */
import type { UnansweredGroup, UnansweredQuestion } from '@tandem/sdk/source'
import { useMutation } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { admin } from '../../api.ts'
import { paths, withQuery } from '../../paths.ts'
import { useText } from '../../texts/text.ts'
import { uiTexts } from '../../texts/ui.ts'
import { unansweredTexts } from '../../texts/unanswered.ts'
import { Button, ButtonLink, IconButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Panels.tsx'
import { Time } from '../../ui/Time.tsx'
import { tell, tellError } from '../../ui/Toast.tsx'
import { useMayEdit } from '../knowledge/may-edit.ts'
import { type Answered, AnswerForm } from './AnswerForm.tsx'
import { unansweredChanged } from './queries.ts'

interface Props {
  readonly agentId: string
  readonly group: UnansweredGroup
  readonly close: () => void
  readonly goOn: () => void
}

export function GroupAnswer({ agentId, group, close, goOn }: Props) {
  const t = useText(unansweredTexts)
  const ui = useText(uiTexts)
  const mayEdit = useMayEdit()
  // What was read first stays in sight when the list moves on without it.
  const [{ questions, question }] = useState(group)
  const [done, setDone] = useState<Answered | undefined>()
  const isOpen = questions[0]?.state === 'open'
  const dismissing = useMutation({
    async mutationFn() {
      for (const { id } of questions) await admin.unanswered.dismiss({ agentId, questionId: id })
    },
    onSuccess: () => {
      tell(t('dismissed1'))
      goOn()
    },
    onError: tellError,
    onSettled: () => unansweredChanged(agentId),
  })
  return (
    <div className="flex flex-col gap-4 text-sm">
      <div className="flex items-start gap-2">
        <h2 dir="auto" className="min-w-0 grow text-talk font-semibold break-words">
          {question}
        </h2>
        <IconButton icon={X} label={ui('close')} onClick={close} />
      </div>
      <Wordings agentId={agentId} questions={questions} />
      {done ? (
        <>
          <Notice tone="good">
            <b>{t('done')}</b> {t('doneWhy', { n: done.closed })}
          </Notice>
          <div className="flex flex-wrap gap-2">
            <ButtonLink size="s" href={paths.document(agentId, done.docId)}>
              {t('seeDocument')}
            </ButtonLink>
            <ButtonLink size="s" href={withQuery(paths.test(agentId), { q: done.question })}>
              {t('testIt')}
            </ButtonLink>
            <Button
              size="s"
              look="ink"
              onClick={() => {
                void unansweredChanged(agentId)
                goOn()
              }}
            >
              {t('next')}
            </Button>
          </div>
        </>
      ) : mayEdit && isOpen ? (
        <AnswerForm
          agentId={agentId}
          questions={questions}
          onDone={setDone}
          dismiss={
            <Button look="quiet" isBusy={dismissing.isPending} onClick={() => dismissing.mutate()}>
              {t('dismiss')}
            </Button>
          }
        />
      ) : (
        isOpen && <p className="text-ink-3">{t('readOnly')}</p>
      )}
    </div>
  )
}

function Wordings({ agentId, questions }: { agentId: string; questions: readonly UnansweredQuestion[] }) {
  const t = useText(unansweredTexts)
  return (
    <section className="flex flex-col gap-1.5">
      <h3 className="text-xs font-semibold text-ink-3">{t('wordings')}</h3>
      <ul className="flex max-h-60 flex-col gap-1.5 overflow-y-auto">
        {questions.map(({ id, question, asked, conversation_id, message_id, last_asked_at }) => (
          <li key={id} className="flex flex-col rounded-md bg-sunken px-2.5 py-1.5">
            <bdi className="break-words">{question}</bdi>
            <span className="flex flex-wrap gap-x-2 text-xs text-ink-3">
              <span className="num">{t('asked', { n: asked })}</span>
              <Time at={last_asked_at} />
              {conversation_id !== '' && (
                <Link
                  href={withQuery(paths.conversation(agentId, conversation_id), { message: message_id })}
                  className="linked"
                >
                  {t('seeTalk')}
                </Link>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
