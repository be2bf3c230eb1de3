/** A request of the playground and its response, as they were, with the same as a command and as code. */
import { playgroundTexts } from '../../texts/playground.ts'
import { useText } from '../../texts/text.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Code } from '../../ui/Code.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Duration } from '../../ui/Time.tsx'
import type { Exchange } from './record-wire.ts'
import { curlOf, sdkOf } from './snippets.ts'
import { WireCard } from './WireCard.tsx'

export function ExchangeCard({ exchange }: { exchange: Exchange }) {
  const t = useText(playgroundTexts)
  const { method, path, status, tookMs, frames, error } = exchange
  const isBad = error !== undefined || (status ?? 200) >= 400
  const isPerson = path.startsWith('/v1/human/')
  return (
    <WireCard
      party={isBad ? 'bad' : isPerson ? 'person' : 'user'}
      title={
        <>
          <code className="break-all">
            <b>{method}</b> {path}
          </code>
          {frames && <span className="text-ink-3">{t('frames', { n: frames.length })}</span>}
        </>
      }
      end={
        <>
          <Badge tone={isBad ? 'bad' : status === undefined ? 'plain' : 'good'}>
            {error !== undefined ? t('cut') : (status ?? t('underWay'))}
          </Badge>
          {tookMs !== undefined && (
            <span className="text-ink-3">
              <Duration ms={tookMs} />
            </span>
          )}
        </>
      }
    >
      {() => <Details exchange={exchange} />}
    </WireCard>
  )
}

function Details({ exchange }: { exchange: Exchange }) {
  const t = useText(playgroundTexts)
  const { body, response, frames, error } = exchange
  const sdk = sdkOf(exchange)
  const streamed = frames?.map(({ afterMs, text }) => `+${Math.round(afterMs)} ms\n${text}`).join('\n\n')
  const tabs = [
    { value: 'request', label: t('request'), text: pretty(body), isJson: true },
    frames
      ? { value: 'frames', label: t('asItCame'), text: streamed, isJson: false }
      : { value: 'response', label: t('response'), text: error ?? pretty(response), isJson: true },
    { value: 'curl', label: 'curl', text: curlOf(exchange), isJson: false },
    { value: 'sdk', label: 'SDK', text: sdk, isJson: false },
  ]
  return (
    <Tabs
      tabs={tabs.flatMap(({ value, label, text, isJson }) =>
        text ? [{ value, label, content: <Code label={label} text={text} isJson={isJson} /> }] : [],
      )}
    />
  )
}

function pretty(text: string | undefined): string | undefined {
  try {
    return text && JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
