/** What came of a question, in a word with its icon. */
import { conversationTexts } from '../../texts/conversations.ts'
import { useText } from '../../texts/text.ts'
import { State, type StateTone } from '../../ui/Badge.tsx'

const tones: Record<string, StateTone> = {
  answered: 'good',
  offered: 'waiting',
  unanswered: 'bad',
  small_talk: 'none',
  handed_over: 'waiting',
}
type Outcome = 'answered' | 'offered' | 'unanswered' | 'small_talk' | 'handed_over'

export function OutcomeBadge({ outcome }: { outcome: string | null | undefined }) {
  const t = useText(conversationTexts)
  const tone = tones[outcome ?? '']
  if (!tone) return <span className="text-ink-3">–</span>
  return <State is={tone}>{t(outcome as Outcome)}</State>
}
