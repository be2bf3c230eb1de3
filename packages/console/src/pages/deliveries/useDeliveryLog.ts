/** The log as it grows. While it is held, new deliveries are counted and not shown. */
import type { Delivery, DeliveryList } from '@tandem/sdk/source'
import { useEffect, useMemo, useRef, useState } from 'react'
import { admin, type Live, liveOf } from '../../api.ts'
import { useNews } from '../../feed.ts'
import { type Pages, useLiveListing } from '../../listing.ts'
import { type LogFilters, paramsOf } from './queries.ts'

const PAGE = 100

export interface DeliveryLog extends Pages<Delivery> {
  /** How many came while it was held; at least. */
  readonly newCount: number
}

const keyOf = ({ id }: Delivery) => id

export function useDeliveryLog(agentId: string, filters: LogFilters, isHeld: boolean): DeliveryLog {
  const meta = useMemo(() => liveOf({ agent_id: agentId }, 'delivery'), [agentId])
  const list = useLiveListing<Delivery, DeliveryList>({
    queryKey: ['delivery-log', agentId, filters],
    read: (cursor, signal) =>
      admin.deliveries.list({ ...paramsOf(agentId, filters), limit: PAGE, cursor }, { signal }).page(),
    keyOf,
    meta,
    isHeld,
  })
  return { ...list, newCount: useNewCount(meta, isHeld) }
}

/** Counts as news come, however many; shows the number once a frame. */
function useNewCount(meta: Live, isHeld: boolean): number {
  const [shown, setShown] = useState(0)
  const counted = useRef(0)
  useNews(meta, ({ state }) => {
    if (!isHeld || state !== 'pending') return
    counted.current += 1
    if (counted.current === shown + 1) requestAnimationFrame(() => setShown(counted.current))
  })
  useEffect(() => {
    if (isHeld) return
    counted.current = 0
    setShown(0)
  }, [isHeld])
  return shown
}
