/**
 * Keeps connections per origin and pool, up to a limit for each: the idle connection used last is used first, and requests beyond
 * the limit wait in order. The number of origins is limited too: the least recently used one is closed, but never an origin with
 * requests in flight.
 */
import { Client } from 'undici'
import { type Connection, newConnection } from './connection.ts'
import type { GuardedConnector } from './connector.ts'
import type { Exchange } from './exchange.ts'

export interface OriginLimits {
  connectionsPerOrigin: number
  maxOrigins: number
  /** How long an unused connection is kept, unless the peer says otherwise. */
  keepAliveMs: number
}

/** A connection with the client that runs it. */
interface Slot extends Connection {
  readonly origin: Origin
  client: Client | null
}

interface Origin {
  /** The origin and, if it has one, the name of the pool. */
  readonly name: string
  readonly url: string
  readonly slots: Set<Slot>
  readonly idle: Slot[]
  readonly waiting: Set<Exchange>
}

export class Origins {
  /** In the order of their last use. */
  private readonly origins = new Map<string, Origin>()
  private readonly connector: GuardedConnector
  private readonly limits: OriginLimits

  constructor(connector: GuardedConnector, limits: OriginLimits) {
    this.connector = connector
    this.limits = limits
  }

  submit(exchange: Exchange): void {
    const { pool: name, target } = exchange
    const origin = this.origins.get(name) ?? newOrigin(name, target.origin)
    this.origins.delete(name)
    this.origins.set(name, origin)
    if (this.hasRoom(origin) && origin.waiting.size === 0) this.start(origin, exchange)
    else origin.waiting.add(exchange)
    this.trim()
  }

  readonly withdraw = (exchange: Exchange): void => {
    this.origins.get(exchange.pool)?.waiting.delete(exchange)
    this.trim()
  }

  readonly release = (exchange: Exchange, isReusable: boolean): void => {
    // Exchanges get their connections from `start` only.
    const slot = exchange.connection as Slot
    const { origin } = slot
    if (isReusable) origin.idle.push(slot)
    else discard(slot)
    if (origin.waiting.size === 0) this.trim()
    else if (isReusable) this.startWaiting(origin)
    // In a later tick, because immediate failures would recurse through the whole queue.
    else setImmediate(() => this.startWaiting(origin))
  }

  async destroy(): Promise<void> {
    const slots = [...this.origins.values()].flatMap((origin) => [...origin.slots])
    this.origins.clear()
    await Promise.all(slots.map((slot) => slot.client?.destroy()))
  }

  private hasRoom(origin: Origin): boolean {
    return inFlight(origin) < this.limits.connectionsPerOrigin
  }

  private startWaiting(origin: Origin): void {
    for (const next of origin.waiting) {
      if (!this.hasRoom(origin)) return
      origin.waiting.delete(next)
      this.start(origin, next)
    }
  }

  private start(origin: Origin, exchange: Exchange): void {
    const slot = origin.idle.pop() ?? this.openSlot(origin)
    exchange.connection = slot
    slot.client?.dispatch(exchange.options, exchange)
  }

  private openSlot(origin: Origin): Slot {
    const slot: Slot = { ...newConnection(), origin, client: null }
    slot.client = new Client(origin.url, {
      connect: this.connector(slot),
      allowH2: false,
      pipelining: 1,
      // Our own timer covers the whole exchange.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: this.limits.keepAliveMs,
    })
    origin.slots.add(slot)
    return slot
  }

  private trim(): void {
    for (const origin of this.origins.values()) {
      if (this.origins.size <= this.limits.maxOrigins) return
      if (inFlight(origin) > 0 || origin.waiting.size > 0) continue
      this.origins.delete(origin.name)
      for (const slot of origin.slots) discard(slot)
    }
  }
}

function newOrigin(name: string, url: string): Origin {
  return { name, url, slots: new Set(), idle: [], waiting: new Set() }
}

function inFlight(origin: Origin): number {
  return origin.slots.size - origin.idle.length
}

/** Closes the connection for good, a moment later, because undici may be in the middle of reporting on it. */
function discard(slot: Slot): void {
  slot.origin.slots.delete(slot)
  queueMicrotask(() => slot.client?.destroy(() => {}))
}
