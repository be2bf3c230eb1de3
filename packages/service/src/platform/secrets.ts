/**
 * Secrets at rest: AES-256-GCM, a fresh nonce each time, bound to the place they are stored in (`context`), so that a
 * ciphertext copied to another row does not open. The first key encrypts; every key in the ring decrypts, so a key is
 * rotated by putting the new one in front and re-encrypting (`tandem secrets rotate`).
 */
import { createCipheriv, createDecipheriv, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

export type SecretBox = ReturnType<typeof createSecretBox>

/**
 * `reread` returns the current keys, since another process may have rotated them. It is called before each sealing, because the
 * old keys may be gone, and when a secret was sealed with an unknown key.
 */
export function createSecretBox(keys: readonly Buffer[], reread?: () => readonly Buffer[]) {
  let ring = new Map<string, Buffer>()
  let current: Buffer
  function use(given: readonly Buffer[]): void {
    const [first] = given
    if (!first)
      throw new Error('No encryption key: found an empty list, needed at least one key of 32 bytes.')
    current = first
    // Earlier keys stay: a secret read a moment ago may still be sealed with them.
    ring = new Map([...ring, ...given.map((key) => [idOf(key), key] as const)])
  }
  use(keys)
  return {
    /** Id of the key that encrypts now. */
    get keyId() {
      return idOf(current)
    },
    seal(plain: string, context: string): string {
      if (reread) use(reread())
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', current, nonce).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return ['v1', idOf(current), nonce.toString('base64url'), sealed.toString('base64url')].join('.')
    },
    open(sealed: string, context: string): string {
      const [version, keyId = '', nonce = '', data = ''] = sealed.split('.')
      if (!ring.has(keyId) && reread) use(reread())
      const key = ring.get(keyId)
      if (version !== 'v1' || !key) {
        throw new Error(
          `A stored secret was encrypted with key ${keyId}, which is not in TANDEM_SECRET_KEY or secret.key. Add that key to the list.`,
        )
      }
      const bytes = Buffer.from(data, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(bytes.length - 16))
      return decipher.update(bytes.subarray(0, bytes.length - 16), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

export const keyIdOf = (sealed: string): string => sealed.split('.')[1] ?? ''

const idOf = (key: Buffer) => hash('sha256', key, 'hex').slice(0, 8)

/** Reads keys from configuration text. */
export function parseKeys(text: string, source: string): Buffer[] {
  const makeOne = 'Make one with: openssl rand -base64 32'
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.length === 0)
    throw new Error(`${source}: found no key, needed at least one key of 32 bytes in base64. ${makeOne}`)
  return parts.map((part) => {
    const key = Buffer.from(part, 'base64')
    if (key.length === 32) return key
    throw new Error(`${source}: found a key of ${key.length} bytes, needed 32 bytes in base64. ${makeOne}`)
  })
}

export function readKeptSecret(dataFolder: string, fileName: string): string | undefined {
  const path = join(dataFolder, fileName)
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return undefined
  if (!found.isFile()) throw new Error(`${path} is no file; Tandem keeps a value there. Move it away.`)
  return readFileSync(path, 'utf8').trim()
}

/** A value that is made on first use and kept in a 0600 file of the data folder. */
export function keptSecret(
  dataFolder: string,
  fileName: string,
  make: () => string,
): { value: string; made: boolean } {
  const known = readKeptSecret(dataFolder, fileName)
  if (known !== undefined) return { value: known, made: false }
  const path = join(dataFolder, fileName)
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const value = make()
  const draft = `${path}.${process.pid}`
  try {
    writeToDisk(draft, value)
    // A link appears complete or not at all: when two processes start at once, one makes the file and the other reads it.
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return { value: readFileSync(path, 'utf8').trim(), made: false }
  } finally {
    rmSync(draft, { force: true })
  }
  syncFolder(dataFolder)
  return { value, made: true }
}

/** Replaces the value of a kept file in one step, so that a crash or a power cut leaves the old or the new value. */
export function replaceKeptSecret(dataFolder: string, fileName: string, value: string): void {
  const path = join(dataFolder, fileName)
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  // Several processes may write the same file at once: each writes its own copy.
  const copy = `${path}.${process.pid}.new`
  writeToDisk(copy, value)
  renameSync(copy, path)
  syncFolder(dataFolder)
}

/** The value must be on disk before the database holds anything sealed with it. */
function writeToDisk(path: string, value: string): void {
  const file = openSync(path, 'w', 0o600)
  try {
    writeFileSync(file, `${value}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Brings the names of files to disk. Not every file system can, and Windows cannot. */
function syncFolder(path: string): void {
  try {
    const folder = openSync(path, 'r')
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
  } catch {}
}

export const sha256 = (text: string) => hash('sha256', text, 'buffer')

/** Compares in a time that does not depend on where the two differ. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b))
}
