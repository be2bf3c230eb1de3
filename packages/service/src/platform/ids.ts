/** Ids: UUIDv7, so that they sort by time of making and land side by side in an index. Random bytes are drawn in bulk. */
import { randomFillSync } from 'node:crypto'

const ID_BYTES = 10
const pool = Buffer.alloc(ID_BYTES * 512)
/** The same bytes written out. */
let digits = ''
let used = pool.length
const variants = '89ab'
/** What ids of the same millisecond begin with. */
let head = ''
let headMs = -1

export function newId(nowMs: number = Date.now()): string {
  if (used === pool.length) {
    digits = randomFillSync(pool).toString('hex')
    used = 0
  }
  if (nowMs !== headMs) {
    const time = nowMs.toString(16).padStart(12, '0')
    head = `${time.slice(0, 8)}-${time.slice(8)}-7`
    headMs = nowMs
  }
  const variant = variants[(pool[used] as number) & 3]
  const at = 2 * used
  used += ID_BYTES
  return `${head}${digits.slice(at + 2, at + 5)}-${variant}${digits.slice(at + 5, at + 8)}-${digits.slice(at + 8, at + 20)}`
}
