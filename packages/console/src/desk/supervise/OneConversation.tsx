/** One conversation, read by somebody who does not have it; taken over from the AI in one step. */
import { useQuery } from '@tanstack/react-query'
import { deskTexts } from '../../texts/desk.ts'
import { deskSuperviseTexts } from '../../texts/desk-supervise.ts'
import { useText } from '../../texts/text.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorState, SkeletonRows } from '../../ui/Panels.tsx'
import { deskPaths } from '../desk-paths.ts'
import { conversationQuery } from '../queries.ts'
import { DeskLines } from '../talk/DeskLines.tsx'
import { useStickyEnd } from '../talk/use-sticky-end.ts'
import type { Acts } from '../use-acts.ts'
import { BackToList } from './BackToList.tsx'

export function OneConversation({
  conversationId,
  acts,
  me,
}: {
  conversationId: string
  acts: Acts
  /** The account of whoever reads it. */
  me: string
}) {
  const t = useText(deskSuperviseTexts)
  const desk = useText(deskTexts)
  const { data, error, refetch } = useQuery(conversationQuery(conversationId))
  const box = useStickyEnd(data?.messages.length ?? 0)
  if (!data)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <SkeletonRows rows={12} />
  const { owner, user_id, email, anonymous_id } = data.conversation
  const name = user_id ?? email ?? desk('visitor', { id: anonymous_id.slice(-4) })
  const isWithAi = owner !== 'human'
  return (
    <section aria-label={desk('talkWith', { name })} className="flex min-h-0 grow flex-col">
      <header className="flex min-h-12 shrink-0 flex-wrap items-center gap-3 border-b bg-surface px-4.5 py-1.5 max-md:px-3">
        <BackToList href={deskPaths.conversations} />
        <h1 className="min-w-0 truncate text-talk font-semibold tracking-tight">
          <bdi>{name}</bdi>
        </h1>
        <Badge tone={isWithAi ? 'ai' : 'person'}>{t(isWithAi ? 'aiHas' : 'personHas')}</Badge>
      </header>
      <div ref={box} className="min-h-0 grow overflow-y-auto">
        <DeskLines talk={data.messages} name={name} me={me} />
      </div>
      {isWithAi && (
        <div className="flex shrink-0 flex-wrap items-center gap-3 border-t bg-surface px-4.5 py-4 text-sm max-md:px-3">
          <p className="grow text-ink-2">{t('takeOverWhy')}</p>
          <Button look="ink" isBusy={acts.isBusy} onClick={() => acts.takeOver(conversationId)}>
            {t('takeOver')}
          </Button>
        </div>
      )}
    </section>
  )
}
