/** Where a person answers: the draft of this conversation, snippets after a slash, Enter sends. Words that were refused stand here. */
import type { DeskCase } from '@tandem/sdk/source'
import { CornerDownLeft } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { deskTexts } from '../../texts/desk.ts'
import { useText } from '../../texts/text.ts'
import { Button } from '../../ui/Button.tsx'
import { Key } from '../../ui/Key.tsx'
import { Notice } from '../../ui/Panels.tsx'
import { tellProblem } from '../../ui/Toast.tsx'
import { focusTalk } from '../keep-focus.ts'
import { SnippetList } from '../snippets/SnippetList.tsx'
import { useSnippets } from '../snippets/use-snippets.ts'
import type { Acts } from '../use-acts.ts'
import { addFiles, MOST_FILE_BYTES, MOST_FILES, setFiles, useFiles } from './attachments.ts'
import { COMPOSER_ID, FILES_GONE, useReplyDraft } from './draft.ts'
import { FileButton, FileChips } from './FileChips.tsx'
import { NotYours } from './NotYours.tsx'
import { say } from './outbox.ts'
import { useTellTyping } from './use-signs.ts'

const LONGEST = 20_000
const LIST_ID = 'snippet-list'

export function Composer({ handoff, name, acts }: { handoff: DeskCase; name: string; acts: Acts }) {
  const t = useText(deskTexts)
  const [draft, setDraft, forget] = useReplyDraft(handoff.id)
  const [cursor, setCursor] = useState(0)
  const tellTyping = useTellTyping(handoff.id, handoff.claim)
  const snippets = useSnippets(handoff.id, draft.text.slice(0, cursor))
  const { claim } = handoff
  const isOpen = claim !== null && handoff.handoff_state !== 'ENDED'
  const words = draft.text.trim()
  const files = useFiles(handoff.id)
  const canSend = isOpen && (words !== '' || files.length > 0)
  const send = () => {
    if (!canSend) return
    say(handoff, claim, words, files)
    setFiles(handoff.id, [])
    forget()
  }
  const attach = (list: FileList | null) => {
    const problem = addFiles(handoff.id, [...(list ?? [])])
    if (problem) tellProblem(t(problem, { n: problem === 'tooMany' ? MOST_FILES : MOST_FILE_BYTES / 1e6 }))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Enter that ends a choice of characters belongs to the input method.
    if (event.nativeEvent.isComposing || snippets.onKeyDown(event)) return
    if (event.key === 'Escape') {
      // Out of the text first; the next one leaves the talk.
      event.preventDefault()
      focusTalk()
    }
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    send()
  }
  if (!isOpen && words === '') return <NotYours handoff={handoff} name={name} acts={acts} />
  const { found, chosen } = snippets
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can be chosen with the button too
    <div
      className="relative shrink-0 border-t bg-surface px-4.5 py-3 max-md:px-3"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        if (isOpen) attach(event.dataTransfer.files)
      }}
    >
      {found.length > 0 && <SnippetList id={LIST_ID} choice={snippets} />}
      {draft.refused && <Notice tone="bad">{refusalOf(draft.refused, t)}</Notice>}
      {!isOpen && !draft.refused && <Notice tone="warn">{t('wordsKept')}</Notice>}
      <div className="mt-1 flex flex-col gap-1.5 rounded-lg border border-edge bg-surface px-3 py-2 focus-within:outline-2 focus-within:outline-focus">
        <textarea
          id={COMPOSER_ID}
          rows={2}
          dir="auto"
          maxLength={LONGEST}
          aria-label={t('replyTo', { name })}
          placeholder={t('replyTo', { name })}
          aria-autocomplete="list"
          aria-controls={found.length > 0 ? LIST_ID : undefined}
          aria-activedescendant={found.length > 0 ? `${LIST_ID}-${chosen}` : undefined}
          value={draft.text}
          onChange={(event) => {
            setCursor(event.target.selectionStart)
            setDraft({ ...draft, text: event.target.value })
            tellTyping()
          }}
          onSelect={(event) => setCursor(event.currentTarget.selectionStart)}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            if (event.clipboardData.files.length === 0) return
            event.preventDefault()
            attach(event.clipboardData.files)
          }}
          className="field-sizing-content max-h-48 min-h-11 w-full resize-none bg-transparent text-talk outline-none"
        />
        <FileChips handoffId={handoff.id} />
        <div className="flex items-center gap-3 text-xs text-ink-3">
          <span className="pointer-coarse:hidden">
            <Key name="/" /> {t('snippets')}
          </span>
          <span className="max-md:hidden pointer-coarse:hidden">
            <span className="text-ink">
              <Key name="Esc" />
            </span>{' '}
            {t('toKeys')}
          </span>
          <FileButton attach={attach} />
          <span className="ml-auto">
            <Button size="s" look="ink" icon={CornerDownLeft} disabled={!canSend} onClick={send}>
              {t('send')}
            </Button>
          </span>
        </div>
      </div>
      {!isOpen && <NotYours handoff={handoff} name={name} acts={acts} isBelow />}
    </div>
  )
}

const CLAIM_OVER = 40902
const HANDOFF_OVER = 40357

function refusalOf(
  { code, words }: { code: number | string; words: string },
  t: ReturnType<typeof useText<typeof deskTexts>>,
): string {
  if (code === CLAIM_OVER) return t('refusedClaim')
  if (code === HANDOFF_OVER) return t('refusedEnded')
  if (code === FILES_GONE) return t('refusedFiles')
  return t('refused', { reason: words })
}
