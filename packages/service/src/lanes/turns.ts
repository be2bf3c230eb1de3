/**
 * Whose turn it is: gates that have claimed lanes wait in a ring and start one lane each per round. A gate runs at most
 * its window at a time; a tenant at most half of all slots. Gates whose last run was not good, or that never ran, share the
 * other half at most, and wait in a ring of their own that gets every fourth turn while there are others: however many
 * endpoints hang, those that answer find a slot and find it soon. Pure bookkeeping: nothing here runs or stores anything.
 */
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
 * While others come with little, a gate with a queue whose runs are short runs only so many at a time, whatever its window:
 * what it has under way keeps the machine busy, and the others wait behind it. The longer its runs take the more it may
 * have: they mostly wait themselves, and cost the others nothing. It counts as alone again after so many starts.
 */
const WINDOW_IN_COMPANY = 4
const WINDOW_PER_RUN_MS = 2
const COMPANY_STARTS = 2000
/** Of the newest run in the average of a gate. */
const NEWEST_SHARE = 0.1

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
  /** Gates that may have due lanes and room for them; those that answer or are awaited come first. */
  hungry(): readonly Gate[]
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

export function createTurns(limits: Limits): Turns {
  const gates = new Map<string, Gate>()
  /** Those that may be hungry. One that is not leaves when it is looked at, and comes back with what could change that. */
  const perhapsHungry = new Set<Gate>()
  const perTenant = new Map<string, number>()
  const tenantMost = Math.max(1, Math.floor(limits.slots / 2))
  const unprovenMost = Math.max(1, Math.floor(limits.slots / 2))
  const rings: Record<'proven' | 'unproven', Gate[]> = { proven: [], unproven: [] }
  let turn = 0
  let running = 0
  let unproven = 0
  let waiting = 0
  /** Starts since a gate without a queue had its turn. */
  let sinceLight = COMPANY_STARTS

  /** How many it may run at a time as things are. */
  function room({ window, runMs }: Gate): number {
    if (sinceLight >= COMPANY_STARTS || runMs === undefined) return window
    return Math.min(window, Math.max(WINDOW_IN_COMPANY, Math.ceil(runMs * WINDOW_PER_RUN_MS)))
  }

  function windowOf(name: string): WindowLimits {
    const kind = name.slice(0, Math.max(0, name.indexOf(':')))
    return limits.windows?.[kind] ?? { start: limits.windowStart, most: limits.windowMost }
  }

  function isFull(target: Gate): boolean {
    const hasQueue = target.ready.length > 1
    return target.running >= (hasQueue ? room(target) : target.window)
  }

  function gate(name: string): Gate {
    let known = gates.get(name)
    if (!known) {
      const { start, most } = windowOf(name)
      known = {
        name,
        ready: [],
        running: 0,
        window: start,
        windowMost: most,
        runMs: undefined,
        proven: false,
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

  function enter(target: Gate): void {
    if (target.inRing || target.ready.length === 0 || isFull(target)) return
    target.inRing = true
    rings[target.proven ? 'proven' : 'unproven'].push(target)
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
      enter(target)
      return lane
    }
    return undefined
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
    hungry() {
      if (perhapsHungry.size === 0) return none
      const found: Gate[] = []
      const later: Gate[] = []
      for (const target of perhapsHungry) {
        if (!target.more || target.claiming || target.ready.length >= room(target))
          perhapsHungry.delete(target)
        else (target.proven || target.awaited ? found : later).push(target)
      }
      found.push(...later)
      return found
    },
    offer(lane) {
      const target = gates.get(lane.gate) ?? gate(lane.gate)
      target.ready.push(lane)
      waiting++
      enter(target)
    },
    next() {
      if (running >= limits.slots) return undefined
      const [first, second] =
        ++turn % UNPROVEN_TURN === 0 ? [rings.unproven, rings.proven] : [rings.proven, rings.unproven]
      return nextOf(first) ?? nextOf(second)
    },
    finished(lane, health, tookMs) {
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
      rings.proven = []
      rings.unproven = []
      for (const target of gates.values()) target.inRing = false
      return [...gates.keys()].flatMap(withdraw)
    },
    running: () => running,
    waiting: () => waiting,
  }
}
