/** Ids: UUIDv7, so that they sort by time of making and land side by side in an index. Random bytes are drawn in bulk. */
import { randomFillSync } from 'node:crypto'

const pool = Buffer.alloc(10 * 512)
let used = pool.length
const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

export function newId(nowMs: number = Date.now()): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const at = used
  used += 10
  const time = nowMs.toString(16).padStart(12, '0')
  const b = (i: number) => pool[at + i] ?? 0
  return (
    `${time.slice(0, 8)}-${time.slice(8)}-7${hex[b(0)]?.[1]}${hex[b(1)]}` +
    `-${hex[(b(2) & 0x3f) | 0x80]}${hex[b(3)]}` +
    `-${hex[b(4)]}${hex[b(5)]}${hex[b(6)]}${hex[b(7)]}${hex[b(8)]}${hex[b(9)]}`
  )
}
