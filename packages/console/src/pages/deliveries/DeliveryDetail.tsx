/** One delivery: why it stands where it stands, every attempt, what was sent and what came back, and sending it again. */

import type { DeliveryDetail as Detail } from '@tandem/sdk/source'
import { useMutation, useQuery } from '@tanstack/react-query'
import { RotateCw, X } from 'lucide-react'
import { Link } from 'wouter'
import { admin, queryClient } from '../../api.ts'
import { paths } from '../../paths.ts'
import { deliveryTexts } from '../../texts/deliveries.ts'
import { useLocale } from '../../texts/language.ts'
import { type Say, useText } from '../../texts/text.ts'
import { uiTexts } from '../../texts/ui.ts'
import { State } from '../../ui/Badge.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Code } from '../../ui/Code.tsx'
import { Id, shortId } from '../../ui/Id.tsx'
import { ErrorState, Notice, SkeletonRows } from '../../ui/Panels.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { relative, useNow } from '../../ui/Time.tsx'
import { tell, tellError } from '../../ui/Toast.tsx'
import { AttemptCard } from './AttemptCard.tsx'
import { Answer, Request } from './Exchange.tsx'
import { deliveryQuery } from './queries.ts'
import { SignatureExplainer } from './SignatureExplainer.tsx'

type T = Say<typeof deliveryTexts>

export function DeliveryDetail({
  agentId,
  deliveryId,
  close,
}: {
  agentId: string
  deliveryId: string
  close: () => void
}) {
  const ui = useText(uiTexts)
  const query = useQuery(deliveryQuery(deliveryId))
  if (query.data) return <Shown agentId={agentId} delivery={query.data} close={close} />
  return (
    <>
      <div className="flex justify-end">
        <IconButton icon={X} label={ui('close')} onClick={close} />
      </div>
      {query.error ? <ErrorState error={query.error} retry={() => query.refetch()} /> : <SkeletonRows />}
    </>
  )
}

function Shown({ agentId, delivery, close }: { agentId: string; delivery: Detail; close: () => void }) {
  const t = useText(deliveryTexts)
  const ui = useText(uiTexts)
  const isPending = delivery.state === 'pending'
  const replay = useMutation({
    mutationFn: () => admin.deliveries.replay({ deliveryId: delivery.id }),
    onSuccess: () => tell(t(isPending ? 'triesNow' : 'sentAgain')),
    onError: tellError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['delivery', delivery.id] }),
  })
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-2">
        <h2 className="font-semibold first-letter:uppercase">{t(delivery.kind)}</h2>
        <State is={delivery.state === 'delivered' ? 'good' : delivery.state === 'dead' ? 'bad' : 'waiting'}>
          {t(delivery.state)}
        </State>
        <span className="ml-auto">
          <IconButton icon={X} label={ui('close')} onClick={close} />
        </span>
      </div>
      <div className="-mt-2 flex flex-wrap items-center gap-x-1.5 text-sm text-ink-3">
        {t('ofConversation', { sequence: delivery.sequence })}
        <Link
          href={paths.conversation(agentId, delivery.conversation_id)}
          title={delivery.conversation_id}
          className="font-mono text-[12.5px] linked"
        >
          {shortId(delivery.conversation_id)}
        </Link>
        <span aria-hidden>·</span>
        <Id id={delivery.id} />
        <span className="ml-auto">
          <Button
            look="ink"
            size="s"
            icon={RotateCw}
            isBusy={replay.isPending}
            onClick={() => replay.mutate()}
          >
            {isPending ? t('tryNow') : t('sendAgain')}
          </Button>
        </span>
      </div>
      <Why delivery={delivery} />
      {delivery.attempt_log.length === 0 && (
        <div className="text-sm text-ink-2">
          <p className="font-semibold">{t('noAttempt')}</p>
          <p>{t('noAttemptWhy')}</p>
        </div>
      )}
      <ol className="flex flex-col gap-3">
        {delivery.attempt_log.toReversed().map((attempt, n, all) => (
          <li key={attempt.number + attempt.started_at}>
            <AttemptCard attempt={attempt} told={n === 0 ? delivery.last_error : all[n - 1]?.error} />
          </li>
        ))}
      </ol>
      <Wire delivery={delivery} />
    </div>
  )
}

/** What stands in the way, in a sentence. */
function Why({ delivery }: { delivery: Detail }) {
  const t = useText(deliveryTexts)
  const locale = useLocale()
  const now = useNow()
  const words = whyWords(delivery, t, locale, now)
  if (words.length === 0) return null
  return (
    <Notice tone={delivery.state === 'delivered' ? 'warn' : delivery.last_error ? 'bad' : 'plain'}>
      {words.join(' ')}
    </Notice>
  )
}

function whyWords(
  { state, last_error, next_attempt_at, behind }: Detail,
  t: T,
  locale: string,
  now: number,
): string[] {
  const error = last_error ? [sentence(last_error)] : []
  if (state !== 'pending') return error
  if (behind !== null) return [...error, t('behindWhy', { sequence: String(behind) })]
  if (next_attempt_at === null) return [...error, t('waitsForEndpoint')]
  return [...error, t('nextTry', { when: relative(Math.max(now, next_attempt_at), now, locale) })]
}

/** The stage stands in the bar of the attempt already. */
function sentence(error: string): string {
  const text = error.replace(/ \(stage: \w+\)$/, '')
  const begun = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(begun) ? begun : `${begun}.`
}

function Wire({ delivery }: { delivery: Detail }) {
  const t = useText(deliveryTexts)
  const body = JSON.stringify(delivery.body)
  return (
    <Tabs
      tabs={[
        { value: 'request', label: t('request'), content: <Request delivery={delivery} /> },
        { value: 'answer', label: t('answer'), content: <Answer delivery={delivery} /> },
        {
          value: 'signature',
          label: t('signature'),
          content: <SignatureExplainer sent={{ id: delivery.webhook_id, body }} />,
        },
        {
          value: 'curl',
          label: t('curl'),
          content: (
            <div className="flex flex-col gap-2">
              <p className="text-xs text-ink-3">{t('maskedCurl')}</p>
              <Code text={delivery.curl} label={t('curl')} />
            </div>
          ),
        },
        { value: 'sdk', label: t('sdk'), content: <Code text={sdkCode(delivery.id)} label={t('sdk')} /> },
      ]}
    />
  )
}

const sdkCode = (deliveryId: string) => `import { TandemAdmin } from '@tandem/sdk'

const admin = new TandemAdmin({ url: '${window.location.origin}', token: process.env.TANDEM_ADMIN_TOKEN })
const delivery = await admin.deliveries.get({ deliveryId: '${deliveryId}' })
for (const { number, http_status, error } of delivery.attempt_log) console.log(number, http_status, error)
await admin.deliveries.replay({ deliveryId: '${deliveryId}' })`
