/**
 * One coarse timer for all deadlines of a client. Entries hang in lists, one for each few milliseconds of the future; a tick
 * expires every list whose time has passed. Setting and lifting a deadline moves a few pointers, against a timer per request.
 * An entry is never expired early, and late by about one tick. What falls due together is expired a few at a time, so that
 * hundreds of requests that hang until the same moment hold nobody else up. Sockets live in real time, so this reads the
 * monotonic clock.
 */
const TICK_MS = 25
/** Expired in one turn of the event loop. */
const TOGETHER = 8

/** A link of a ring: an entry with a deadline, or the anchor of a list. */
export interface Link {
  previous: Link | null
  next: Link | null
}

export class Deadlines<T extends Link> {
  private readonly lists = new Map<number, Link>()
  private readonly expire: (entry: T) => void
  private timer: NodeJS.Timeout | null = null
  private nextTick = 0

  constructor(expire: (entry: T) => void) {
    this.expire = expire
  }

  set(entry: T, atMs: number): void {
    if (this.timer === null) this.start()
    const list = this.listOf(Math.max(Math.ceil(atMs / TICK_MS), this.nextTick))
    const last = list.previous as Link
    entry.previous = last
    entry.next = list
    last.next = entry
    list.previous = entry
  }

  lift(entry: T): void {
    const { previous, next } = entry
    if (previous === null || next === null) return
    previous.next = next
    next.previous = previous
    entry.previous = null
    entry.next = null
  }

  private listOf(tick: number): Link {
    const known = this.lists.get(tick)
    if (known) return known
    const anchor: Link = { previous: null, next: null }
    anchor.previous = anchor
    anchor.next = anchor
    this.lists.set(tick, anchor)
    return anchor
  }

  private start(): void {
    this.nextTick = Math.floor(performance.now() / TICK_MS)
    // After what has come meanwhile was heard: a process that stood still must not take itself for a silent peer.
    this.timer = setInterval(() => setImmediate(() => this.tick()), TICK_MS)
  }

  private tick(): void {
    let left = TOGETHER
    const current = Math.floor(performance.now() / TICK_MS)
    for (; this.nextTick <= current; this.nextTick++) {
      const list = this.lists.get(this.nextTick)
      if (!list) continue
      while (list.next !== list) {
        if (left-- === 0) {
          setImmediate(() => this.tick())
          return
        }
        const entry = list.next as T
        this.lift(entry)
        this.expire(entry)
      }
      this.lists.delete(this.nextTick)
    }
    if (this.timer === null || !this.isEmpty()) return
    clearInterval(this.timer)
    this.timer = null
  }

  /** Lifted entries leave empty lists behind, which do not count and are dropped on the way. */
  private isEmpty(): boolean {
    for (const [tick, list] of this.lists) {
      if (list.next !== list) return false
      this.lists.delete(tick)
    }
    return true
  }
}
