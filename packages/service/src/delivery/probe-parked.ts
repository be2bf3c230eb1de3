/**
 * Sends the probes of parked gates, many at once and independently, so that a hanging endpoint holds up no other. Any process
 * may send a probe: the first that claims it does.
 */
import type { Endpoint } from '../agents/endpoints.ts'
import { type GateRow, gatesToProbe, noteProbe, takeProbe } from '../lanes/gate-store.ts'
import type { Core } from '../platform/core.ts'
import { probeWaitMs } from './breaker.ts'
import type { ProbeResult } from './send-probe.ts'

const AT_ONCE = 256

export function createProber(
  deps: Pick<Core, 'log' | 'clock' | 'database'> & {
    find: (gate: string) => Promise<Endpoint | undefined>
    send: (endpoint: Endpoint, signal: AbortSignal) => Promise<ProbeResult>
    /** Opens a gate whose endpoint responds or no longer exists. */
    open: (gate: string, how: 'by itself' | 'anew') => Promise<void>
    /** Called when more probes may be due. */
    wake: () => void
  },
) {
  const { database, clock, log, find, send, open, wake } = deps
  const underWay = new Map<string, Promise<void>>()
  const abort = new AbortController()

  async function probe(gate: GateRow): Promise<void> {
    const nextAt = clock.now() + probeWaitMs(gate.probes + 1)
    const isMine = await database.transaction('probe-parked: claim', (tx) => takeProbe(tx, gate, nextAt))
    if (!isMine || abort.signal.aborted) return
    const endpoint = await find(gate.id)
    // Without an endpoint its deliveries can only die; the gate opens so that they do.
    if (!endpoint) return open(gate.id, 'anew')
    const { reachable, reason } = await send(endpoint, abort.signal)
    if (abort.signal.aborted) return
    if (reachable) {
      log.info({ gate: gate.id }, 'an endpoint answers again')
      return open(gate.id, 'by itself')
    }
    log.info({ gate: gate.id, reason, probes: gate.probes + 1 }, 'a parked endpoint failed its probe')
    await database.transaction('probe-parked', (tx) => noteProbe(tx, gate.id, reason ?? 'It did not answer.'))
  }

  function begin(gate: GateRow): void {
    const probing = probe(gate)
      .catch((error: unknown) =>
        log.warn({ err: error, gate: gate.id }, 'a parked endpoint could not be probed'),
      )
      .finally(() => {
        const wasFull = underWay.size >= AT_ONCE
        underWay.delete(gate.id)
        if (wasFull) wake()
      })
    underWay.set(gate.id, probing)
  }

  return {
    /** Begins the probes that are due. */
    async probeDue(): Promise<void> {
      const room = AT_ONCE - underWay.size
      if (room <= 0 || abort.signal.aborted) return
      for (const gate of await gatesToProbe(database, clock.now(), room))
        if (!underWay.has(gate.id)) begin(gate)
    },
    /** Cuts off the probes under way. */
    async stop(): Promise<void> {
      abort.abort()
      await Promise.all(underWay.values())
    },
  }
}
