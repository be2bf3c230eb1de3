/**
 * What the sink got against what was sent to it. Pure. A delivery counts as received when a request with its webhook-id came;
 * replays and retries have the same id, so that a second one is a repetition and not another message.
 */
import type { Delivery, SinkRequest } from '@tandem/sdk/source'

export type Why = 'dropped' | 'refused' | 'late' | 'replayed'

export interface Proof {
  readonly sent: number
  readonly received: number
  /** Not there yet, and tried again. */
  readonly waiting: number
  /** Settled, and it never came. */
  readonly lost: number
  /** First arrivals that came before one that was said earlier. */
  readonly outOfOrder: number
  readonly repeated: number
  readonly why: Readonly<Partial<Record<Why, number>>>
}

export function prove(deliveries: readonly Delivery[], requests: readonly SinkRequest[]): Proof {
  const sent = new Map<string, Delivery>()
  // Oldest first: of a message that was sent again by hand, the first says where it stands in the order.
  for (const delivery of [...deliveries].reverse())
    if (!sent.has(delivery.webhook_id)) sent.set(delivery.webhook_id, delivery)
  const arrivals = new Map<string, SinkRequest[]>()
  for (const request of requests) {
    const id = request.headers['webhook-id'] ?? ''
    if (request.is_test || !sent.has(id)) continue
    arrivals.set(id, [...(arrivals.get(id) ?? []), request])
  }
  const missing = [...sent.values()].filter(({ webhook_id }) => !arrivals.has(webhook_id))
  const isWaiting = ({ webhook_id }: Delivery) =>
    deliveries.some((each) => each.webhook_id === webhook_id && each.state === 'pending')
  const waiting = missing.filter(isWaiting).length
  const why = reasonsOf([...arrivals.values()])
  return {
    sent: sent.size,
    received: arrivals.size,
    waiting,
    lost: missing.length - waiting,
    outOfOrder: countOutOfOrder(sent, arrivals),
    repeated: Object.values(why).reduce((sum, n) => sum + n, 0),
    why,
  }
}

function countOutOfOrder(
  sent: ReadonlyMap<string, Delivery>,
  arrivals: ReadonlyMap<string, readonly SinkRequest[]>,
): number {
  const firsts = [...arrivals].map(([id, [first]]) => ({ at: first?.id ?? 0, delivery: sent.get(id) }))
  const highest = new Map<string, number>()
  let count = 0
  for (const { delivery } of firsts.sort((a, b) => a.at - b.at)) {
    if (!delivery) continue
    // Each endpoint has an order of its own in a conversation; handoffs carry their own id.
    const lane = `${delivery.kind === 'message'} ${delivery.conversation_id}`
    const before = highest.get(lane) ?? 0
    if (delivery.sequence < before) count += 1
    highest.set(lane, Math.max(before, delivery.sequence))
  }
  return count
}

/** Why each request that was not the first of its message came. */
function reasonsOf(all: readonly (readonly SinkRequest[])[]): Partial<Record<Why, number>> {
  const why: Partial<Record<Why, number>> = {}
  for (const requests of all)
    for (const [n, request] of requests.entries()) {
      const before = requests[n - 1]
      if (!before) continue
      const reason = reasonOf(before, request)
      why[reason] = (why[reason] ?? 0) + 1
    }
  return why
}

function reasonOf(before: SinkRequest, request: SinkRequest): Why {
  if (request.headers['tandem-attempt'] === '1') return 'replayed'
  if (before.answered === null) return 'dropped'
  return before.answered < 300 ? 'late' : 'refused'
}
