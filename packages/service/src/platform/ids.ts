/** Ids: UUIDv7, so that they sort by time of making and land side by side in an index. */
import { randomBytes } from 'node:crypto'

const VARIANTS = '89ab'

export function newId(nowMs: number = Date.now()): string {
  const time = nowMs.toString(16).padStart(12, '0')
  const random = randomBytes(10)
  const variant = VARIANTS[(random[0] as number) & 3]
  const digits = random.toString('hex')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digits.slice(2, 5)}-${variant}${digits.slice(5, 8)}-${digits.slice(8)}`
}
