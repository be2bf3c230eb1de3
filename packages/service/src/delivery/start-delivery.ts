/** Creates the delivery slice: the outbox, the runner of lane items, the circuit breakers, and the upkeep of the log. */
import { type DeliveryKind, deliveryKinds } from '@tandem/contract/admin-deliveries'
import type { Registry } from 'prom-client'
import { createEndpointCache, type Endpoint } from '../agents/endpoints.ts'
import { findAgent } from '../agents/store.ts'
import { findClosedGate } from '../lanes/gate-store.ts'
import type { Runners } from '../lanes/lane.ts'
import type { Lanes } from '../lanes/lanes.ts'
import { type Background, startBackground } from '../platform/background.ts'
import type { Core } from '../platform/core.ts'
import type { Egress } from '../platform/egress/client.ts'
import type { SecretBox } from '../platform/secrets.ts'
import { createBreakerKeeper } from './breaker-keeper.ts'
import { createOutbox, type DeliveryHooks, deliveryRunner, type HooksByKind } from './deliver.ts'
import { keepLog } from './keep-log.ts'
import { createDeliveryMetrics } from './metrics.ts'
import { createProber } from './probe-parked.ts'
import { deliveryLifeMs } from './schedule.ts'
import { createSend, type Receiver } from './send.ts'
import { sendProbe } from './send-probe.ts'
import { createStats } from './stats/record.ts'

export type Delivery = ReturnType<typeof createDelivery>

/** How often due probes are looked for. The first probe of an endpoint that was just parked does not wait for this. */
const PROBE_POLL_MS = 5000
/** This long before they expire, deliveries behind a parked endpoint of a deleted agent are tried once more. */
const LAST_TRY_MS = 1_800_000
const UPKEEP_MS = 600_000
export function createDelivery(
  deps: Core & {
    lanes: Lanes
    box: SecretBox
    egress: Egress
    registry: Registry
  },
) {
  const { config, database, clock, log, lanes, box, egress, registry } = deps
  const endpoints = createEndpointCache(database, box, clock)
  // Saving settings opens a closed endpoint: the first request after that must use them.
  database.announcements.on('gateOpened', ({ gate }) => endpoints.forget(gate))
  /** A deleted agent sends nothing new: once its last deliveries are about to expire, its endpoints need no probes. */
  async function isAbandoned({ agentId }: Endpoint): Promise<boolean> {
    const deletedAt = (await findAgent(database, agentId))?.deleted_at ?? null
    return deletedAt !== null && deletedAt + deliveryLifeMs - LAST_TRY_MS <= clock.now()
  }
  let probing: Background | undefined
  const breakers = createBreakerKeeper({
    database,
    clock: lanes.clock,
    log,
    lanes,
    onParked(probeInMs) {
      if (probeInMs <= 0) probing?.wake()
      else if (probeInMs < PROBE_POLL_MS) clock.after(probeInMs, () => probing?.wake())
    },
  })
  let desk: Receiver | undefined
  const send = createSend({ egress, log, desk: () => desk })
  const open = (gate: string, how: 'by itself' | 'anew') =>
    database.transaction('start-delivery', (tx) => lanes.openGate(tx, gate, how))
  const probe = (endpoint: Endpoint, signal?: AbortSignal) =>
    sendProbe(send, endpoint, clock.now(), config.probeTimeoutMs, signal)
  const prober = createProber({
    database,
    clock: lanes.clock,
    log,
    find: async (gate) => {
      const endpoint = await endpoints.find(gate)
      return endpoint && (await isAbandoned(endpoint)) ? undefined : endpoint
    },
    send: probe,
    open,
    wake: () => probing?.wake(),
  })
  const hooks = new Map<string, DeliveryHooks>()
  const metrics = createDeliveryMetrics(registry)
  const stats = createStats({ database, clock, log })
  const runner = deliveryRunner({
    clock,
    send,
    endpoints,
    breakers,
    metrics,
    stats,
    timeoutMs: config.webhookTimeoutMs,
    random: Math.random,
    hooks,
    log,
  })
  let background: Background[] = []
  return {
    runners: Object.fromEntries(deliveryKinds.map((kind) => [kind, runner])) as Runners,
    outbox: createOutbox(lanes),
    endpoints,
    hooks: hooks as HooksByKind,
    metrics,
    stats,
    probe,
    /** Opens a parked gate after a probe with a response of 200. */
    async probeSucceeded(gate: string) {
      if ((await findClosedGate(database, gate))?.state === 'parked') await open(gate, 'by itself')
    },
    /** Adds the hooks of another slice for deliveries of a kind. To be called before the start. */
    hook: (kind: DeliveryKind, its: DeliveryHooks) => void hooks.set(kind, its),
    /** Sets the receiver of requests to the desk. To be called before the start. */
    toDesk(receiver: Receiver) {
      desk = receiver
    },
    /** Starts the work beside the lanes: probes of parked endpoints, and the upkeep of the log. */
    start() {
      const every = (name: string, everyMs: number, run: (stopped: () => boolean) => Promise<unknown>) =>
        startBackground({ name, everyMs, clock, log, run })
      probing = every('probe parked endpoints', PROBE_POLL_MS, prober.probeDue)
      background = [
        probing,
        every('keep the delivery log', UPKEEP_MS, async (stopped) => {
          const { clock } = lanes
          const count = await keepLog(database, clock, config.deliveryRetentionDays, metrics, stopped)
          if (count > 0) log.warn({ count }, 'deliveries were given up: they expired behind closed endpoints')
        }),
      ]
    },
    async stop() {
      await Promise.all([...background.map((work) => work.stop()), prober.stop()])
    },
  }
}
