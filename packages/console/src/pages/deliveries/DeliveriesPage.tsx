/** Deliveries: the endpoints and how they do, the log with its filters and live tail, and one delivery at the side. */
import type { Endpoint } from '@tandem/sdk/source'
import { useQuery } from '@tanstack/react-query'
import { FileKey2, Pause, Play, RotateCw, Send } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useRoute, useSearch } from 'wouter'
import { useAgentId } from '../../agent.ts'
import { useFilters } from '../../filters.ts'
import { DeliveriesReplay } from '../../forms/deliveries-replay.tsx'
import { useKeys } from '../../keys.ts'
import { paths, withSearch } from '../../paths.ts'
import { deliveryTexts, signatureTexts } from '../../texts/deliveries.ts'
import { shellTexts } from '../../texts/shell.ts'
import { useText } from '../../texts/text.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ListFrame } from '../../ui/ListFrame.tsx'
import { NoneFits } from '../../ui/NoneFits.tsx'
import { Page } from '../../ui/Page.tsx'
import { DeliveryDetail } from './DeliveryDetail.tsx'
import { EndpointStrip } from './EndpointCards.tsx'
import { LogDownload } from './LogDownload.tsx'
import { LogFilterBar } from './LogFilterBar.tsx'
import { NothingYet } from './NothingYet.tsx'
import { endpointsQuery, filterNames } from './queries.ts'
import { SignatureExplainer } from './SignatureExplainer.tsx'
import { useDeliveryColumns } from './useDeliveryColumns.tsx'
import { useDeliveryLog } from './useDeliveryLog.ts'

const noEndpoints: readonly Endpoint[] = []

export function DeliveriesPage() {
  const t = useText(deliveryTexts)
  const shell = useText(shellTexts)
  const signature = useText(signatureTexts)
  const agentId = useAgentId()
  const [, params] = useRoute<{ delivery?: string }>('/a/:agent/deliveries/:delivery?')
  const open = params?.delivery
  const search = useSearch()
  const [, navigate] = useLocation()
  const [filters, setFilters] = useFilters(filterNames)
  const [isPaused, setPaused] = useState(false)
  const [isScrolled, setScrolled] = useState(false)
  const [dialog, setDialog] = useState<'replay' | 'signature' | undefined>()
  const log = useDeliveryLog(agentId, filters, isPaused || isScrolled)
  const endpoints = useQuery(endpointsQuery(agentId))
  const columns = useDeliveryColumns(endpoints.data?.items ?? noEndpoints)
  const close = () => navigate(withSearch(paths.deliveries(agentId), search))
  useKeys(open ? { Escape: close } : {})

  const isFiltered = Object.keys(filters).length > 0
  const empty = isFiltered ? <NoneFits icon={Send} title={t('noneFits')} /> : <NothingYet agentId={agentId} />
  const isLive = !isPaused && !isScrolled
  return (
    <Page
      title={shell('deliveries')}
      about={t('about')}
      isFlush
      actions={
        <>
          <Button size="s" look="quiet" icon={FileKey2} isShort onClick={() => setDialog('signature')}>
            {t('signature')}
          </Button>
          <LogDownload agentId={agentId} filters={filters} />
          <Button size="s" icon={RotateCw} onClick={() => setDialog('replay')}>
            {t('replayFilter')}
          </Button>
        </>
      }
      side={
        open ? <DeliveryDetail key={open} agentId={agentId} deliveryId={open} close={close} /> : undefined
      }
    >
      <ListFrame
        label={shell('deliveries')}
        {...log}
        columns={columns.columns}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => withSearch(paths.delivery(agentId, id), search)}
        nameOf={columns.nameOf}
        openKey={open}
        empty={empty}
        onTop={(isTop) => setScrolled(!isTop)}
        above={<EndpointStrip agentId={agentId} />}
        filters={
          <>
            <LogFilterBar filters={filters} setFilters={setFilters} endpoints={endpoints.data?.items ?? []} />
            <div className="ml-auto flex items-center gap-2">
              {log.newCount > 0 && !isLive && (
                <Button
                  size="s"
                  look="quiet"
                  onClick={() => {
                    setPaused(false)
                    document.querySelector('[role=table]')?.parentElement?.scrollTo({ top: 0 })
                  }}
                >
                  {t('nNew', { n: log.newCount })}
                </Button>
              )}
              <Button
                size="s"
                icon={isPaused ? Play : Pause}
                aria-pressed={isPaused}
                aria-label={isPaused ? t('goLive') : t('hold')}
                onClick={() => setPaused(!isPaused)}
              >
                {isLive ? t('liveOn') : t('liveOff')}
              </Button>
            </div>
          </>
        }
      />
      <DeliveriesReplay
        isOpen={dialog === 'replay'}
        close={() => setDialog(undefined)}
        agentId={agentId}
        filters={filters}
      />
      <Dialog
        isOpen={dialog === 'signature'}
        close={() => setDialog(undefined)}
        title={signature('title')}
        width="l"
      >
        <SignatureExplainer />
      </Dialog>
    </Page>
  )
}
