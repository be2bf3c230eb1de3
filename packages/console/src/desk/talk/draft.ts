/** What somebody types to a user, kept for each conversation; words that could not be said come back into it with the reason. */
import { flushSync } from 'react-dom'
import { keep, kept } from '../../kept.ts'
import { useKeptDraft } from '../../kept-draft.ts'

export interface ReplyDraft {
  readonly text: string
  /** Why what is here was not said. */
  readonly refused?: { readonly code: number | string; readonly words: string } | undefined
}

/** The page was closed while words were sent with files. */
export const FILES_GONE = 'files gone'

const EMPTY: ReplyDraft = { text: '' }
const nameOf = (handoffId: string) => `desk.${handoffId}`

export const useReplyDraft = (handoffId: string) => useKeptDraft<ReplyDraft>(nameOf(handoffId), EMPTY)

/** Before whatever was typed since. */
export function giveBack(handoffId: string, text: string, refused: ReplyDraft['refused']): void {
  const typed = read(handoffId).text
  const draft: ReplyDraft = {
    text: typed === '' ? text : `${text}\n${typed}`,
    refused,
  }
  keep(`draft.${nameOf(handoffId)}`, JSON.stringify(draft))
}

function read(handoffId: string): ReplyDraft {
  try {
    return JSON.parse(kept(`draft.${nameOf(handoffId)}`) ?? '') as ReplyDraft
  } catch {
    return EMPTY
  }
}

export const COMPOSER_ID = 'composer'
const composer = () => document.getElementById(COMPOSER_ID) as HTMLTextAreaElement | null
export const focusComposer = () => composer()?.focus()

/** Puts words where the cursor stands or stood, in place of `length` characters before it, and leaves the cursor behind them. */
export function insertWords(handoffId: string, words: string, length = 0): void {
  const { text } = read(handoffId)
  const field = composer()
  const end = field?.value === text ? field.selectionEnd : text.length
  const before = text.slice(0, end - length)
  const gap = before === '' || /\s$/.test(before) ? '' : ' '
  const next: ReplyDraft = { text: before + gap + words + text.slice(end) }
  // Drawn at once: Enter that follows at once is meant for these words.
  flushSync(() => keep(`draft.${nameOf(handoffId)}`, JSON.stringify(next)))
  const from = before.length + gap.length
  const open = /\{\{[^{}]{1,60}\}\}/.exec(words)
  // A variable that nobody filled in is selected, so that typing replaces it.
  const [start, stop] = open
    ? [from + open.index, from + open.index + open[0].length]
    : [from + words.length, from + words.length]
  const shown = composer()
  shown?.focus()
  shown?.setSelectionRange(start, stop)
}
