/** A set of questions as lines to type or paste: the question and, behind a tab or an arrow, that of the pair it should find. */
import type { QuestionSetChange, SetQuestion } from '@tandem/sdk/source'

type Question = QuestionSetChange['questions'][number]

export function linesOf(questions: readonly Pick<SetQuestion, 'question' | 'expected_question'>[]): string {
  return questions
    .map(({ question, expected_question }) =>
      expected_question ? `${oneLine(question)} → ${oneLine(expected_question)}` : oneLine(question),
    )
    .join('\n')
}

/** What is known of a question besides the line, such as a note, stays with it as long as the line stays. */
export function questionsOf(text: string, before: readonly SetQuestion[]): Question[] {
  const known = new Map(before.map((each) => [linesOf([each]), each]))
  return text.split('\n').flatMap((line) => {
    const [question = '', expected = ''] = split(line)
    if (question === '') return []
    const now = { question, ...(expected === '' ? {} : { expected_question: expected }) }
    const old = known.get(linesOf([{ question, expected_question: expected || null }]))
    if (!old) return [now]
    return [
      {
        ...now,
        ...(old.expected_pair_id ? { expected_pair_id: old.expected_pair_id } : {}),
        ...(old.note ? { note: old.note } : {}),
      },
    ]
  })
}

function split(line: string): string[] {
  const at = [line.indexOf('\t'), line.indexOf('→')].filter((place) => place >= 0)
  if (at.length === 0) return [line.trim()]
  const place = Math.min(...at)
  return [line.slice(0, place).trim(), line.slice(place + 1).trim()]
}

const oneLine = (text: string) =>
  text
    .split(/[\r\n\t]/)
    .join(' ')
    .trim()
