/** Ids are UUIDv7, so that they sort by creation time and new ones are neighbours in an index. */
import { randomUUID } from 'node:crypto'

export function newId(nowMs: number = Date.now()): string {
  const time = nowMs.toString(16).padStart(12, '0')
  // After the version digit a UUIDv4 has the same parts as a UUIDv7: random digits and the variant.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
