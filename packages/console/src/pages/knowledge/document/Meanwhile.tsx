/** Says that somebody else has changed an open pair, shows what they made of it, and lets the person choose. */
import { keep } from '../../../kept.ts'
import { documentTexts } from '../../../texts/knowledge-document.ts'
import { useText } from '../../../texts/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Diff } from '../../../ui/Diff.tsx'
import type { Said } from '../PairForm.tsx'

export function Meanwhile({
  before,
  now,
  draftName,
  goOn,
}: {
  before: Said
  now: Said
  draftName: string
  /** From what the pair says now. */
  goOn: () => void
}) {
  const t = useText(documentTexts)
  return (
    <div role="alert" className="flex flex-col gap-2 rounded-md border border-warn bg-warn-bg p-3 text-sm">
      <p className="font-semibold text-warn">{t('meanwhile')}</p>
      <div className="rounded-sm bg-surface p-2.5">
        <p className="font-semibold">
          <Diff before={before.question} after={now.question} />
        </p>
        <Diff before={before.answer} after={now.answer} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="s" onClick={goOn}>
          {t('keepMine')}
        </Button>
        <Button
          size="s"
          onClick={() => {
            keep(`draft.${draftName}`, undefined)
            goOn()
          }}
        >
          {t('takeTheirs')}
        </Button>
      </div>
    </div>
  )
}
