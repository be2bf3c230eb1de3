/** Where something is said: as the user, or, while a person has the floor, as that person. */
import { CornerDownLeft, PhoneOff, UserRound } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useKeys } from '../../keys.ts'
import { playgroundTexts } from '../../texts/playground.ts'
import { useText } from '../../texts/text.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Panels.tsx'
import type { PlaygroundTalk } from './use-talk.ts'

const LONGEST = 20_000

export function Composer({ talk }: { talk: PlaygroundTalk }) {
  const t = useText(playgroundTexts)
  const [text, setText] = useState('')
  const [isPerson, setPerson] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  useKeys({ '/': () => field.current?.focus() })
  const handoffId = talk.conversation?.handoff_id ?? undefined
  const asPerson = isPerson && handoffId !== undefined
  const send = async () => {
    const words = text.trim()
    if (words === '' || talk.saying) return
    setText('')
    const worked = asPerson ? await talk.sayAsPerson(handoffId, words) : await talk.say(words)
    // What was not said is not lost.
    if (!worked) setText((now) => now || words)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }
  return (
    <div className="flex flex-col gap-2 border-t px-4 py-3">
      {talk.error && (
        <Notice tone="bad">
          {talk.error.hint ?? talk.error.message}
          {talk.error.requestId && <code className="mt-1 block text-xs">{talk.error.requestId}</code>}
        </Notice>
      )}
      <div className="flex items-end gap-2 rounded-lg border border-edge bg-surface px-3 py-1.5 focus-within:outline-2 focus-within:outline-focus">
        <textarea
          ref={field}
          rows={1}
          dir="auto"
          maxLength={LONGEST}
          aria-label={asPerson ? t('askAsPerson') : t('ask')}
          placeholder={asPerson ? t('askAsPerson') : t('ask')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-40 min-h-7 min-w-0 grow resize-none bg-transparent py-1 text-talk outline-none"
        />
        <IconButton
          icon={CornerDownLeft}
          label={t('send')}
          disabled={text.trim() === '' || talk.saying !== undefined}
          onClick={() => void send()}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {handoffId === undefined ? (
          <Button size="s" look="quiet" icon={UserRound} onClick={() => void talk.askForPerson()}>
            {t('askForPerson')}
          </Button>
        ) : (
          <>
            <label className="flex items-center gap-1.5 text-sm text-person">
              <input
                type="checkbox"
                checked={isPerson}
                onChange={(event) => setPerson(event.target.checked)}
                className="size-4 accent-ink"
              />
              {t('speakAsPerson')}
            </label>
            <Button
              size="s"
              look="quiet"
              icon={PhoneOff}
              onClick={() => void (asPerson ? talk.closeAsPerson(handoffId) : talk.endHandoff())}
            >
              {asPerson ? t('closeAsPerson') : t('endHandoff')}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
