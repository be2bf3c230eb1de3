/** The questions of a message that holds several things: each sentence that asks, or each sentence where none shows that it does. */

/** More are not answered one by one. */
const MOST = 8
const BETWEEN = /(?<=[.!?;:…])\s+|(?<=[。！？；؟])\s*|\n+/u
/** Words a question begins with, mark or no mark. */
const FIRST_WORD = String.raw`(?:how|what|when|where|who|why|which|can|could|do|does|is|are|wie|was|wann|wo|wer|warum|kann|comment|quand|où|combien|puis-je|est-ce|cómo|cuándo|cuánto|dónde|puedo|como|quando|quanto|onde|posso|come|dove|hoe|wat|waar|kan|как|когда|где|сколько|можно)(?!\p{L})`
/** “… and can I park there?” */
const AND_ASKS = new RegExp(String.raw`(?<!\s)\s+(?:and(?: also)?|und|et|y|e|en|и)\s+(?=${FIRST_WORD})`, 'iu')
const ASKS = new RegExp(String.raw`^[¿\s]*${FIRST_WORD}|[?？؟]["”’)\s]*$`, 'iu')
const ENDS = /[?？؟]["”’)\s]*$/u
const HAS_WORDS = /[\p{L}\p{N}]/u
/** Most messages are one question; they are not taken apart. */
const MAY_BE_SEVERAL = /[.!?;:…。！？；؟]\s*\S|\n[^\S\n]*\S|\s(?:and|und|et|y|e|en|и)\s/iu

export interface Asked {
  readonly text: string
  /** It begins or ends as questions do. */
  readonly isQuestion: boolean
}

/** In their order; empty when it is one thing. */
export function splitQuestions(text: string): readonly Asked[] {
  if (!MAY_BE_SEVERAL.test(text)) return []
  const parts = text
    .split(BETWEEN)
    .flatMap(splitAtAnd)
    .map((part) => ({ text: part.trim(), isQuestion: ASKS.test(part) }))
    .filter((part) => HAS_WORDS.test(part.text))
  if (parts.length < 2) return []
  const questions = parts.filter(({ isQuestion }) => isQuestion)
  const wanted = questions.length > 0 ? questions : parts
  return wanted.length <= MOST ? wanted : [...wanted.slice(0, MOST / 2), ...wanted.slice(-MOST / 2)]
}

/** Both halves of a question are questions. */
function splitAtAnd(sentence: string): readonly string[] {
  const halves = sentence.split(AND_ASKS)
  return ENDS.test(sentence) ? halves.map((half, i) => (i < halves.length - 1 ? `${half}?` : half)) : halves
}
