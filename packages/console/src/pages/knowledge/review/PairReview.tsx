/** One pair of a draft beside the passage it came from, with what can be said about it. */
import type { DraftPair, TandemError } from '@tandem/sdk/source'
import type { UseMutationResult } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Check, Pencil, Undo2, X } from 'lucide-react'
import { reviewTexts } from '../../../texts/knowledge-review.ts'
import { useText } from '../../../texts/text.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Key } from '../../../ui/Key.tsx'
import { Notice } from '../../../ui/Panels.tsx'
import { Origin } from '../Origin.tsx'
import { PairForm } from '../PairForm.tsx'
import { Passage } from './Passage.tsx'
import type { Decision } from './use-review.ts'

type Edit = UseMutationResult<DraftPair, TandemError, { ordinal: number; question: string; answer: string }>

const tones = { pending: 'warn', approved: 'good', edited: 'good', dropped: 'plain' } as const

export function PairReview({
  docId,
  pair,
  place,
  isBusy,
  say,
  step,
  isEditing,
  setEditing,
  edit,
  edited,
}: {
  docId: string
  pair: DraftPair
  /** Such as “3 of 40”. */
  place: string
  isBusy: boolean
  say: (decision: Decision) => void
  step: (by: number) => void
  isEditing: boolean
  setEditing: (isEditing: boolean) => void
  edit: Edit
  edited: () => void
}) {
  const t = useText(reviewTexts)
  const held = pair.origin?.held ?? []
  return (
    <div className="grid min-h-0 grow auto-rows-min grid-cols-[minmax(0,3fr)_minmax(0,2fr)] gap-5 overflow-y-auto p-5 max-xl:grid-cols-1 max-md:p-3">
      <section aria-label={t('pair')} className="card flex flex-col gap-3 p-4">
        <div className="flex items-center gap-2">
          <Badge tone={tones[pair.state]}>{t(pair.state)}</Badge>
          <span className="num text-sm text-ink-3">{place}</span>
          <span className="ml-auto flex gap-1">
            <IconButton icon={ArrowUp} label={t('before')} onClick={() => step(-1)} />
            <IconButton icon={ArrowDown} label={t('next')} onClick={() => step(1)} />
          </span>
        </div>
        {held.length > 0 && pair.state === 'pending' && (
          <Notice tone="warn">
            <strong>{t('heldWhy')}</strong> {held.join(' ')}
          </Notice>
        )}
        {isEditing ? (
          <PairForm
            draftName={`draft-pair.${docId}.${pair.ordinal}`}
            pair={pair}
            error={edit.error}
            isBusy={edit.isPending}
            action={t('saveApprove')}
            cancel={() => setEditing(false)}
            save={(change, done) =>
              edit.mutate(
                { ordinal: pair.ordinal, ...change },
                {
                  onSuccess() {
                    done()
                    setEditing(false)
                    edited()
                  },
                },
              )
            }
          />
        ) : (
          <>
            <h2 dir="auto" className="text-talk font-semibold break-words">
              {pair.question}
            </h2>
            <p dir="auto" className="text-talk break-words whitespace-pre-wrap">
              {pair.answer}
            </p>
            <div className="flex flex-wrap gap-2 border-t pt-3">
              <Button look="ink" icon={Check} disabled={isBusy} onClick={() => say('approve')}>
                {t('approve')} <Key name="A" />
              </Button>
              <Button icon={Pencil} onClick={() => setEditing(true)}>
                {t('edit')} <Key name="E" />
              </Button>
              <Button icon={X} disabled={isBusy} onClick={() => say('drop')}>
                {t('drop')} <Key name="D" />
              </Button>
              {pair.state !== 'pending' && (
                <Button look="quiet" icon={Undo2} disabled={isBusy} onClick={() => say('reset')}>
                  {t('reset')} <Key name="U" />
                </Button>
              )}
            </div>
          </>
        )}
      </section>
      <section aria-label={t('passage')} className="flex flex-col gap-2">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 className="text-sm font-semibold">{t('passage')}</h2>
          <Origin origin={pair.origin} />
        </div>
        <Passage docId={docId} pair={pair} />
      </section>
    </div>
  )
}
