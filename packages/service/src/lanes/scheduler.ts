/**
 * Decides which claimed lane starts next, and which gate may claim more, by rule 7 of `lanes.ts`: gates are served in rotation,
 * each has a window of runs, and neither a tenant nor all unproven gates together have more than half of the slots. It only
 * counts: nothing here runs or stores anything.
 */
import type { ClaimedLane, Health } from './lane.ts'

export interface Limits {
  /** Runs at a time in this process. */
  readonly slots: number
  readonly windowStart: number
  readonly windowMost: number
  /**
   * Windows of a fixed width, by the kind of gate: the part of its name before the colon. These gates are for our own code. Their
   * claimed lanes are suspected when the process crashes, so they claim no more lanes than may start.
   */
  readonly fixedWindows: Readonly<Record<string, number>>
}

export type Gate = ReturnType<typeof createGate>
export type Scheduler = ReturnType<typeof createScheduler>

function createGate(name: string, { fixedWindows, windowStart, windowMost }: Limits) {
  const fixed = fixedWindows[name.slice(0, Math.max(0, name.indexOf(':')))]
  return {
    name,
    /** Claimed lanes whose head may start. */
    ready: [] as ClaimedLane[],
    running: 0,
    /** The limit of simultaneous runs. */
    window: fixed ?? windowStart,
    windowMost: fixed ?? windowMost,
    /** Its window is from `fixedWindows`. */
    isFixed: fixed !== undefined,
    /** Its last run with a known health was good. */
    isProven: false,
    /** There may be due lanes that are not yet claimed. */
    mayHaveDue: false,
    /** An item was added since its last claim. */
    hasNew: false,
    isClaiming: false,
    claims: 0,
    isInRing: false,
  }
}

/** A failing gate keeps this window, so that one conversation that hangs does not block all others behind the gate. */
const WINDOW_LEAST = 2
/** Idle gates are forgotten beyond this number. */
const GATES_KEPT = 2000

/** Proven gates and gates with a new item do not wait for the backlog of the others. */
export const isQuick = ({ isProven, hasNew }: Gate) => isProven || hasNew

/** A gate claims more if fewer lanes than this are ready. */
const roomOf = ({ isFixed, window, running }: Gate) => (isFixed ? window - running : window)

/** How many lanes a gate claims; lanes of an endpoint are claimed ahead, because claiming takes time. */
export const wantedOf = (gate: Gate) => roomOf(gate) + (gate.isFixed ? 0 : gate.window) - gate.ready.length

export function createScheduler(limits: Limits) {
  const gates = new Map<string, Gate>()
  /** Gates that may be able to claim. `nextToClaim` removes a gate that cannot; the next change of the gate adds it again. */
  const mayClaim = new Set<Gate>()
  /** Gates with a lane to start, in the order in which they are served. Starts alternate between the two rings. */
  const rings = { proven: [] as Gate[], unproven: [] as Gate[] }
  let isProvenNext = false
  const runsByTenant = new Map<string, number>()
  const half = Math.max(1, Math.floor(limits.slots / 2))
  let running = 0
  let unprovenRuns = 0
  let readyCount = 0

  function gate(name: string): Gate {
    const known = gates.get(name) ?? createGate(name, limits)
    gates.set(name, known)
    return known
  }

  function enterRing(target: Gate): void {
    if (target.isInRing || target.ready.length === 0 || target.running >= target.window) return
    target.isInRing = true
    rings[target.isProven ? 'proven' : 'unproven'].push(target)
  }

  const exceedsHalf = (target: Gate, { tenant }: ClaimedLane) =>
    (runsByTenant.get(tenant) ?? 0) >= half || (!target.isProven && unprovenRuns >= half)

  function start(target: Gate): ClaimedLane {
    const lane = target.ready.shift() as ClaimedLane
    readyCount--
    running++
    target.running++
    if (!target.isProven) unprovenRuns++
    runsByTenant.set(lane.tenant, (runsByTenant.get(lane.tenant) ?? 0) + 1)
    if (target.mayHaveDue) mayClaim.add(target)
    enterRing(target)
    return lane
  }

  /** Visits each gate of the ring once; a gate that may not start a lane now stays in the ring. */
  function nextOf(ring: Gate[]): ClaimedLane | undefined {
    for (let left = ring.length; left > 0; left--) {
      const target = ring.shift() as Gate
      target.isInRing = false
      const lane = target.ready[0]
      if (!lane || target.running >= target.window) continue
      if (!exceedsHalf(target, lane)) return start(target)
      enterRing(target)
    }
    return undefined
  }

  /** Removes and returns all lanes of a gate that have not started. */
  function withdraw(name: string): ClaimedLane[] {
    const target = gates.get(name)
    if (!target) return []
    const lanes = target.ready.splice(0)
    readyCount -= lanes.length
    if (target.mayHaveDue) mayClaim.add(target)
    return lanes
  }

  function adapt(target: Gate, health: Health): void {
    if (health === 'unknown') return
    const isGood = health === 'good'
    if (target.isProven !== isGood) unprovenRuns += isGood ? -target.running : target.running
    target.isProven = isGood
    if (isGood) target.window = Math.min(target.windowMost, target.window + 1)
    else target.window = Math.max(WINDOW_LEAST, Math.floor(target.window / 2))
  }

  function noteDue(name: string): void {
    const target = gate(name)
    target.mayHaveDue = true
    mayClaim.add(target)
  }

  /** Must be called after a run and after a claim: another process may have claimed the lanes of a gate. */
  function forgetIfIdle(target: Gate): void {
    const isIdle =
      target.running === 0 && target.ready.length === 0 && !target.mayHaveDue && !target.isClaiming
    if (!isIdle || gates.size <= GATES_KEPT) return
    gates.delete(target.name)
    mayClaim.delete(target)
  }

  return {
    gate,
    /** Notes that there may be due lanes behind the gate. */
    noteDue,
    /** The same, after an item was added. */
    noteNew(name: string): void {
      gate(name).hasNew = true
      noteDue(name)
    },
    /** Returns the next gate, quick or not, that may have due lanes and has room for them. */
    nextToClaim(quick: boolean): Gate | undefined {
      for (const target of mayClaim) {
        if (!target.mayHaveDue || target.isClaiming || target.ready.length >= roomOf(target))
          mayClaim.delete(target)
        else if (isQuick(target) === quick) return target
      }
      return undefined
    },
    /** Puts a claimed lane into the queue of its gate. */
    addReady(lane: ClaimedLane): void {
      const target = gate(lane.gate)
      target.ready.push(lane)
      readyCount++
      enterRing(target)
    },
    /** Returns the next lane to start, which counts as running from now on. */
    startNext(): ClaimedLane | undefined {
      if (running >= limits.slots) return undefined
      isProvenNext = !isProvenNext
      const { proven, unproven } = rings
      return isProvenNext ? (nextOf(proven) ?? nextOf(unproven)) : (nextOf(unproven) ?? nextOf(proven))
    },
    forgetIfIdle,
    finished(lane: ClaimedLane, health: Health): void {
      const target = gate(lane.gate)
      running--
      target.running--
      if (!target.isProven) unprovenRuns--
      const tenantRuns = (runsByTenant.get(lane.tenant) ?? 1) - 1
      if (tenantRuns === 0) runsByTenant.delete(lane.tenant)
      else runsByTenant.set(lane.tenant, tenantRuns)
      adapt(target, health)
      if (target.mayHaveDue) mayClaim.add(target)
      enterRing(target)
      forgetIfIdle(target)
    },
    withdraw,
    withdrawAll(): ClaimedLane[] {
      for (const ring of Object.values(rings)) for (const target of ring.splice(0)) target.isInRing = false
      return [...gates.keys()].flatMap(withdraw)
    },
    running: () => running,
    ready: () => readyCount,
  }
}
