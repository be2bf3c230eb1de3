/** What happened in the handoff, apart from what was said. */
import type { DeskCase, HandoffEvent } from '@tandem/sdk/source'
import { deskTexts } from '../../texts/desk.ts'
import { useText } from '../../texts/text.ts'
import { Clock } from '../../ui/Time.tsx'
import { Part } from './Part.tsx'

/** Words stand in the talk. */
const SAID = new Set(['userMessage', 'humanReply', 'notice'])

export function Timeline({ handoff }: { handoff: DeskCase }) {
  const t = useText(deskTexts)
  const firstReply = handoff.timeline.find(({ kind }) => kind === 'humanReply')
  const shown = handoff.timeline.filter((event) => !SAID.has(event.kind) || event === firstReply)
  return (
    <Part title={t('timeline')}>
      <ol className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
        {shown.map((event, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what happened stays in its order
          <li key={n} className="col-span-2 grid grid-cols-subgrid">
            <span className="text-ink-3">
              <Clock at={event.at} />
            </span>
            <span className="min-w-0 break-words">{wordsOf(event, t)}</span>
          </li>
        ))}
      </ol>
    </Part>
  )
}

function wordsOf({ kind, detail }: HandoffEvent, t: ReturnType<typeof useText<typeof deskTexts>>): string {
  const key = `e_${kind}`
  const say = t as (key: string, values?: Record<string, string>) => string
  const { by, to, owner } = detail as Partial<Record<'by' | 'to' | 'owner', { name?: string }>>
  const nameOf = (one: { name?: string } | undefined) => one?.name ?? t('person')
  return key in deskTexts ? say(key, { name: nameOf(by), to: nameOf(to), owner: nameOf(owner) }) : kind
}
