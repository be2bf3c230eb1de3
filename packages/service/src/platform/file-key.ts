/**
 * The key that addresses of files are sealed with: made once for a database and kept in it, itself sealed. Addresses are in other
 * people's hands and cannot be sealed anew, so they must not end with the key that secrets are encrypted under.
 */
import { randomBytes } from 'node:crypto'
import type { Database } from './database/handle.ts'
import { keepInstance, readInstance, replaceInstance } from './database/instance-store.ts'
import { keyIdOf, type SecretBox } from './secrets.ts'

const NAME = 'file_key'
const CONTEXT = 'instance:file_key'

export async function readFileKey(database: Database, box: SecretBox): Promise<Buffer> {
  const fresh = () => box.seal(randomBytes(32).toString('base64'), CONTEXT)
  const sealed =
    (await readInstance(database, NAME)) ??
    (await database.transaction('file-key: make', (tx) => keepInstance(tx, NAME, fresh())))
  return Buffer.from(box.open(sealed, CONTEXT), 'base64')
}

/** After a rotation it is sealed with the new key, and stays what it is. */
export async function resealFileKey(database: Database, box: SecretBox): Promise<void> {
  const sealed = await readInstance(database, NAME)
  if (sealed === undefined || keyIdOf(sealed) === box.keyId) return
  const again = box.seal(box.open(sealed, CONTEXT), CONTEXT)
  await database.transaction('file-key: reseal', (tx) => replaceInstance(tx, NAME, again))
}
