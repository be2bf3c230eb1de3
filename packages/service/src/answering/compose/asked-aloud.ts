/** Whether a message asks for a person in what it says aloud. What it says in writing was looked at when it was accepted. */

import { askedIn, languageOfAsk } from '@tandem/languages/asks-for-person'
import { detectLanguage } from '@tandem/languages/detect-language'
import { saysYes } from '@tandem/languages/says-yes'
import { offersPerson, type TurnInput } from '../turn.ts'
import type { Understood } from './understand.ts'

/** The language it asks in, null when that does not show; undefined when it does not ask. */
export function askedAloud(
  { canHandOver, conversation, history, settings }: TurnInput,
  { words, attachments }: Understood,
): { readonly language: string | null } | undefined {
  if (!canHandOver || attachments.transcript === '') return undefined
  const languages = askedIn(words, settings.handoff)
  if (languages) {
    const { default_language } = settings.answering
    return { language: languageOfAsk(words, languages, conversation.language, default_language) }
  }
  return offersPerson(history.at(-1)) && saysYes(words) ? { language: detectLanguage(words) } : undefined
}
