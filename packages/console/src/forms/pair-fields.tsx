/** The fields of a pair that is made of what people asked. */
import { pairTexts } from '../texts/pair.ts'
import { useText } from '../texts/text.ts'
import { TextArea, TextField } from '../ui/Field.tsx'

export interface PairWords {
  readonly question: string
  readonly answer: string
}

export function PairFields({ pair, onChange }: { pair: PairWords; onChange: (pair: PairWords) => void }) {
  const t = useText(pairTexts)
  return (
    <>
      <TextField
        label={t('question')}
        dir="auto"
        required
        maxLength={2_000}
        value={pair.question}
        onChange={({ target }) => onChange({ ...pair, question: target.value })}
      />
      <TextArea
        label={t('answer')}
        hint={t('answerHint')}
        dir="auto"
        required
        rows={5}
        maxLength={20_000}
        value={pair.answer}
        onChange={({ target }) => onChange({ ...pair, answer: target.value })}
      />
    </>
  )
}
