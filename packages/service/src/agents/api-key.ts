/** The form of an API key: `tdm_<prefix>_<secret>`. The prefix finds it, the hash proves it; the key itself is never stored. */
import { hash, randomBytes } from 'node:crypto'

const form = /^tdm_([0-9a-f]{12})_[A-Za-z0-9_-]{32}$/

export interface MadeKey {
  readonly key: string
  readonly prefix: string
  readonly hash: string
}

export function makeKey(): MadeKey {
  const prefix = randomBytes(6).toString('hex')
  const key = `tdm_${prefix}_${randomBytes(24).toString('base64url')}`
  return { key, prefix, hash: hashKey(key) }
}

/** A key carries 192 random bits, so a plain hash cannot be searched; a slow one would only slow each request. */
export const hashKey = (key: string) => hash('sha256', key, 'hex')

export const prefixOf = (key: string): string | undefined => form.exec(key)?.[1]
