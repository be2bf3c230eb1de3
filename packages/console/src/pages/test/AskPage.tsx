/** Ask as a user would: the answer as it would be said, everything that was found, and why. Nothing is stored. */
import { useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useAgentId } from '../../agent.ts'
import { useFilters } from '../../filters.ts'
import { useKeptDraft } from '../../kept-draft.ts'
import { useKeys } from '../../keys.ts'
import { shellTexts } from '../../texts/shell.ts'
import { testTexts } from '../../texts/test.ts'
import { useText } from '../../texts/text.ts'
import { Button } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { Empty, ErrorState, SkeletonRows } from '../../ui/Panels.tsx'
import { AddToSet } from './AddToSet.tsx'
import { Found } from './Found.tsx'
import { ModelRequests } from './ModelRequests.tsx'
import { dryRunQuery } from './queries.ts'
import { SetList } from './SetList.tsx'
import { WouldSay } from './WouldSay.tsx'

const LONGEST = 8_000

export function AskPage() {
  const t = useText(testTexts)
  const shell = useText(shellTexts)
  const agentId = useAgentId()
  const [{ q = '' }, setFilters] = useFilters(['q'])
  const [text, setText] = useKeptDraft(`ask.${agentId}`, q)
  const box = useRef<HTMLTextAreaElement>(null)
  useKeys({ '/': () => box.current?.focus() })
  // A person who came by a link sees its question.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed meanwhile stays
  useEffect(() => {
    if (q !== '') setText(q)
  }, [q])
  const run = useQuery(dryRunQuery(agentId, q))
  const ask = () => {
    const wanted = text.trim().slice(0, LONGEST)
    if (wanted === '') return
    if (wanted === q) void run.refetch()
    else setFilters({ q: wanted })
  }
  const hear = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    ask()
  }
  return (
    <Page title={shell('test')} about={t('about')}>
      <div className="grid grid-cols-[minmax(0,1fr)_320px] items-start gap-5 max-xl:grid-cols-1">
        <div className="flex min-w-0 flex-col gap-4">
          <form
            className="card flex flex-col gap-2 p-3"
            onSubmit={(event) => {
              event.preventDefault()
              ask()
            }}
          >
            <textarea
              ref={box}
              rows={2}
              dir="auto"
              aria-label={t('question')}
              placeholder={t('questionHint')}
              maxLength={LONGEST}
              value={text}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={hear}
              className="w-full resize-y bg-surface px-1 text-talk outline-offset-4"
            />
            <div className="flex items-center gap-2">
              {run.data && <AddToSet agentId={agentId} question={q} run={run.data} />}
              <Button
                look="ink"
                type="submit"
                className="ml-auto"
                isBusy={run.isFetching}
                disabled={text.trim() === ''}
              >
                {q !== '' && text.trim() === q ? t('askAgain') : t('ask')}
              </Button>
            </div>
          </form>
          {q === '' && (
            <Empty icon={FlaskConical} title={t('nothingYet')}>
              {t('nothingYetWhy')}
            </Empty>
          )}
          {q !== '' && !run.data && run.isFetching && <SkeletonRows />}
          {q !== '' && run.error && !run.isFetching && (
            <ErrorState error={run.error} retry={() => void run.refetch()} />
          )}
          {run.data && !run.error && (
            <>
              <WouldSay agentId={agentId} asked={q} run={run.data} />
              <Found searches={run.data.searches} />
              {run.data.model && <ModelRequests model={run.data.model} />}
            </>
          )}
        </div>
        <SetList agentId={agentId} />
      </div>
    </Page>
  )
}
