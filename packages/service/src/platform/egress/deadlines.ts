/**
 * One coarse timer for all deadlines of a client. Entries hang in lists, one for each few milliseconds of the future; a tick
 * expires every list whose time has passed. Setting and lifting a deadline moves a few pointers, against a timer per request.
 * An entry is never expired early, and late by about one tick. Sockets live in real time, so this reads the monotonic clock.
 */
const TICK_MS = 25

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
    this.timer = setInterval(() => this.tick(), TICK_MS)
  }

  private tick(): void {
    const current = Math.floor(performance.now() / TICK_MS)
    for (; this.nextTick <= current; this.nextTick++) {
      const list = this.lists.get(this.nextTick)
      if (!list) continue
      this.lists.delete(this.nextTick)
      while (list.next !== list) {
        const entry = list.next as T
        this.lift(entry)
        this.expire(entry)
      }
    }
    if (!this.isEmpty()) return
    clearInterval(this.timer as NodeJS.Timeout)
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
