/** Offers to teach the AI what a person answered, so that the next user need not wait. */
import type { DeskCase } from '@tandem/sdk/source'
import { GraduationCap } from 'lucide-react'
import { deskTexts } from '../../texts/desk.ts'
import { useText } from '../../texts/text.ts'
import { Button } from '../../ui/Button.tsx'
import { pairOf } from './pair-of.ts'

export function TeachCard({ handoff, teach }: { handoff: DeskCase; teach: () => void }) {
  const t = useText(deskTexts)
  const { question, answer } = pairOf(handoff)
  if (question === '' || answer === '') return null
  return (
    <section className="flex flex-col gap-2 rounded-lg bg-ai-bg px-3 py-2.5">
      <h2 className="font-semibold text-ai">{t('whenYouClose')}</h2>
      <p className="break-words">{t('teachWhat', { question })}</p>
      <div>
        <Button size="s" icon={GraduationCap} onClick={teach}>
          {t('makePair')}
        </Button>
      </div>
    </section>
  )
}
