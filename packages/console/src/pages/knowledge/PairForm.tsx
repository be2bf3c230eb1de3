/** A pair to edit: what is typed is kept in this browser until it is saved or discarded. */
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useKeptDraft } from '../../kept-draft.ts'
import { isMac } from '../../keys.ts'
import { documentTexts } from '../../texts/knowledge-document.ts'
import { useText } from '../../texts/text.ts'
import { uiTexts } from '../../texts/ui.ts'
import { Button } from '../../ui/Button.tsx'
import { TextArea } from '../../ui/Field.tsx'
import { Key } from '../../ui/Key.tsx'
import { ErrorNotice } from '../../ui/Panels.tsx'

export interface Said {
  readonly question: string
  readonly answer: string
}

export function PairForm({
  draftName,
  pair,
  error,
  isBusy,
  action,
  save,
  cancel,
  isPassage = false,
  isBlocked = false,
  beside,
  children,
}: {
  /** What it is kept under. */
  draftName: string
  pair: Said
  error: Error | null
  isBusy: boolean
  action: string
  /** `done` forgets what was kept. */
  save: (said: Said, done: () => void) => void
  cancel: () => void
  /** It has no question. */
  isPassage?: boolean
  /** Something has to be settled first. */
  isBlocked?: boolean
  /** At the other end of the line of buttons. */
  beside?: React.ReactNode
  /** Above the fields, such as what somebody else has made of it. */
  children?: React.ReactNode
}) {
  const t = useText(documentTexts)
  const ui = useText(uiTexts)
  const [kept, keep, forget] = useKeptDraft<Said | null>(draftName, null)
  const { question, answer } = kept ?? pair
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  const isReady = !isBlocked && (isPassage || question.trim() !== '') && answer.trim() !== ''
  const submit = () => isReady && !isBusy && save({ question, answer }, forget)
  const hear = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      submit()
    }
    if (event.key === 'Escape') cancel()
  }
  return (
    <form
      ref={form}
      className="flex flex-col gap-2.5"
      onKeyDown={hear}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {children}
      {error && <ErrorNotice error={error} />}
      {!isPassage && (
        <TextArea
          label={t('question')}
          dir="auto"
          rows={rowsFor(question, 1)}
          value={question}
          onChange={({ target }) => keep({ question: target.value, answer })}
        />
      )}
      <TextArea
        label={t('answer')}
        dir="auto"
        rows={rowsFor(answer, 3)}
        value={answer}
        onChange={({ target }) => keep({ question, answer: target.value })}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        {beside && <div className="mr-auto flex flex-wrap items-center gap-3">{beside}</div>}
        {kept !== null && (
          <Button
            look="quiet"
            onClick={() => {
              forget()
              cancel()
            }}
          >
            {t('discardTyped')}
          </Button>
        )}
        <Button onClick={cancel}>
          {ui('close')} <Key name="Esc" />
        </Button>
        <Button look="ink" type="submit" isBusy={isBusy} disabled={!isReady}>
          {action} <Key name={isMac ? '⌘↵' : 'Ctrl ↵'} />
        </Button>
      </div>
    </form>
  )
}

const rowsFor = (text: string, least: number) =>
  Math.min(14, Math.max(least, text.split('\n').length + Math.floor(text.length / 90)))
