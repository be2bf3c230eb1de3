/** Ids: UUIDv7, so that they sort by time of making and land side by side in an index. */
import { randomUUID } from 'node:crypto'

export function newId(nowMs: number = Date.now()): string {
  const time = nowMs.toString(16).padStart(12, '0')
  // Behind the digit of the version a UUIDv4 holds what a UUIDv7 does: random digits, and the variant.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
