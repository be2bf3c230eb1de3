/** What knowledge has for the user's last question; a key puts it into the reply. */
import type { DeskCase } from '@tandem/sdk/source'
import { useQuery } from '@tanstack/react-query'
import { deskTexts } from '../../texts/desk.ts'
import { useText } from '../../texts/text.ts'
import { Button } from '../../ui/Button.tsx'
import { Key } from '../../ui/Key.tsx'
import { Skeleton } from '../../ui/Panels.tsx'
import { suggestQuery } from '../queries.ts'
import { insertWords } from '../talk/draft.ts'
import { useActKeys } from '../use-acts.ts'
import { Part } from './Part.tsx'
import { lastAskedIn } from './pair-of.ts'

const SHOWN = 3

export function Suggestions({ handoff }: { handoff: DeskCase }) {
  const t = useText(deskTexts)
  const last = lastAskedIn(handoff)
  const { data, isPending } = useQuery(suggestQuery(handoff.id, last))
  const items = (data?.items ?? []).filter(({ band }) => band !== 'none').slice(0, SHOWN)
  const insert = (n: number) => {
    const item = items[n]
    if (item) insertWords(handoff.id, item.answer)
  }
  useActKeys({ '1': () => insert(0), '2': () => insert(1), '3': () => insert(2) })
  if (!last) return null
  return (
    <Part
      title={t('fromKnowledge')}
      beside={
        <span className="min-w-0 truncate text-xs text-ink-3">{t('forWords', { words: last.text })}</span>
      }
    >
      {isPending && <Skeleton className="h-16 w-full" />}
      {!isPending && items.length === 0 && <p className="text-ink-3">{t('noSuggestions')}</p>}
      {items.map(({ question, answer }, n) => (
        <div key={`${question}\n${answer}`} className="card flex flex-col gap-1 px-2.5 py-2">
          <bdi className="font-semibold break-words">{question}</bdi>
          <p dir="auto" className="line-clamp-3 break-words whitespace-pre-wrap text-ink-2">
            {answer}
          </p>
          <div>
            <Button size="s" onClick={() => insert(n)}>
              {t('insert')} <Key name={String(n + 1)} />
            </Button>
          </div>
        </div>
      ))}
    </Part>
  )
}
