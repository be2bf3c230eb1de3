/**
 * Whose turn it is: gates that have claimed lanes wait in a ring and start one lane each per round. A gate runs at most
 * its window at a time; a tenant at most half of all slots. Gates whose last run was not good, or that never ran, share the
 * other half at most, and wait in a ring of their own that gets every fourth turn while there are others: however many
 * endpoints hang, those that answer find a slot and find it soon. A lane that was taken as it was added goes before both, and
 * queues hold still for it; see `courtesy.ts`. Pure bookkeeping: nothing here runs or stores anything.
 */
import { createCourtesy } from './courtesy.ts'
import type { ClaimedLane, Health } from './lane.ts'

export interface Gate {
  readonly name: string
  /** Claimed lanes whose head may start. */
  readonly ready: ClaimedLane[]
  /** Runs under way. */
  running: number
  /** Most runs at a time, as things went. */
  window: number
  /** Most its window may become. */
  readonly windowMost: number
  /** How long its runs take, on average of late; undefined before the first has ended. */
  runMs: number | undefined
  /** Its last run was good. */
  proven: boolean
  /** A kind of work with a window of its own: no endpoint stands behind it that would have to answer first. */
  readonly inside: boolean
  /** There may be due lanes that are not claimed yet. */
  more: boolean
  /** Something was just added behind it: somebody may be waiting for that. */
  awaited: boolean
  claiming: boolean
  claims: number
  /** Items that came with a lane of its last claim, on average. */
  depth: number
  inRing: boolean
}

/** Even a failing gate keeps this much, so that one conversation that hangs does not hold back all others behind it. */
const WINDOW_LEAST = 2
/** One turn in so many is for gates that have not shown that they answer. */
const UNPROVEN_TURN = 4
/**
 * While others come with little, these start one lane in so long at most, and no more are claimed for them than can start
 * soon: each may need a connection opened, and hundreds of them at once would keep the machine busy.
 */
const UNPROVEN_EVERY_MS = 1
const UNPROVEN_READY = 4
/**
 * While others come with little, a gate with a queue whose runs are short runs only so many at a time, whatever its window:
 * what it has under way keeps the machine busy, and the others wait behind it. The longer its runs take the more it may
 * have: they mostly wait themselves, and cost the others nothing. It counts as alone again after so many starts.
 */
const WINDOW_IN_COMPANY = 4
const WINDOW_PER_RUN_MS = 2
const COMPANY_STARTS = 2000
/** With so many ready, a gate has enough to run while outcomes of its own wait to be written. */
const DEEP_READY = 16
/** Of the newest run in the average of a gate. */
const NEWEST_SHARE = 0.1
/** Runs that take so long mostly wait themselves: queues do not hold still for them. */
const LONG_RUN_MS = 10

export interface Limits {
  readonly slots: number
  readonly windowStart: number
  readonly windowMost: number
  /** Where other windows are right, by the kind of gate: what stands before the colon in its name. */
  readonly windows?: Readonly<Record<string, WindowLimits>>
}

export interface WindowLimits {
  readonly start: number
  readonly most: number
}

export interface Turns {
  gate(name: string): Gate
  isProven(name: string): boolean
  /** How many runs at a time a gate may have as things are. */
  room(gate: Gate): number
  /** An item that is to run at once is being added here: queues of others hold still until its lane has run or does not come. */
  expect(claim: number, gate: Gate): void
  callOff(claim: number): void
  /** How much longer queues hold still at most. */
  holdMs(): number
  /** When something that may not start yet can: after so long. 0 when nothing waits for that. */
  waitMs(): number
  /** Gates that may have due lanes and room for them; those that answer or are awaited come first. */
  hungry(): readonly Gate[]
  /** Whether the gate has many others to run while somebody else comes with little: then it is not in a hurry. */
  isDeepInCompany(name: string): boolean
  offer(lane: ClaimedLane): void
  /** The next lane to start, counted as running from now on. */
  next(): ClaimedLane | undefined
  finished(lane: ClaimedLane, health: Health, tookMs: number): void
  /** Takes back all lanes of a gate that have not started. */
  withdraw(name: string): ClaimedLane[]
  withdrawAll(): ClaimedLane[]
  readonly running: () => number
  readonly waiting: () => number
}

const none: readonly Gate[] = []

export function createTurns(limits: Limits, now = () => performance.now()): Turns {
  const courtesy = createCourtesy(now)
  const gates = new Map<string, Gate>()
  /** Those that may be hungry. One that is not leaves when it is looked at, and comes back with what could change that. */
  const perhapsHungry = new Set<Gate>()
  const perTenant = new Map<string, number>()
  const tenantMost = Math.max(1, Math.floor(limits.slots / 2))
  const unprovenMost = Math.max(1, Math.floor(limits.slots / 2))
  const rings: Record<'expected' | 'proven' | 'unproven', Gate[]> = { expected: [], proven: [], unproven: [] }
  let turn = 0
  let running = 0
  let unproven = 0
  let waiting = 0
  /** Starts since a gate without a queue had its turn. */
  let sinceLight = COMPANY_STARTS
  /** When the last of those not known to answer was started. */
  let unprovenAt = Number.NEGATIVE_INFINITY
  const isInCompany = () => sinceLight < COMPANY_STARTS

  /** How many it may run at a time as things are. */
  function room({ window, runMs }: Gate): number {
    if (!isInCompany() || runMs === undefined) return window
    return Math.min(window, Math.max(WINDOW_IN_COMPANY, Math.ceil(runMs * WINDOW_PER_RUN_MS)))
  }

  function windowOf(name: string): WindowLimits | undefined {
    const kind = name.slice(0, Math.max(0, name.indexOf(':')))
    return limits.windows?.[kind]
  }

  function isFull(target: Gate): boolean {
    const hasQueue = target.ready.length > 1
    return target.running >= (hasQueue ? room(target) : target.window)
  }

  function gate(name: string): Gate {
    let known = gates.get(name)
    if (!known) {
      const own = windowOf(name)
      const { start, most } = own ?? { start: limits.windowStart, most: limits.windowMost }
      known = {
        name,
        ready: [],
        running: 0,
        window: start,
        windowMost: most,
        runMs: undefined,
        proven: false,
        inside: own !== undefined,
        more: false,
        awaited: false,
        claiming: false,
        claims: 0,
        depth: 1,
        inRing: false,
      }
      gates.set(name, known)
    }
    // Whoever asks for a gate is about to mark it.
    perhapsHungry.add(known)
    return known
  }

  function enter(target: Gate, ring = rings[target.proven || target.inside ? 'proven' : 'unproven']): void {
    if (target.inRing || target.ready.length === 0 || isFull(target)) return
    target.inRing = true
    ring.push(target)
  }

  /** Each gate of a ring is looked at once: one that may not start now (its tenant is full) keeps its place. */
  function nextOf(ring: Gate[]): ClaimedLane | undefined {
    for (let looked = ring.length; looked > 0; looked--) {
      const target = ring.shift() as Gate
      target.inRing = false
      const lane = target.ready[0]
      if (!lane || isFull(target)) continue
      const tenantRuns = perTenant.get(lane.tenant) ?? 0
      if (tenantRuns >= tenantMost || (!target.proven && unproven >= unprovenMost)) {
        enter(target)
        continue
      }
      target.ready.shift()
      waiting--
      if (target.ready.length === 0 && target.running === 0) sinceLight = 0
      else sinceLight++
      perTenant.set(lane.tenant, tenantRuns + 1)
      target.running++
      running++
      if (!target.proven) unproven++
      if (target.more) perhapsHungry.add(target)
      if (target.runMs !== undefined && target.runMs > LONG_RUN_MS) courtesy.end(lane.claim)
      enter(target)
      return lane
    }
    return undefined
  }

  const paceMs = () =>
    isInCompany() && rings.unproven.length > 0 ? Math.max(0, unprovenAt + UNPROVEN_EVERY_MS - now()) : 0

  function nextUnproven(): ClaimedLane | undefined {
    if (paceMs() > 0) return undefined
    const lane = nextOf(rings.unproven)
    if (lane) unprovenAt = now()
    return lane
  }

  function withdraw(name: string): ClaimedLane[] {
    const target = gates.get(name)
    if (!target) return []
    const lanes = target.ready.splice(0)
    waiting -= lanes.length
    if (target.more) perhapsHungry.add(target)
    return lanes
  }

  return {
    gate,
    room,
    isProven: (name) => gates.get(name)?.proven === true,
    expect(claim, target) {
      if (running + waiting > target.running) courtesy.begin(claim)
    },
    callOff: courtesy.end,
    holdMs: courtesy.leftMs,
    waitMs: () => courtesy.leftMs() || paceMs(),
    hungry() {
      if (perhapsHungry.size === 0) return none
      const isHeld = courtesy.leftMs() > 0
      const found: Gate[] = []
      const later: Gate[] = []
      for (const target of perhapsHungry) {
        if (!target.more || target.claiming || target.ready.length >= room(target))
          perhapsHungry.delete(target)
        else if (!isHeld || target.awaited) (target.proven || target.awaited ? found : later).push(target)
      }
      if (!isInCompany() || rings.unproven.length < UNPROVEN_READY) found.push(...later)
      return found
    },
    isDeepInCompany(name) {
      const known = isInCompany() ? gates.get(name) : undefined
      return known !== undefined && (known.more || known.claiming || known.ready.length >= DEEP_READY)
    },
    offer(lane) {
      const target = gates.get(lane.gate) ?? gate(lane.gate)
      target.ready.push(lane)
      waiting++
      enter(target, courtesy.has(lane.claim) ? rings.expected : undefined)
    },
    next() {
      if (running >= limits.slots) return undefined
      if (courtesy.leftMs() > 0) return nextOf(rings.expected)
      if (++turn % UNPROVEN_TURN === 0)
        return nextUnproven() ?? nextOf(rings.proven) ?? nextOf(rings.expected)
      return nextOf(rings.expected) ?? nextOf(rings.proven) ?? nextUnproven()
    },
    finished(lane, health, tookMs) {
      courtesy.end(lane.claim)
      const target = gates.get(lane.gate) ?? gate(lane.gate)
      target.runMs =
        target.runMs === undefined ? tookMs : target.runMs + (tookMs - target.runMs) * NEWEST_SHARE
      running--
      if (!target.proven) unproven--
      target.running--
      const tenantRuns = (perTenant.get(lane.tenant) ?? 1) - 1
      if (tenantRuns === 0) perTenant.delete(lane.tenant)
      else perTenant.set(lane.tenant, tenantRuns)
      if (health !== 'unknown' && target.proven !== (health === 'good')) {
        target.proven = health === 'good'
        unproven += target.proven ? -target.running : target.running
      }
      if (health === 'good') target.window = Math.min(target.windowMost, target.window + 1)
      else if (health === 'bad') target.window = Math.max(WINDOW_LEAST, Math.floor(target.window / 2))
      if (target.more) perhapsHungry.add(target)
      enter(target)
      // A gate nobody speaks of any more takes its memory with it.
      if (
        target.running === 0 &&
        target.ready.length === 0 &&
        !target.more &&
        !target.claiming &&
        gates.size > 2000
      ) {
        gates.delete(target.name)
        perhapsHungry.delete(target)
      }
    },
    withdraw,
    withdrawAll() {
      for (const ring of Object.values(rings)) ring.length = 0
      for (const target of gates.values()) target.inRing = false
      return [...gates.keys()].flatMap(withdraw)
    },
    running: () => running,
    waiting: () => waiting,
  }
}
