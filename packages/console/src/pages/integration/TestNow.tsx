/** Sends the test of an endpoint (`istest`) at once, and shows each request and its response. */
import type { EndpointProbe } from '@tandem/sdk/source'
import { useMutation } from '@tanstack/react-query'
import { Zap } from 'lucide-react'
import { admin, queryClient } from '../../api.ts'
import { integrationTexts } from '../../texts/integration.ts'
import { useText } from '../../texts/text.ts'
import { State } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Code, Headers, Json } from '../../ui/Code.tsx'
import { ErrorNotice } from '../../ui/Panels.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Duration } from '../../ui/Time.tsx'

export function TestNow({ agentId, endpointId }: { agentId: string; endpointId: string }) {
  const t = useText(integrationTexts)
  const test = useMutation({
    mutationFn: () => admin.endpoints.probe({ endpointId }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['endpoints', agentId] }),
  })
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button icon={Zap} isBusy={test.isPending} onClick={() => test.mutate()}>
          {t('testNow')}
        </Button>
        <span className="text-sm text-ink-3">{t('testAbout')}</span>
      </div>
      {test.error && <ErrorNotice error={test.error} />}
      {test.data && <Tested probe={test.data} />}
    </div>
  )
}

function Tested({ probe }: { probe: EndpointProbe }) {
  const t = useText(integrationTexts)
  return (
    <div className="flex flex-col gap-3" role="status">
      <p className="flex flex-wrap items-center gap-2.5 text-sm">
        <State is={probe.reachable ? 'good' : 'bad'}>{probe.reachable ? t('testGood') : t('testBad')}</State>
        <span>{probe.http_status ?? t('noResponse')}</span>
        <span className="text-ink-3">
          <Duration ms={probe.latency_ms} />
        </span>
        {probe.error && <span className="text-bad">{probe.error}</span>}
      </p>
      {probe.exchanges.map(({ url, headers, body, http_status, response }) => (
        <div key={url} className="flex min-w-0 flex-col gap-2">
          <p className="font-mono text-xs break-all">
            <b>POST</b> {url} → {http_status ?? t('noResponse')}
          </p>
          <Tabs
            tabs={[
              {
                value: 'body',
                label: t('request'),
                content: <Json value={JSON.parse(body)} label={t('request')} />,
              },
              {
                value: 'headers',
                label: t('headers'),
                content: <Headers headers={headers} label={t('headers')} />,
              },
              {
                value: 'response',
                label: t('response'),
                content: <Code text={response ?? t('noResponse')} label={t('response')} />,
              },
            ]}
          />
        </div>
      ))}
    </div>
  )
}
