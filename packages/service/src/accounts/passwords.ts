/**
 * Password hashes: scrypt with a random salt, stored as `scrypt$N$r$p$salt$key`. A hash takes a fraction of a second and 32 MiB
 * on a thread of the pool. Only one runs at a time, to leave processors for other work. Those who sign in take turns by their
 * addresses. When too many wait, further ones are refused; before that, those of an address of which two wait already, so that
 * two dozen addresses cannot keep out everybody else.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { currentOwner } from '../platform/activity.ts'
import { createOpenCounts } from '../platform/count-open.ts'
import { createFairQueue } from '../platform/fair-queue.ts'
import { Fault } from '../platform/fault.ts'

const COST = { N: 2 ** 15, r: 8, p: 3 }
const SALT_BYTES = 16
const KEY_BYTES = 32

const MOST_WAITING = 50
/** Once so many wait, an address may have only so many of its own waiting. */
const CROWDED = 10
const MOST_OF_ADDRESS = 2

export type Passwords = ReturnType<typeof createPasswords>

export function createPasswords({ cost: newCost = COST, mostWaiting = MOST_WAITING } = {}) {
  const queue = createFairQueue<() => void>()
  const waiting = createOpenCounts()
  let isRunning = false

  /** A hash that ends hands its place to the next in turn. */
  async function takePlace(): Promise<void> {
    if (!isRunning) {
      isRunning = true
      return
    }
    const address = currentOwner()
    const hasEnough = waiting.all() >= CROWDED && waiting.of(address) >= MOST_OF_ADDRESS
    if (hasEnough || waiting.all() >= mostWaiting)
      throw new Fault('unavailable', 'Too many people sign in at this moment; try again in a few seconds.')
    const endWait = waiting.enter(address)
    await new Promise<void>((resolve) => queue.add(address, resolve))
    endWait()
  }

  async function derive(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
    await takePlace()
    try {
      return await new Promise((resolve, reject) => {
        const options = { ...cost, maxmem: 256 * cost.N * cost.r }
        // The same letters may be typed as different code points.
        scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
          error ? reject(error) : resolve(key),
        )
      })
    } finally {
      const next = queue.take()
      if (next) next.job()
      else isRunning = false
    }
  }

  return {
    async hash(password: string): Promise<string> {
      const salt = randomBytes(SALT_BYTES)
      const { N, r, p } = newCost
      const key = await derive(password, salt, newCost)
      return `scrypt$${N}$${r}$${p}$${salt.toString('base64url')}$${key.toString('base64url')}`
    },
    /** Without a stored password the same work is done, so that the duration reveals nothing. */
    async isSame(given: string, stored: string | null | undefined): Promise<boolean> {
      const [, n, r, p, salt = '', key = ''] = stored?.split('$') ?? []
      const cost = stored ? { N: Number(n), r: Number(r), p: Number(p) } : newCost
      const made = await derive(given, Buffer.from(salt, 'base64url'), cost)
      return Boolean(stored) && timingSafeEqual(made, Buffer.from(key, 'base64url'))
    },
  }
}
