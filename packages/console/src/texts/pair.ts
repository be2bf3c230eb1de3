/** Words of a form that makes a pair. */
import type { Texts } from './text.ts'

export const pairTexts = {
  question: ['Question of the pair', '问答中的问题'],
  answer: ['Answer', '答案'],
  answerHint: ['As the AI should say it, from now on.', 'AI 今后将如此回答。'],
} as const satisfies Texts
